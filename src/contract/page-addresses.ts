/** The path of every page, by its name in src/web/pages.tsx. Any of them may be the return page after signing in. */

export const landing = '/languageassessment'
export const quiz = '/languageassessment/quiz'
/** The public report. */
export const report = (id: string) => `/languageassessment/report/${id}`
export const how = '/languageassessment/how'
export const accessibility = '/languageassessment/accessibility'
export const account = '/account'
export const terms = '/terms'
export const privacy = '/privacy'
/** The built-in marketplace's page of teachers (Specification §2). */
export const teachers = (language: string) => `/teachers/${language}`
export const teacher = (id: number | string, language: string) => `/teacher/${id}/${language}`
export const vocabularySet = (id: number | string) => `/vocab/detail/${id}`
export const community = '/community/language-assessment'
/** Staff only. */
export const insights = '/insights'
export const itemInsights = (language: string, id: number | string) => `/insights/items/${language}/${id}`
