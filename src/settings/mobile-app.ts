import { text } from './entry.ts'

export const mobileApp = {
  APP_USER_AGENT_TOKEN: text({
    default: 'LanguageQuizApp',
    form: { pattern: /^.{3,}$/, words: 'text of at least 3 characters' },
    help: 'The token in the user agent by which the mobile app is recognized.',
  }),
  APP_URL_SCHEME: text({
    default: 'languageapp://',
    form: {
      pattern: /^(?!https?:|javascript:|data:)[a-z][a-z0-9+.-]*:\/\/$/,
      words: 'an app’s scheme with "://" at its end, such as languageapp://',
    },
    help: 'What the addresses of the mobile app begin with; the links of the report use them inside the app.',
  }),
  APP_TOKEN_SECRET: text({
    isSecret: true,
    form: { pattern: /^.{32,}$/, words: 'a secret of at least 32 characters' },
    help: [
      'A secret of 32 characters or more with which the service of the app signs the tokens that sign its users in',
      '(docs/decisions/008). Empty: there are no such tokens.',
    ],
  }),
}
