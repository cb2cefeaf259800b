import type { FastifyRequest } from 'fastify'
import type { Settings } from '#settings/settings.ts'

/** The mobile app has a token in its user agent. */
export function isFromMobileApp(request: FastifyRequest, settings: Pick<Settings, 'APP_USER_AGENT_TOKEN'>): boolean {
  return request.headers['user-agent']?.includes(settings.APP_USER_AGENT_TOKEN) ?? false
}

/** Order matters, because most browsers also name other browsers with the same engine. */
const BROWSERS: [name: string, token: RegExp][] = [
  ['WeChat', /MicroMessenger/],
  ['Facebook', /FBA[NV]/],
  ['Instagram', /Instagram/],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser/],
  ['Yandex', /YaBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
]
const SYSTEMS: [name: string, token: RegExp][] = [
  ['iOS', /iPhone|iPad|iPod/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** Browser and system by their familiar names, for the list of sessions; '' if unknown. */
export function deviceOf(request: FastifyRequest): string {
  const agent = request.headers['user-agent'] ?? ''
  const names = [BROWSERS, SYSTEMS].map((list) => list.find(([, token]) => token.test(agent))?.[0])
  return names.filter(Boolean).join(' · ')
}
