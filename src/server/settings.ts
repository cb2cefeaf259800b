import { isIP } from 'node:net'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { PERCENTILE_SOURCES } from '#quiz/percentile.ts'
import { LEVEL_RULES } from '#quiz/test-plan.ts'
import { listNames, marketplaceFaults, marketplaceSettings } from './marketplace-settings.ts'
import { describeFault, halfSetPairs, misspelledNames, readSecretFiles } from './setting-faults.ts'
import { signInFaults, signInSettings } from './sign-in-settings.ts'

/** An https origin as browsers serialize it; http on localhost only, for trying it out. */
const EMBEDDER = '(https://[a-z0-9.-]+|http://(localhost|127\\.0\\.0\\.1))(:[0-9]+)?'

const Settings = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  DATA_DIR: Type.String({ minLength: 1, default: './.data' }),
  DATABASE_URL: Type.String({ pattern: '^(postgres(ql)?://.+)?$', default: '' }),
  DATABASE_POOL_SIZE: Type.Integer({ minimum: 1, maximum: 1000, default: 10 }),
  DATABASE_PREPARE: Type.Enum(['0', '1'], { default: '1' }),
  ALLOW_PGLITE: Type.Enum(['', '0', '1'], { default: '' }),
  WEB_CONCURRENCY: Type.Integer({ minimum: 1, maximum: 256, default: 1 }),
  STOP_NOTICE_SECONDS: Type.Integer({ minimum: 0, maximum: 5, default: 1 }),
  PAGES_AT_ONCE: Type.Integer({ minimum: 1, maximum: 10_000, default: 16 }),
  PAGES_WAITING: Type.Integer({ minimum: 0, maximum: 100_000, default: 200 }),
  METRICS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  METRICS_HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  REDIS_URL: Type.String({ pattern: '^(rediss?://.+)?$', default: '' }),
  TRUSTED_PROXIES: Type.String({ default: '' }),
  ASSESSMENTS_PER_HOUR: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 600 }),
  ACCOUNT_ASSESSMENTS_PER_DAY: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 20 }),
  VISITOR_ASSESSMENTS_PER_DAY: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 100 }),
  KEY_PACE_MS: Type.Integer({ minimum: 0, maximum: 60_000, default: 1200 }),
  REPORTS_PER_HOUR: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 60 }),
  ACCOUNT_READS_PER_HOUR: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 600 }),
  ACCOUNT_DOWNLOADS_PER_HOUR: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 10 }),
  SIGN_INS_PER_MINUTE: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 120 }),
  PICTURES_PER_HOUR: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 300 }),
  EVENTS_PER_VISITOR: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1000 }),
  EVENTS_PER_ADDRESS: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 30_000 }),
  EARLY_EVENTS_PER_ADDRESS: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 3000 }),
  WECHAT_SIGNATURES_PER_HOUR: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 6000 }),
  LEVEL_RULE: Type.Enum([...LEVEL_RULES], { default: 'staircase' }),
  CALIBRATION: Type.String({ pattern: '^([A-Za-z0-9_-]+|.+\\.json)?$', default: '' }),
  THAN_SOURCE: Type.Enum([...PERCENTILE_SOURCES], { default: 'specification' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { default: 'warn' }),
  APP_USER_AGENT_TOKEN: Type.String({ minLength: 3, default: 'LanguageQuizApp' }),
  APP_TOKEN_SECRET: Type.String({ pattern: '^(.{32,})?$', default: '' }),
  COUNTRY_HEADER: Type.String({ pattern: '^[A-Za-z0-9-]*$', default: '' }),
  COUNTRY_COOKIE: Type.String({ pattern: '^[A-Za-z0-9_.-]+$', default: 'country_id' }),
  BRAND_DIR: Type.String({ default: '' }),
  AVATAR_BASE_URL: Type.String({ pattern: '^(https://[^\\s?#;,]+/|)$', default: '' }),
  CONSENT: Type.Enum(['ask', 'off'], { default: 'off' }),
  EMBED_ORIGINS: Type.String({ pattern: `^(${EMBEDDER}(,${EMBEDDER})*)?$`, default: '' }),
  UNCLAIMED_DAYS: Type.Integer({ minimum: 1, maximum: 3650, default: 90 }),
  EVENTS_RETENTION_DAYS: Type.Integer({ minimum: 1, maximum: 3650, default: 180 }),
  EVENTS_SINK_URL: Type.String({ pattern: '^(https?://[^\\s]+)?$', default: '' }),
  EVENTS_SINK_FORMAT: Type.Enum(['segment', 'cloudevents'], { default: 'segment' }),
  EVENTS_SINK_TOKEN: Type.String({ pattern: '^[\\x21-\\x7e]*$', default: '' }),
  PUBLIC_URL: Type.String({ pattern: '^(https?://[^/?#]+)?$', default: '' }),
  BASE_PATH: Type.String({ pattern: '^((/[A-Za-z0-9_-]+)+)?$', default: '' }),
  ...signInSettings,
  FACEBOOK_APP_ID: Type.String({ pattern: '^[0-9]*$', default: '' }),
  FACEBOOK_SDK_URL: Type.String({ pattern: '^(https://[^\\s"\'<>&;,]+)?$', default: '' }),
  SMTP_URL: Type.String({ pattern: '^(smtps?://.+)?$', default: '' }),
  MAIL_FROM: Type.String({ minLength: 3, default: 'Language Assessment <no-reply@localhost>' }),
  SMS_URL: Type.String({ pattern: '^(https?://.+)?$', default: '' }),
  SMS_TOKEN: Type.String({ default: '' }),
  PHONE_COUNTRIES: Type.String({
    pattern: '^[A-Za-z]{2}( *, *[A-Za-z]{2})*$',
    default: 'US,CA,GB,IE,AU,NZ,DE,AT,CH,FR,BE,LU,NL,ES,PT,IT,MX,BR,JP,KR,CN,TW,HK,SG,RU',
  }),
  CODE_PEPPER: Type.String({ pattern: '^(.{16,})?$', default: '' }),
  CODE_RESEND_SECONDS: Type.Integer({ minimum: 1, maximum: 600, default: 30 }),
  CODES_PER_TARGET: Type.Integer({ minimum: 1, maximum: 100, default: 5 }),
  CODES_PER_TARGET_ALTOGETHER: Type.Integer({ minimum: 1, maximum: 1000, default: 20 }),
  CODES_PER_ADDRESS: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 60 }),
  CODES_PER_NUMBER_RANGE: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 40 }),
  CODES_PER_HOUR: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 2000 }),
  SMS_PER_HOUR: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 200 }),
  SMS_PER_DAY: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 1000 }),
  SMS_VERIFIED_PERCENT: Type.Integer({ minimum: 0, maximum: 100, default: 20 }),
  PROOF_BITS: Type.Integer({ minimum: 1, maximum: 28, default: 18 }),
  WRONG_CODES_PER_SITE: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 30 }),
  WRONG_CODES_PER_HOUR: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 300 }),
  ...marketplaceSettings,
  COMMUNITY_POSTS_PER_DAY: Type.Integer({ minimum: 1, maximum: 10_000, default: 10 }),
  WEB_BASE_URL: Type.String({ pattern: '^(https?://[^\\s?#"<>]*[^\\s?#"<>/])?$', default: '' }),
  APP_URL_SCHEME: Type.String({
    pattern: '^(?!https?:|javascript:|data:)[a-z][a-z0-9+.-]*://$',
    default: 'languageapp://',
  }),
  WECHAT_APP_ID: Type.String({ pattern: '^[A-Za-z0-9]*$', default: '' }),
  WECHAT_APP_SECRET: Type.String({ pattern: '^[A-Za-z0-9]*$', default: '' }),
  WECHAT_API_URL: Type.String({ pattern: '^https?://[^\\s?#/]+$', default: 'https://api.weixin.qq.com' }),
  WECHAT_JSSDK_URL: Type.String({
    pattern: '^https://[^\\s"\'<>&;,]+$',
    default: 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
  }),
  WECHAT_SCORE_PAGE: Type.String({ pattern: '^/[\\w/-]+$', default: '/pages/assessment/score' }),
  WECHAT_SIGN_IN_PAGE: Type.String({ pattern: '^(/[\\w/-]+)?$', default: '/pages/assessment/sign-in' }),
  WECHAT_SHARE_PAGE: Type.String({ pattern: '^(/[\\w/-]+)?$', default: '/pages/assessment/share' }),
})

