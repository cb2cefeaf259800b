import { base } from './base-path.ts'

/** The path of every page, by its name in src/web/pages.tsx. Any of them may be the return page after signing in. */

export const landing = `${base}/languageassessment` as const
export const quiz = `${landing}/quiz` as const
/** The public report. */
export const report = (id: string) => `${landing}/report/${id}`
export const how = `${landing}/how` as const
export const accessibility = `${landing}/accessibility` as const
export const account = `${base}/account` as const
export const terms = `${base}/terms` as const
export const privacy = `${base}/privacy` as const
/** The built-in marketplace's page of teachers (Specification §2). */
export const teachers = (language: string) => `${base}/teachers/${language}`
export const teacher = (id: number | string, language: string) => `${base}/teacher/${id}/${language}`
export const vocabularySet = (id: number | string) => `${base}/vocab/detail/${id}`
export const community = `${base}/community/language-assessment` as const
/** Staff only. */
export const insights = `${base}/insights` as const
export const itemInsights = (language: string, id: number | string) => `${base}/insights/items/${language}/${id}`
