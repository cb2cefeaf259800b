import { text } from './entry.ts'
import { ORIGIN, PATH, scriptAddress } from './forms.ts'

const LETTERS_AND_DIGITS = { pattern: /^[A-Za-z0-9]+$/, words: 'letters and digits' }
const MINI_PROGRAM_PAGE = { pattern: /^\/[\w/-]+$/, words: PATH }

export const wechat = {
  WECHAT_APP_ID: text({
    needs: ['WECHAT_APP_SECRET'],
    form: LETTERS_AND_DIGITS,
    help: 'The WeChat official account whose JS-API pages may use. Empty: there is no call for signatures.',
  }),
  WECHAT_APP_SECRET: text({
    isSecret: true,
    needs: ['WECHAT_APP_ID'],
    form: LETTERS_AND_DIGITS,
    help: 'The secret of that account.',
  }),
  WECHAT_API_URL: text({
    default: 'https://api.weixin.qq.com',
    form: ORIGIN,
    help: "Where WeChat's API is asked for tickets.",
  }),
  WECHAT_JSSDK_URL: text({
    default: 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
    form: scriptAddress('https://res.wx.qq.com/open/js/jweixin-1.6.0.js'),
    help: "WeChat's JS-SDK, which the quiz page loads in WeChat and its mini-programs, and nowhere else.",
  }),
  WECHAT_SCORE_PAGE: text({
    default: '/pages/assessment/score',
    form: MINI_PROGRAM_PAGE,
    help: "The mini-program's page that the end of a test relaunches, with language and level.",
  }),
  WECHAT_SIGN_IN_PAGE: text({
    default: '/pages/assessment/sign-in',
    form: MINI_PROGRAM_PAGE,
    mayBeNone: true,
    help: [
      "The mini-program's page that the wall opens to sign in (docs/marketplace.md), or none: only the other ways of",
      'the wall.',
    ],
  }),
  WECHAT_SHARE_PAGE: text({
    default: '/pages/assessment/share',
    form: MINI_PROGRAM_PAGE,
    mayBeNone: true,
    help: "The mini-program's page that shares a result, with language and level, or none: our own share sheet.",
  }),
}