export type Settings = Type.Static<typeof Settings>

/** Settings that all processes must share. */
function missingWithRedis(settings: Settings): string[] {
  if (!settings.REDIS_URL || settings.CODE_PEPPER) return []
  return ['  CODE_PEPPER: is required with REDIS_URL, with the same value in all processes']
}

/** A proxy terminates HTTPS. Unless its X-Forwarded-Proto is trusted, cookies lack Secure. */
function missingWithHttps({ PUBLIC_URL, TRUSTED_PROXIES }: Settings): string[] {
  return PUBLIC_URL.startsWith('https:') && !TRUSTED_PROXIES
    ? ['  TRUSTED_PROXIES: is required with an https PUBLIC_URL: the addresses of the proxies that terminate HTTPS']
    : []
}

/** Without it, absolute URLs come from the Host header, which the client controls: in shared caches, mails and callbacks that would mislead others. */
function missingPublicUrl({ PUBLIC_URL }: Settings): string[] {
  return PUBLIC_URL
    ? []
    : ['  PUBLIC_URL: is required: where people reach this service, such as https://quiz.example.com']
}

/** The placeholders for secrets in the manifests of deploy/. */
const PLACEHOLDER = /change-?me/i

function placeholders(settings: Settings): string[] {
  return Object.entries(settings)
    .filter(([, value]) => typeof value === 'string' && PLACEHOLDER.test(value))
    .map(([name]) => `  ${name}: still has a placeholder; replace it with your own secret`)
}

