import { choice, list, text } from './entry.ts'
import { BASE_URL, COOKIE_NAME, HEADER, scriptAddress } from './forms.ts'

/** An https origin as browsers serialize it; http only on localhost, for testing. */
const EMBEDDER = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:[0-9]+)?$/

export const visitors = {
  BRAND_DIR: text({
    help: ['Folder with your own brand: name, colors, legal pages (docs/branding.md). Empty: the default brand.'],
  }),
  WEB_BASE_URL: text({
    form: BASE_URL,
    help: [
      'Base URL for links to teachers, vocabulary, and community, such as https://www.example.com, without a',
      'trailing slash. Empty: this service. Required with MARKETPLACE_API_URL.',
    ],
  }),
  AVATAR_BASE_URL: text({
    form: {
      pattern: /^https:\/\/[^\s?#;,@]+\/$/,
      words: 'an https URL with a trailing slash, such as https://images.example.com/avatars/',
    },
    help: 'Base URL of avatar files (https, with a trailing slash). Empty: avatars are generated.',
  }),
  EMBED_ORIGINS: list({
    form: {
      pattern: EMBEDDER,
      words: 'https origins separated by commas, such as https://www.example.com; http only on localhost',
    },
    help: [
      'Comma-separated origins allowed to embed the quiz (docs/embedding.md):',
      'https://blog.example,https://www.school.example. https only, except for localhost and 127.0.0.1. Empty:',
      'embedding is off.',
    ],
  }),
  CONSENT: choice(['ask', 'off'], {
    default: 'off',
    help: [
      'ask: analytics events and the social SDK require opt-in. off: they are on until the visitor opts out. Global',
      'Privacy Control always opts out.',
    ],
  }),
  COUNTRY_HEADER: text({
    form: HEADER,
    help: [
      "Request header with the visitor's two-letter country code. Set it only behind an edge that overwrites it.",
      'Empty: none.',
    ],
  }),
  COUNTRY_COOKIE: text({
    default: 'country_id',
    form: { pattern: COOKIE_NAME, words: 'a cookie name: letters, digits, "_", ".", "-"' },
    help: "Cookie with the visitor's country code, used if no header has it.",
  }),
  FACEBOOK_APP_ID: text({
    form: { pattern: /^[0-9]+$/, words: 'a number' },
    help: [
      'Facebook app for share dialogs; it must be set up for sharing. It can be the app of FACEBOOK_CLIENT_ID but',
      "doesn't default to it. Empty: Facebook's plain sharing page, and no Messenger.",
    ],
  }),
  FACEBOOK_SDK_URL: text({
    form: scriptAddress('https://connect.facebook.net/en_US/sdk.js'),
    help: [
      "Facebook's SDK for JavaScript, such as https://connect.facebook.net/en_US/sdk.js. Loaded with the share",
      'sheet if the visitor consents. Empty, or without FACEBOOK_APP_ID: not used.',
    ],
  }),
}
