import { list, text } from './entry.ts'
import { WEB_ADDRESS } from './forms.ts'

/** Finished tests in other systems. */
export const results = {
  RESULTS_WEBHOOK_URL: text({
    needs: ['RESULTS_WEBHOOK_SECRET'],
    form: WEB_ADDRESS,
    help: 'Where each finished test is posted (docs/marketplace.md). Empty: nowhere.',
  }),
  RESULTS_WEBHOOK_SECRET: list({
    isSecret: true,
    needs: ['RESULTS_WEBHOOK_URL'],
    form: {
      // As https://www.standardwebhooks.com wants it: 24 to 64 bytes.
      pattern: /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
      words: '"whsec_" and 24 to 64 bytes in base64, or several such secrets with commas between',
    },
    help: [
      'The secret that signs them, as https://www.standardwebhooks.com specifies: whsec_ and 24 to 64 random bytes in',
      'base64 (`openssl rand -base64 32`). With two and a comma between, both sign, so that a secret can be replaced.',
    ],
  }),
  RESULTS_API_TOKEN: list({
    isSecret: true,
    form: {
      pattern: /^[\x21-\x2b\x2d-\x7e]{32,}$/,
      words: 'a secret of at least 32 printable ASCII characters without spaces, or several with commas between',
    },
    help: [
      'The bearer token, 32 characters or more, with which another server reads, exports and deletes what is stored',
      'about a person. Two, with a comma between, let one be replaced. Empty: there are no such calls.',
    ],
  }),
}
