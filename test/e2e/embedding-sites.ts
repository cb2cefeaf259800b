import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Another site, because browsers consider `localhost` and `127.0.0.1` different. Its policy is as strict as the script
 * allows.
 */
async function startHost(quiz: () => string, host = 'localhost'): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const script = (attributes: string) => `<script src="${quiz()}/static/embed.js" ${attributes}></script>`
    const pages: Record<string, string> = {
      '/frame': `<h1>A school</h1>${script('data-language="french" data-label="French test"')}`,
      '/last': `<h1>A marketplace</h1>${script('data-open="last"')}`,
      '/button': `<h1>A school</h1>${script('data-mode="button" data-label="Test your level"')}`,
      '/both': `<h1>A school</h1>${script('data-language="german"')}${script('data-mode="button"')}${script('data-mode="button" data-label="Second"')}`,
    }
    const messages =
      'window.messages = []; addEventListener("message", ({ data, origin }) => messages.push({ data, origin }))'
    if (request.url === '/messages.js') return response.setHeader('content-type', 'text/javascript').end(messages)
    response
      .setHeader('content-type', 'text/html')
      .setHeader(
        'content-security-policy',
        `default-src 'none'; script-src 'self' ${quiz()}; frame-src ${quiz()}; require-trusted-types-for 'script'`,
      )
      .end(`<!doctype html><title>A school</title><script src="/messages.js"></script>${pages[request.url ?? '']}`)
  }).listen(0, host)
  await once(server, 'listening')
  return { origin: `http://${host}:${(server.address() as AddressInfo).port}`, server }
}

/** Sites that embed the quiz. The quiz needs their origins in its settings, and their pages need the quiz's origin. */
export type EmbeddingSites = {
  school: string
  /** Embeds the quiz without being listed. */
  stranger: string
  /** The same site as the quiz, because ports don't matter. */
  sibling: string
  /** The origin of the quiz, once it is known. */
  quiz: string
  close: () => void
}

export async function startEmbeddingSites(): Promise<EmbeddingSites> {
  const quiz = () => sites.quiz
  const hosts = [await startHost(quiz), await startHost(quiz), await startHost(quiz, '127.0.0.1')] as const
  const [school, stranger, sibling] = hosts
  const sites: EmbeddingSites = {
    school: school.origin,
    stranger: stranger.origin,
    sibling: sibling.origin,
    quiz: '',
    close: () => {
      for (const { server } of hosts) server.close()
    },
  }
  return sites
}
