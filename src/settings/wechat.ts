import { text } from './entry.ts'
import { ORIGIN, PATH } from './forms.ts'

const LETTERS_AND_DIGITS = { pattern: /^[A-Za-z0-9]+$/, words: 'letters and digits' }
const MINI_PROGRAM_PAGE = { pattern: /^\/[\w/-]+$/, words: PATH }

export const wechat = {
  WECHAT_APP_ID: text({
    needs: ['WECHAT_APP_SECRET'],
    form: LETTERS_AND_DIGITS,
    help: 'WeChat official account for JS-API signatures. Empty: no signatures.',
  }),
  WECHAT_APP_SECRET: text({
    isSecret: true,
    needs: ['WECHAT_APP_ID'],
    form: LETTERS_AND_DIGITS,
    help: 'Secret of that account.',
  }),
  WECHAT_API_URL: text({
    default: 'https://api.weixin.qq.com',
    form: ORIGIN,
    help: "WeChat's API, which issues tickets.",
  }),
  WECHAT_SCORE_PAGE: text({
    default: '/pages/assessment/score',
    form: MINI_PROGRAM_PAGE,
    help: 'Mini-program page that opens at the end of a test, with language and level.',
  }),
  WECHAT_SIGN_IN_PAGE: text({
    default: '/pages/assessment/sign-in',
    form: MINI_PROGRAM_PAGE,
    mayBeNone: true,
    help: "Mini-program page for signing in (docs/marketplace.md). none: only the wall's other options.",
  }),
  WECHAT_SHARE_PAGE: text({
    default: '/pages/assessment/share',
    form: MINI_PROGRAM_PAGE,
    mayBeNone: true,
    help: 'Mini-program page that shares a result, with language and level. none: our own share sheet.',
  }),
}
