export type Visit = { status: number; url: string; location: string | null; headers: Headers; text: string }

/** A client that keeps each origin's cookies like a browser. It follows redirects itself, so tests see every step. */
export class FetchBrowser {
  readonly cookies = new Map<string, Map<string, string>>()

  #jar(url: string): Map<string, string> {
    const { origin } = new URL(url)
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    return jar
  }

  cookie(url: string, name: string): string | undefined {
    return this.#jar(url).get(name)
  }

  setCookie(url: string, name: string, value: string): void {
    this.#jar(url).set(name, value)
  }

  /** Sends one request, without following redirects. */
  async visit(url: string, init: RequestInit = {}): Promise<Visit> {
    const jar = this.#jar(url)
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (!name) continue
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value as string)
    }
    // `URL` drops an empty fragment, so use the header as sent.
    const location = response.headers.get('location')?.replace(/#$/, '') ?? null
    const text = await response.text()
    return { status: response.status, url, location, headers: response.headers, text }
  }

  /** Follows redirects as long as `goesOn` accepts the next URL. */
  async follow(from: string, goesOn: (next: string) => boolean = () => true): Promise<Visit> {
    let visit = await this.visit(from)
    for (let step = 0; step < 20 && visit.location; step++) {
      const next = new URL(visit.location, visit.url).href
      if (!goesOn(next)) break
      visit = await this.visit(next)
    }
    return visit
  }

  async send(method: string, url: string, body?: unknown, headers: Record<string, string> = {}) {
    const visit = await this.visit(url, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { ...visit, body: visit.text ? JSON.parse(visit.text) : null }
  }
}
