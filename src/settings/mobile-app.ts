import { text } from './entry.ts'

export const mobileApp = {
  APP_USER_AGENT_TOKEN: text({
    default: 'LanguageQuizApp',
    form: { pattern: /^.{3,}$/, words: 'text of at least 3 characters' },
    help: "Substring of the mobile app's user agent.",
  }),
  APP_URL_SCHEME: text({
    default: 'languageapp://',
    form: {
      pattern: /^(?!https?:|javascript:|data:)[a-z][a-z0-9+.-]*:\/\/$/,
      words: 'a URL scheme ending in "://", such as languageapp://',
    },
    help: "URL scheme of the mobile app, used for the report's links inside the app.",
  }),
  APP_TOKEN_SECRET: text({
    isSecret: true,
    form: { pattern: /^.{32,}$/, words: 'a secret of at least 32 characters' },
    help: [
      "Secret of at least 32 characters with which the app's backend signs sign-in tokens (docs/decisions/008).",
      'Empty: no sign-in by token.',
    ],
  }),
}
