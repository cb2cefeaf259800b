import { number, type Setting } from './entry.ts'

const limit = (initial: number, help: Setting['help'], most = 10_000_000) =>
  number({ default: initial, from: 1, to: most, help })

export const limits = {
  ASSESSMENTS_PER_HOUR: limit(
    600,
    'New assessments an hour and address (an IPv6 network of 64 bits is one). The demo allows more.',
  ),
  REPORTS_PER_HOUR: limit(60, 'Reports that an account may make public an hour.'),
  ACCOUNT_READS_PER_HOUR: limit(600, 'How often an account may read its own page, data and reviews an hour.'),
  ACCOUNT_DOWNLOADS_PER_HOUR: limit(10, 'How often an account may download everything about it an hour.'),
  USER_LOOKUPS_PER_HOUR: limit(60, 'How often an account may look up a person by id an hour, itself included.'),
  SIGN_INS_PER_MINUTE: limit(120, [
    'Calls to sign in (codes asked for and tried, ways to a provider and back) a minute and address. Each process',
    'counts for itself.',
  ]),
  PICTURES_PER_HOUR: limit(300, [
    'Pictures of shared reports drawn an hour, for one account that shares and for one address that asks. A picture',
    'drawn before is not counted, nor for the account what previews of its links show.',
  ]),
  EVENTS_PER_VISITOR: limit(1000, 'Analytics events an hour of one visitor or account.'),
  EVENTS_PER_ADDRESS: limit(30_000, 'Analytics events an hour of one address.'),
  EARLY_EVENTS_PER_ADDRESS: limit(3000, [
    'Analytics events an hour of those at one address who have not begun a test: they may send only the landing and',
    'the choice of a language.',
  ]),
  WECHAT_SIGNATURES_PER_HOUR: limit(
    6000,
    "Signatures for WeChat's JS-API an hour and address: one for each page that is opened there.",
  ),
  SERVICE_CALLS_PER_HOUR: limit(
    36_000,
    'Calls with RESULTS_API_TOKEN an hour and address. Those with a wrong token are counted apart, up to as many.',
  ),
}
