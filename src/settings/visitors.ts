import { choice, list, text } from './entry.ts'
import { BASE_URL, COOKIE_NAME, HEADER, scriptAddress } from './forms.ts'

/** An https origin as browsers serialize it; http on localhost only, for trying it out. */
const EMBEDDER = /^(https:\/\/[a-z0-9.-]+|http:\/\/(localhost|127\.0\.0\.1))(:[0-9]+)?$/

/** What visitors see, and what is asked and known of them. */
export const visitors = {
  BRAND_DIR: text({
    help: [
      'A folder with a brand of your own: name, colors, legal pages, mails and more (docs/branding.md). Empty: the one',
      'of the product.',
    ],
  }),
  WEB_BASE_URL: text({
    form: BASE_URL,
    help: [
      'Where the report’s links to teachers, vocabulary and community lead, such as https://www.example.com, without a',
      'slash at its end. Empty: this service itself. MARKETPLACE_API_URL needs it.',
    ],
  }),
  AVATAR_BASE_URL: text({
    form: {
      pattern: /^https:\/\/[^\s?#;,@]+\/$/,
      words: 'an https address that ends with a slash, such as https://images.example.com/avatars/',
    },
    help: [
      'The https folder, with a slash at its end, that holds the files of avatars. Empty: avatars are drawn from the',
      'names.',
    ],
  }),
  EMBED_ORIGINS: list({
    form: {
      pattern: EMBEDDER,
      words: 'https origins with commas between, such as https://www.example.com; http only on localhost',
    },
    help: [
      'The origins whose pages may hold the quiz in a frame (docs/embedding.md), with commas between:',
      'https://blog.example,https://www.school.example. Only https, except for localhost and 127.0.0.1. Empty: nobody',
      'frames any page.',
    ],
  }),
  CONSENT: choice(['ask', 'off'], {
    default: 'off',
    help: [
      'ask: analytics events and the social SDK wait until the visitor allows them; off: they are used until the',
      'visitor declines. The Global Privacy Control of a browser always declines.',
    ],
  }),
  COUNTRY_HEADER: text({
    form: HEADER,
    help: [
      'The request header in which the edge names the country of the visitor (two letters); empty for none. Set it',
      'only behind an edge that overwrites it.',
    ],
  }),
  COUNTRY_COOKIE: text({
    default: 'country_id',
    form: { pattern: COOKIE_NAME, words: 'the name of a cookie: letters, digits, "_", "." and "-"' },
    help: 'The cookie that names the country of the visitor where no header does.',
  }),
  FACEBOOK_APP_ID: text({
    form: { pattern: /^[0-9]+$/, words: 'a number' },
    help: [
      'The Facebook app whose dialogs share a report. The app of the sign-in (FACEBOOK_CLIENT_ID) will do, but is not',
      'taken unasked: Facebook opens its dialogs only for an app that is set up for sharing. Empty: the plain sharing',
      'page of Facebook, and no Messenger.',
    ],
  }),
  FACEBOOK_SDK_URL: text({
    form: scriptAddress('https://connect.facebook.net/en_US/sdk.js'),
    help: [
      "Facebook's SDK for JavaScript, such as https://connect.facebook.net/en_US/sdk.js, loaded when the share sheet",
      'opens and the visitor allows it. Empty, or without FACEBOOK_APP_ID: none, and sharing opens plain windows.',
    ],
  }),
}
