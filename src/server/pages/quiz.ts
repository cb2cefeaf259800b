import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BUILT_IN_CURRENCY, REPORT_BLOCKS } from '#contract/brand.ts'
import { environmentOf } from '#contract/environment.ts'
import type { QuizPageState } from '#contract/page-data.ts'
import { urls } from '#contract/urls.ts'
import { isLanguage } from '#quiz/languages.ts'
import { isLevel, type Level } from '#quiz/levels.ts'
import type { PageContext } from '#web/render.tsx'
import { toAssessment } from '../attempts/attempts.ts'
import type { Banks } from '../banks/banks.ts'
import { findFinishedAssessments, findOpenAssessments, type Owner } from '../db/assessments.ts'
import { findAssessment } from '../db/attempts.ts'
import type { Database } from '../db/schema.ts'
import { publicAddress } from '../edge/public-address.ts'
import type { App } from '../edge/server.ts'
import { signInOf } from '../marketplace/identity.ts'
import type { Settings } from '../settings.ts'
import { findConsent } from '../visitor/consent.ts'
import { isInChina, keepLoginCountry, mayShare } from '../visitor/country.ts'
import { findProvenAttempts, getMarketplaceIdentity, identify, isFreeTrialNoted, toLogin } from '../visitor/session.ts'
import { ensureVisitor, findVisitor, linkPlace } from '../visitor/visitor.ts'
import { greet, renderPage, type Site } from './site.ts'

export type QuizPageContext = { db: Database; banks: Banks; site: Site; settings: Settings }

const SAMPLES: QuizPageState['samples'] = JSON.parse(
  readFileSync(new URL('../../../data/guide-samples.json', import.meta.url), 'utf8'),
)

/** Enough to find the language of a tab's stored result even if other tabs have since finished tests. */
const FINISHED_SHOWN = 8

/** The keys are the same in all languages (docs/specification.txt §3). */
function picturesAt({ english }: Banks, level: Level): string[] {
  return english.filter((item) => item.level === level && item.image).map((item) => item.image)
}

/** Ignores invalid query values (Specification §2). */
function readQuery(request: FastifyRequest): Pick<QuizPageState, 'queryLanguage' | 'queryLevel'> {
  const { language, level } = request.query as Record<string, unknown>
  const queryLanguage = isLanguage(language) ? language : null
  return { queryLanguage, queryLevel: queryLanguage && isLevel(level) ? level : null }
}

/** The open attempts, including those that only their cookies prove while we cannot tell who is asking. */
async function openAttempts(db: Database, owner: Owner, request: FastifyRequest, isUnknown: boolean) {
  const open = await findOpenAssessments(db, owner)
  if (!isUnknown) return open
  const proven = await Promise.all(
    findProvenAttempts(request).map(({ id, userId }) => findAssessment(db, id, { visitor: undefined, userId })),
  )
  return [...proven.flatMap((attempt) => (attempt?.level === null ? [attempt] : [])), ...open]
}

async function quizState(
  request: FastifyRequest,
  reply: FastifyReply,
  context: QuizPageContext,
  pictures: QuizPageState['pictures'],
): Promise<QuizPageState> {
  const { db, site, settings } = context
  const { blocks = REPORT_BLOCKS, currency = BUILT_IN_CURRENCY } = site.brand ?? {}
  const marketplace = getMarketplaceIdentity(request)
  const [identity, learnedElsewhere, country = null] = await Promise.all([
    identify(db, request),
    marketplace?.learningLanguage(request),
    marketplace?.country(request),
  ])
  const user = typeof identity === 'object' ? identity : undefined
  if (!user) keepLoginCountry(request, reply, country)
  const person = user ?? { country_id: country }
  const isUnknown = identity === 'unknown'
  const owner = { visitor: findVisitor(request), userId: user?.id }
  const isKnown = owner.visitor !== undefined || user !== undefined
  const open = isKnown ? await openAttempts(db, owner, request, isUnknown) : []
  const finished = isKnown ? await findFinishedAssessments(db, owner, FINISHED_SHOWN) : []
  const login = toLogin(request, settings, user, person)
  return {
    ...readQuery(request),
    ...linkPlace(request, settings, site.brand),
    isInChina: isInChina(request, settings, person),
    mayShare: blocks.includes('share') && mayShare(request, settings, person),
    blocks,
    currency,
    social: { facebookAppId: settings.FACEBOOK_APP_ID, sdkUrl: settings.FACEBOOK_SDK_URL },
    login,
    isLoginUnknown: isUnknown,
    isFreeTrialDue: user !== undefined && !isFreeTrialNoted(request),
    learningLanguage: user ? (learnedElsewhere ?? user.learning_language) : null,
    avatarBaseUrl: settings.AVATAR_BASE_URL,
    wechatScorePage: settings.WECHAT_SCORE_PAGE,
    wechatSignInPage: settings.WECHAT_SIGN_IN_PAGE,
    wechatSharePage: settings.WECHAT_SHARE_PAGE,
    embedders: null,
    signIn: await signInOf(settings, login.country_id, site.brand),
    open: open.map(toAssessment),
    finished: finished.map(toAssessment),
    pictures,
    samples: SAMPLES,
  }
}

/** Pages talk to WeChat only through its SDK (docs/decisions/010). No other browser loads it. */
function wechatSdk(
  request: FastifyRequest,
  { isMobileApp }: QuizPageState,
  { WECHAT_JSSDK_URL }: Settings,
): Pick<PageContext, 'hostScript'> {
  const environment = environmentOf({ userAgent: request.headers['user-agent'] ?? '', isMobileApp })
  return environment === 'wx' || environment === 'mWx' ? { hostScript: WECHAT_JSSDK_URL } : {}
}

/** Returns the function that finds the state of the quiz page for a request. */
export function quizStates(
  context: QuizPageContext,
): (request: FastifyRequest, reply: FastifyReply) => Promise<QuizPageState> {
  const pictures = { A1: picturesAt(context.banks, 'A1'), A2: picturesAt(context.banks, 'A2') }
  return (request, reply) => quizState(request, reply, context, pictures)
}

export function quizRoutes(app: App, context: QuizPageContext): void {
  const stateFor = quizStates(context)
  const { site, settings } = context
  app.get(urls.quiz, { schema: { hide: true } }, async (request, reply) => {
    const consent = findConsent(request, settings)
    if (consent === 'allowed') ensureVisitor(request, reply)
    const state = await stateFor(request, reply)
    if (!state.isLoginUnknown && state.login.user_id === undefined)
      getMarketplaceIdentity(request)?.attempts.clear(request, reply)
    reply.header('cache-control', 'private, no-store')
    const path = state.queryLanguage ? urls.quizIn(state.queryLanguage) : urls.quiz
    return renderPage(site, 'quiz', state, {
      request,
      reply,
      findableAt: publicAddress(request, settings, path),
      consent,
      visitor: greet(settings, state.login),
      ...wechatSdk(request, state, settings),
    })
  })
}
