import { number, type Setting } from './entry.ts'

const limit = (initial: number, help: Setting['help'], most = 10_000_000) =>
  number({ default: initial, from: 1, to: most, help })

export const limits = {
  ASSESSMENTS_PER_HOUR: limit(
    600,
    'New assessments per hour per address (an IPv6 /64 counts as one). The demo allows more.',
  ),
  REPORTS_PER_HOUR: limit(60, 'Reports that an account can publish per hour.'),
  ACCOUNT_READS_PER_HOUR: limit(600, 'Reads of account data and reviews per hour per account.'),
  ACCOUNT_DOWNLOADS_PER_HOUR: limit(10, 'Full data downloads per hour per account.'),
  USER_LOOKUPS_PER_HOUR: limit(60, 'User lookups by id per hour per account.'),
  SIGN_INS_PER_MINUTE: limit(120, 'Sign-in requests per minute per address, counted by each process.'),
  PICTURES_PER_HOUR: limit(300, [
    'Report pictures drawn per hour, per sharing account and per requesting address. Cached pictures and link',
    "previews of shared reports don't count against the account.",
  ]),
  EVENTS_PER_VISITOR: limit(1000, 'Analytics events per hour per visitor or account.'),
  EVENTS_PER_ADDRESS: limit(30_000, 'Analytics events per hour per address.'),
  EARLY_EVENTS_PER_ADDRESS: limit(3000, [
    "Analytics events per hour per address from visitors who haven't started a test: only landing views and",
    'language choices.',
  ]),
  WECHAT_SIGNATURES_PER_HOUR: limit(
    6000,
    'WeChat JS-API signatures per hour per address; each page opened in WeChat needs one.',
  ),
  SERVICE_CALLS_PER_HOUR: limit(36_000, [
    'Calls with RESULTS_API_TOKEN per hour per address. Calls with a wrong token are counted separately, with the',
    'same limit.',
  ]),
}
