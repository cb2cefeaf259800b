import type { FastifyRequest } from 'fastify'
import type { QuizPageState } from '#contract/quiz-page.ts'
import { urls } from '#contract/urls.ts'
import { isLanguage } from '#quiz/languages.ts'
import { isLevel, type Level } from '#quiz/levels.ts'
import type { App } from '../app.ts'
import { toAssessment } from '../attempts.ts'
import type { Banks } from '../banks.ts'
import { findFinishedAssessments, findOpenAssessments } from '../db/assessments.ts'
import type { Database } from '../db/schema.ts'
import { findVisitor } from '../visitor.ts'
import { pageContext } from './page-context.ts'
import type { Site } from './site.ts'

export type QuizPageContext = { db: Database; banks: Banks; site: Site; appUserAgentToken: string }

/** Enough to find the language of a tab's stored result, also when other tabs have finished since. */
const FINISHED_SHOWN = 8

/** The keys are the same in all languages (docs/specification.txt §3). */
function picturesAt({ english }: Banks, level: Level): string[] {
  return english.filter((item) => item.level === level && item.image).map((item) => item.image)
}

/** Bad query values are ignored, as if they were not there (Specification §2, design §7). */
function readQuery(request: FastifyRequest): Pick<QuizPageState, 'queryLanguage' | 'queryLevel'> {
  const { language, level } = request.query as Record<string, unknown>
  const queryLanguage = isLanguage(language) ? language : null
  return { queryLanguage, queryLevel: queryLanguage && isLevel(level) ? level : null }
}

async function quizState(request: FastifyRequest, context: QuizPageContext): Promise<QuizPageState> {
  const visitor = findVisitor(request)
  const open = visitor ? await findOpenAssessments(context.db, visitor) : []
  const finished = visitor ? await findFinishedAssessments(context.db, visitor, FINISHED_SHOWN) : []
  return {
    ...readQuery(request),
    isMobileApp: request.headers['user-agent']?.includes(context.appUserAgentToken) ?? false,
    open: open.map(toAssessment),
    finished: finished.map(toAssessment),
    pictures: { A1: picturesAt(context.banks, 'A1'), A2: picturesAt(context.banks, 'A2') },
  }
}

export function quizRoutes(app: App, context: QuizPageContext): void {
  app.get(urls.quiz, { schema: { hide: true } }, async (request, reply) => {
    const state = await quizState(request, context)
    reply.type('text/html; charset=utf-8').header('cache-control', 'private, no-store')
    return context.site.renderer.renderQuiz(pageContext(context.site, 'quiz', request, reply), state)
  })
}
