import { list, text } from './entry.ts'
import { PLAIN_ADDRESS } from './forms.ts'
import { SCOPES } from './oidc-providers.ts'

/** Who sees /insights and takes down posts (docs/sign-in.md). */
export const staff = {
  STAFF_EMAILS: list({
    form: { pattern: /^\S+$/, words: 'addresses with commas between, without spaces within' },
    help: [
      'Who is staff and sees /insights: email addresses, with commas between. Without a linked marketplace, their',
      'accounts also take down posts once they have proved the address.',
    ],
  }),
  STAFF_ISSUER: text({
    needs: ['STAFF_CLIENT_ID', 'CODE_PEPPER', ['STAFF_EMAILS', 'STAFF_CLAIM']],
    form: { ...PLAIN_ADDRESS, words: 'a web address such as https://sso.example.com' },
    help: [
      'Where staff sign in apart from learners, beside a linked marketplace too: an OpenID Connect issuer (callback:',
      '/auth/staff/callback). Whoever has a verified address of STAFF_EMAILS there, or the claim STAFF_CLAIM, gets in.',
    ],
  }),
  STAFF_CLIENT_ID: text({ needs: ['STAFF_ISSUER'], help: 'The client of this service there.' }),
  STAFF_CLIENT_SECRET: text({
    isSecret: true,
    needs: ['STAFF_CLIENT_ID'],
    help: 'The secret of that client, if it has one.',
  }),
  STAFF_SCOPES: text({
    default: 'openid email',
    form: SCOPES,
    help: 'What it is asked for; the claim may need a scope of its own.',
  }),
  STAFF_CLAIM: text({
    needs: ['STAFF_ISSUER'],
    form: { pattern: /^[^=\s]+=.+$/, words: 'a claim and its value, such as groups=editors' },
    help: 'The claim by which it says who is staff, and its value, such as groups=editors.',
  }),
}
