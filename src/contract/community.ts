import { Type } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { errorReplies } from './errors.ts'
import { Uuid } from './ids.ts'
import { REPORT_ID } from './reports.ts'
import { Closed, ShownText } from './schemas.ts'
import { MAX_POST_TEXT_LENGTH } from './typed-text.ts'
import { urls } from './urls.ts'

export const CommunityPost = Type.Object({
  post_id: Uuid,
  report_id: Type.String({ pattern: REPORT_ID }),
  text: Type.String(),
})
export type CommunityPost = Type.Static<typeof CommunityPost>

export const createPost = {
  method: 'POST',
  url: urls.communityPosts,
  config: { access: 'owner', needs: 'the built-in marketplace' },
  schema: {
    summary:
      'Post your own public report to the community of the built-in marketplace, once; 403 in China outside the app',
    body: Closed({
      report_id: Type.String({ pattern: REPORT_ID }),
      text: Type.Optional(ShownText(MAX_POST_TEXT_LENGTH)),
    }),
    response: { 201: Type.Object({ data: CommunityPost }), ...errorReplies },
  },
} as const satisfies Endpoint
