import { list, text } from './entry.ts'
import { WEB_ADDRESS } from './forms.ts'

/** Delivery of finished tests to other systems. */
export const results = {
  RESULTS_WEBHOOK_URL: text({
    needs: ['RESULTS_WEBHOOK_SECRET'],
    form: WEB_ADDRESS,
    help: 'Webhook that receives each finished assessment (docs/marketplace.md). Empty: none.',
  }),
  RESULTS_WEBHOOK_SECRET: list({
    isSecret: true,
    needs: ['RESULTS_WEBHOOK_URL'],
    form: {
      // As required by https://www.standardwebhooks.com: 24 to 64 bytes.
      pattern: /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
      words: '"whsec_" and 24 to 64 bytes in base64, or several separated by commas',
    },
    help: [
      'Signing secret, as in https://www.standardwebhooks.com: whsec_ and 24 to 64 random bytes in base64 (`openssl',
      'rand -base64 32`). To rotate it, set the new and the old one, separated by a comma; both sign.',
    ],
  }),
  RESULTS_API_TOKEN: list({
    isSecret: true,
    form: {
      pattern: /^[\x21-\x2b\x2d-\x7e]{32,}$/,
      words: 'a secret of at least 32 printable ASCII characters without spaces, or several separated by commas',
    },
    help: [
      "Bearer token (32 characters or more) for servers that read, export, or delete a person's data. To rotate it,",
      'set two, separated by a comma. Empty: these calls are off.',
    ],
  }),
}
