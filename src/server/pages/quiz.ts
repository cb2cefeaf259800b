import type { FastifyRequest } from 'fastify'
import { BUILT_IN_CURRENCY } from '#contract/brand.ts'
import { environmentOf } from '#contract/environment.ts'
import type { QuizHost, QuizPageState } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import type { Level } from '#quiz/constants.ts'
import { isLanguage } from '#quiz/languages.ts'
import { isLevel } from '#quiz/levels.ts'
import type { PageContext } from '#web/render.tsx'
import { toAttempt } from '../attempts/attempt-reply.ts'
import type { Banks } from '../banks/banks.ts'
import type { Database } from '../db/schema.ts'
import { findAttempt, findFinishedAttempts, findOpenAttempts } from '../db/tables/attempts.ts'
import type { Owner } from '../db/tables/ownership.ts'
import { readJson } from '../files.ts'
import { publicAddress } from '../http/public-address.ts'
import type { App } from '../http/server.ts'
import { isInChina, mayShare, storeLoginCountry } from '../who/country.ts'
import { isFreeTrialNoted } from '../who/free-trial-event.ts'
import { findProvenAttempts, toLogin } from '../who/identity.ts'
import { isFromMobileApp } from '../who/user-agent.ts'
import { findVisitor } from '../who/visitor.ts'
import { linkPlace } from './link-place.ts'
import { type PagesContext, servePage, type Visit } from './serve-page.ts'

export type QuizPageContext = PagesContext & { db: Database; banks: Banks }

type Asking = Pick<Visit, 'request' | 'reply' | 'identity'>

const SAMPLES = readJson<QuizPageState['samples']>('data/guide-samples.json')

/** Enough to find the language of a tab's stored result even if other tabs have since finished tests. */
const FINISHED_SHOWN = 8

/** The keys are the same in all languages (docs/specification.txt §3). */
function picturesAt({ english }: Banks, level: Level): string[] {
  return english.filter((item) => item.level === level && item.image).map((item) => item.image)
}

/** Ignores invalid query values (Specification §2). */
function readQuery(request: FastifyRequest): QuizPageState['query'] {
  const { language, level } = request.query as Record<string, unknown>
  if (!isLanguage(language)) return { language: null, level: null }
  return { language, level: isLevel(level) ? level : null }
}

/** The open attempts, including those proven only by their cookies while the visitor can't be identified. */
async function openAttempts({ db, who }: QuizPageContext, owner: Owner, request: FastifyRequest, isUnknown: boolean) {
  const open = await findOpenAttempts(db, owner)
  if (!isUnknown) return open
  const proven = await Promise.all(
    findProvenAttempts(who, request).map(({ id, userId }) =>
      findAttempt(db, id, { visitor: undefined, userId, onlyOpen: true }),
    ),
  )
  return [...proven.filter((attempt) => attempt !== undefined), ...open]
}

async function quizState(
  { request, reply, identity: identify }: Asking,
  context: QuizPageContext,
  pictures: QuizPageState['pictures'],
): Promise<QuizPageState> {
  const { db, who, site, settings } = context
  const { currency = BUILT_IN_CURRENCY } = site.brand ?? {}
  const [identity, learnedElsewhere, country] = await Promise.all([
    identify(),
    who.learningLanguage(request),
    who.country(request),
  ])
  const user = typeof identity === 'object' ? identity : undefined
  if (!user) storeLoginCountry(request, reply, country)
  const person = user ?? { country_id: country }
  const isUnknown = identity === 'unknown'
  const owner = { visitor: findVisitor(request), userId: user?.id }
  const isKnown = owner.visitor !== undefined || user !== undefined
  const open = isKnown ? await openAttempts(context, owner, request, isUnknown) : []
  const finished = isKnown ? await findFinishedAttempts(db, owner, FINISHED_SHOWN) : []
  const login = toLogin(request, settings, user, person)
  return {
    query: readQuery(request),
    visitor: {
      login,
      isLoginUnknown: isUnknown,
      isFreeTrialDue: user !== undefined && !isFreeTrialNoted(who, request),
      learningLanguage: user ? (learnedElsewhere ?? user.learning_language) : null,
      isInChina: isInChina(request, settings, person),
    },
    host: {
      isMobileApp: isFromMobileApp(request, settings),
      embedders: null,
      miniProgram: {
        scorePage: settings.WECHAT_SCORE_PAGE,
        signInPage: settings.WECHAT_SIGN_IN_PAGE,
        sharePage: settings.WECHAT_SHARE_PAGE,
      },
    },
    signIn: context.signIn,
    attempts: { open: open.map(toAttempt), finished: finished.map(toAttempt) },
    result: {
      currency,
      avatarBaseUrl: settings.AVATAR_BASE_URL,
      mayShare: mayShare(request, settings, person),
    },
    links: linkPlace(request, settings, site.brand),
    social: { facebookAppId: settings.FACEBOOK_APP_ID, sdkUrl: settings.FACEBOOK_SDK_URL },
    pictures,
    samples: SAMPLES,
  }
}

const WECHAT_SDK = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js'

/** Pages talk to WeChat only through its SDK (docs/decisions/010). No other browser loads it. */
function wechatSdk(request: FastifyRequest, { isMobileApp }: QuizHost): Pick<PageContext, 'hostScript'> {
  const environment = environmentOf({ userAgent: request.headers['user-agent'] ?? '', isMobileApp })
  return environment === 'wx' || environment === 'mWx' ? { hostScript: WECHAT_SDK } : {}
}

/** Returns the function that finds the state of the quiz page for a request. */
export function quizStates(context: QuizPageContext): (visit: Asking) => Promise<QuizPageState> {
  const pictures = { A1: picturesAt(context.banks, 'A1'), A2: picturesAt(context.banks, 'A2') }
  return (visit) => quizState(visit, context, pictures)
}

export function quizRoutes(app: App, context: QuizPageContext): void {
  const stateFor = quizStates(context)
  const { who, settings } = context
  const load = async (visit: Visit) => {
    const state = await stateFor(visit)
    const { login, isLoginUnknown } = state.visitor
    if (!isLoginUnknown && login.user_id === undefined) who.attempts?.clear(visit.request, visit.reply)
    return state
  }
  servePage(app, context, 'quiz', load, {
    more: ({ request }, { query, host }) => ({
      // To search engines, each language is a separate page.
      ...(query.language && { findableAt: publicAddress(request, settings, urls.quizIn(query.language)) }),
      ...wechatSdk(request, host),
    }),
  })
}
