import { Type } from 'typebox'
import { type Endpoint, PAGE_CONFIG } from './endpoint.ts'
import { pages } from './pages.ts'
import { urls } from './urls.ts'

/** Everything that browsers and crawlers get except pages and calls. */

export const getRoot = {
  method: 'GET',
  url: urls.root,
  config: PAGE_CONFIG,
  schema: { summary: 'to the landing page' },
} as const satisfies Endpoint

export const getDashboard = {
  method: 'GET',
  url: urls.dashboard,
  config: { ...PAGE_CONFIG, needs: 'the built-in marketplace' },
  schema: { summary: 'to the account' },
} as const satisfies Endpoint

export const getEmbedded = {
  method: 'GET',
  url: urls.embedded,
  config: { ...PAGE_CONFIG, asks: pages.quiz.asks ?? [], needs: 'EMBED_ORIGINS' },
  schema: { summary: 'the quiz in an iframe (embedding.md)' },
} as const satisfies Endpoint

export const getSitemap = {
  method: 'GET',
  url: urls.sitemap,
  config: PAGE_CONFIG,
  schema: { summary: 'for search engines' },
} as const satisfies Endpoint

export const getRobots = {
  method: 'GET',
  url: urls.robots,
  config: PAGE_CONFIG,
  schema: { summary: "for search engines; not on a marketplace's host" },
} as const satisfies Endpoint

export const getFile = {
  method: 'GET',
  url: `${urls.static}*`,
  config: {},
  schema: { summary: 'files' },
} as const satisfies Endpoint

export const getAvatar = {
  method: 'GET',
  url: urls.avatar(':seed'),
  config: {},
  schema: {
    summary: 'a generated avatar, for users without a picture',
    params: Type.Object({ seed: Type.String({ pattern: '^[\\w-]{1,64}$' }) }),
  },
} as const satisfies Endpoint
