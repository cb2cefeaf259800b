/**
 * What `npm run bench -- source` looks for in the files of a tree, wherever they stand and whatever they are called, so
 * that trees of different releases compare. A probe is true of a tree when some file holds it.
 */
export type Probe = {
  what: string
  pattern: RegExp
  /** The paths that it may stand in: all code, unless said. Of tests only those below test count. */
  in?: RegExp
  /** Where the code has this, the compiler holds all files to one of them. */
  typed?: RegExp
}

/** What somebody must write by hand for one more of a kind, as an example of it has it: one probe a place. */
export const PLACES: Readonly<Record<string, readonly Probe[]>> = {
  'a setting (MARKETPLACE_SECRET, with its partner)': [
    { what: 'form', pattern: /^ {2}MARKETPLACE_SECRET: \w/m },
    { what: 'list of secrets', pattern: /^const SECRETS = \[[^\]]*'MARKETPLACE_SECRET'/m },
    { what: 'list of pairs', pattern: /second: 'MARKETPLACE_SECRET'/ },
    { what: 'a check of its own', pattern: /(settings|texts)\.MARKETPLACE_SECRET (!==|&&)/ },
    { what: '.env.example', pattern: /^MARKETPLACE_SECRET=/m, in: /^\.env\.example$/ },
    { what: 'docs/marketplace.md', pattern: /^\| `MARKETPLACE_SECRET`/m, in: /^docs/ },
  ],
  'a page (how the test works)': [
    { what: 'address', pattern: /export const how = / },
    { what: "type of its data, apart from the page's entry", pattern: /HowPageData = / },
    { what: 'entry in the contract', pattern: /^ {2}how: page<HowPageData>\(\{ address/m },
    { what: 'entry with its look', pattern: /^ {2}how: (page<HowPageData>\()?\{\n? *head/m },
    { what: 'component', pattern: /export function HowPage/ },
    { what: 'handler', pattern: /app\.get\(urls\.how|servePage\([^)]*'how'/ },
    { what: 'hidden from the API, by hand', pattern: /urls\.how, \{ schema: \{ hide: true \} \}/ },
    { what: 'cache, by hand', pattern: /app\.get\(urls\.how,[\s\S]{0,600}cache/i },
    { what: 'findable, by hand', pattern: /findableAt: [^\n]*urls\.how/ },
    { what: 'docs/addresses.md', pattern: /^GET \/languageassessment\/how /m, in: /^docs\/addresses\.md$/ },
    { what: 'texts', pattern: /"how\.title"/, in: /^data\/texts/ },
  ],
  'an endpoint (the flag on a question)': [
    { what: 'address', pattern: /export const (flag|itemReport) = / },
    { what: 'entry in the contract', pattern: /export const (flagItem|reportItem) = / },
    { what: 'handler', pattern: /\.\.\.(flagItem|reportItem)\b/ },
    { what: 'registration', pattern: /(flagRoutes|reviewRoutes)\(app, / },
    { what: 'SQL', pattern: /insertInto\('item_reports'\)|insert into item_reports/ },
    { what: 'docs/api.md', pattern: /items\/\{position\}\/report/, in: /^docs\/api\.md$/ },
    { what: 'docs/addresses.md', pattern: /items\/:?\{?position\}?\/report/, in: /^docs\/addresses\.md$/ },
    { what: 'example for roles', pattern: /'POST [^']*items\/:position\/report': \{/, in: /^test\/security/ },
    { what: 'example for faults', pattern: /'POST [^']*items\/:position\/report': send/, in: /^test\/faults/ },
  ],
  'an hourly limit (reports shared)': [
    { what: 'setting', pattern: /^ {2}REPORTS_PER_HOUR: \w/m },
    { what: '.env.example', pattern: /^REPORTS_PER_HOUR=/m, in: /^\.env\.example$/ },
    { what: 'type of limits', pattern: /^ {2}reports: Limit$/m },
    { what: 'names of settings', pattern: /\| 'REPORTS_PER_HOUR'/ },
    { what: 'creation', pattern: /reports: limit\('reports', settings\.REPORTS_PER_HOUR\)/ },
    { what: 'entry', pattern: /reports: \{ perHour: 'REPORTS_PER_HOUR'/ },
    { what: 'at the route', pattern: /limits\.reports\(|limit: 'reports'/ },
  ],
}

/** Facts, each with what an owner of it looks like: the files that hold it are counted. */
export const OWNERS: readonly Probe[] = [
  {
    what: 'whose attempt it is',
    pattern: /user_id is null and (assessments\.)?visitor = \$|where\('user_id', 'is', null\), where\('visitor'/,
    in: /^src\/.*(?<!released)\.(ts|json)$/,
  },
  {
    what: 'a result of an account goes to the webhook',
    pattern: /insertInto\('result_deliveries'\)|insert into result_deliveries \(assessment_id, traceparent\)/,
  },
  {
    what: 'a sealed text with an expiry',
    pattern: /^(?=[\s\S]*createHmac\('sha256', key\))[\s\S]*(expires|until|Date\.now\(\))/i,
    in: /^src\/server\/(?!process|jobs)/,
  },
  {
    what: 'names of secrets',
    pattern: /^const SECRETS = \[|# .*GOOGLE_CLIENT_SECRET, FACEBOOK_CLIENT_SECRET/m,
    in: /^(src|\.env)/,
  },
  {
    what: 'a list with commas in a setting',
    pattern: /(?:PHONE_COUNTRIES|EMBED_ORIGINS|setting|value|emails|STAFF_EMAILS)\)?\s*\.split\(['/]/i,
    in: /^src\/(?!web).*(?<!interface-language)\.ts$/,
  },
  { what: 'names of our cookies', pattern: /'embedded_visitor'/, typed: /: CookieName\b/, in: /^src/ },
  { what: 'security headers', pattern: /'x-content-type-options': 'nosniff'|HelmetOptions \{/ },
  { what: 'HTML escaped', pattern: /'<': '&lt;'|escapeHtml = |function escapeHtml/ },
  { what: 'the callback of OAuth', pattern: /redeemTransaction\(\w+, / },
  { what: 'chance of the system', pattern: /randomInt\(2 \*\* 32\) \/ 2 \*\* 32/ },
  { what: 'imports read from source', pattern: /const IMPORT = |staticImports|from '\(\\\.\[\^'\]\+\)'/, in: /\.ts$/ },
  { what: 'files below a folder', pattern: /(const|function) filesBelow/, in: /\.ts$/ },
  { what: 'faults of a reader', pattern: /function judgmentFaults/ },
  {
    what: '“scored higher than” in texts',
    pattern: /"[\w.]+": "(You s|S)cored higher than \{percent\}%"/,
    in: /^data\/texts\/(\w+\/)?en\.json$/,
  },
  { what: 'settings for tests', pattern: /SIGN_INS_PER_MINUTE: '1000000'/, in: /^harness/ },
  {
    what: 'an example request for an endpoint',
    pattern: /'POST \/v1\/assessments\/:id\/items\/:position\/report': /,
    in: /^test/,
  },
]

/** Lists apart from what they list, which must be changed with it. */
export const LISTS: readonly Probe[] = [
  {
    what: 'secrets',
    pattern: /^const SECRETS = \[/m,
    in: /^src\/.*settings?[^/]*(?<!\.test)\.ts$|^src\/server\/setting/,
  },
  { what: 'pairs of settings', pattern: /^const PAIRS: readonly \{ first: string/m },
  { what: 'words for the forms of settings', pattern: /^const ALLOWED: /m, in: /^src/ },
  { what: '.env.example', pattern: /^PORT=/m, in: /^\.env\.example$/ },
  { what: 'cookies beside a marketplace', pattern: /^const OUR_COOKIES = new Set\(\[/m },
  { what: 'routes that sign in', pattern: /SIGN_IN_ROUTES: ReadonlySet/ },
  { what: 'which routes show pages', pattern: /export function wantsPage[\s\S]{0,300}\/\^\\\// },
  { what: 'ways to sign in by route', pattern: /const waysByRoute/ },
  { what: 'limits, as a type', pattern: /^export type Limits = \{/m },
  { what: 'settings of limits', pattern: /^type LimitSettings = Pick<\n/m },
  { what: 'limits, as they are made', pattern: /assessments: limit\('assessments'/ },
  { what: 'forwarded calls', pattern: /MARKETPLACE_CALLS: readonly Call\[\]/ },
  { what: 'what is due by retention', pattern: /^const OUTLIVED = \{/m },
  { what: 'addresses, in docs', pattern: /^GET /m, in: /^docs\/addresses\.md$/ },
  { what: 'pages, in the contract', pattern: /^export const pages = \{/m },
  { what: 'pages, with their looks', pattern: /^export const PAGES/m, in: /^src\/web/ },
  { what: 'example requests for roles', pattern: /'POST \/v1\/reports': \{/, in: /^test\/security/ },
  { what: 'example requests for faults', pattern: /'POST \/v1\/[\w/:]+': send/, in: /^test\/faults/ },
  { what: 'tables that belong to accounts', pattern: /^const OWNED = \[/m },
]
