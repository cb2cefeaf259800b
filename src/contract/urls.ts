/** Every address that browser and server share. Links, redirects, requests and tests take them from here. */
export const urls = {
  root: '/',
  landing: '/languageassessment',
  quiz: '/languageassessment/quiz',
  quizIn: (language: string) => `/languageassessment/quiz?language=${language}`,
  assessments: '/v1/assessments',
  assessment: (id: string) => `/v1/assessments/${id}`,
  answer: (id: string, position: number | string) => `/v1/assessments/${id}/answers/${position}`,
  events: '/v1/events',
  health: '/healthz',
  openapi: '/openapi.json',
  static: '/static/',
  /** Specification §3: pictures are loaded by lowercased picture key with a jpg extension. */
  picture: (key: string) => `/static/image/languageassessment/${key.toLowerCase()}.jpg`,
  /** The same picture at twice the size, for dense screens. */
  pictureTwice: (key: string) => `/static/image/languageassessment/${key.toLowerCase()}@2x.jpg`,
} as const
