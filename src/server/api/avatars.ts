import { createAvatar, type Style } from '@dicebear/core'
import * as thumbs from '@dicebear/thumbs'
import { getAvatar } from '#contract/site.ts'
import type { App } from '../http/server.ts'

const COLORS = {
  backgroundColor: ['dfe6ff', 'd5f0ea', 'fde3d3', 'f6dff0', 'e7e0fb', 'fcedc5'],
  shapeColor: ['2c4bd8', '0f6f66', '2f7a3f', '7546c0', 'a0337f', 'b5501c'],
  eyesColor: ['ffffff'],
  mouthColor: ['ffffff'],
}

const STYLE_OPTIONS: Partial<thumbs.Options> = { ...COLORS, mouth: ['variant1', 'variant2', 'variant3', 'variant4'] }

/** Draws an avatar for a person without a picture: the same for the same seed, suggesting no gender, age, or origin. */
export function avatarRoutes(app: App): void {
  app.route({
    ...getAvatar,
    handler: (request, reply) => {
      const { seed } = request.params
      reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400')
      return reply.send(createAvatar(thumbs as Style<thumbs.Options>, { ...STYLE_OPTIONS, seed }).toString())
    },
  })
}