/** Whether `text` is an IP address or a CIDR network. Hop counts are refused: clients can forge the first hops. */
function isProxyAddress(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return (
    bits > 0 && more.length === 0 && (prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits))
  )
}

function wrongProxies({ TRUSTED_PROXIES }: Settings): string[] {
  return listNames(TRUSTED_PROXIES)
    .filter((proxy) => !isProxyAddress(proxy))
    .map((proxy) => `  TRUSTED_PROXIES: ${proxy} is neither an IP address nor a network such as 10.0.0.0/8`)
}

/**
 * Reads all settings from `environment`, with defaults; `.env.example` explains each. Production requires a database server unless
 * ALLOW_PGLITE allows the embedded one.
 * @throws Error with one message that lists every problem
 */
export function readSettings(given: Record<string, string | undefined>, { isProduction = false } = {}): Settings {
  const names = Object.keys(Settings.properties)
  const { environment, problems } = readSecretFiles(given)
  const set = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
  const settings = Value.Convert(Settings, Value.Default(Settings, set))
  const faulty = new Set([...Value.Errors(Settings, settings)].map(({ instancePath }) => instancePath.slice(1)))
  for (const name of faulty) problems.push(describeFault(name, Settings.properties[name as keyof Settings]))
  problems.push(...misspelledNames(environment, names), ...halfSetPairs(environment))
  if (isProduction && !environment.DATABASE_URL && environment.ALLOW_PGLITE !== '1')
    problems.push('  DATABASE_URL: is required; or set ALLOW_PGLITE=1 to use PGlite, with one process')
  if ((settings as Settings).WEB_CONCURRENCY > 1 && !(isProduction && environment.DATABASE_URL))
    problems.push('  WEB_CONCURRENCY: more than one process requires "npm run serve" and DATABASE_URL')
  if (problems.length === 0)
    for (const check of [marketplaceFaults, signInFaults, missingWithRedis, wrongProxies])
      problems.push(...check(settings as Settings))
  if (problems.length === 0 && isProduction)
    for (const check of [missingPublicUrl, missingWithHttps, placeholders])
      problems.push(...check(settings as Settings))
  if (problems.length > 0) throw new Error(`Invalid settings (see .env.example):\n${problems.join('\n')}`)
  return settings as Settings
}
