const deep = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

export const NASTY_STRINGS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\u0001\b\u001b[2J\u007f\u0085',
  '\ud800',
  'a\udc00b',
  '\u202e\u2066rtl',
  '👩‍👩‍👧‍👦🇩🇪',
  'Z̷̡̢a̵̛l͠g̸o'.repeat(20),
  "' OR 1=1; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'x'.repeat(20_000),
  '\r\nBcc: a@example.test',
  '１２３４５６',
  '٠١٢٣٤٥',
  '%00',
  'null',
  'urn:uuid:00000000-0000-0000-0000-000000000000',
]

/** Characters to insert into valid text. */
export const NASTY_CHARACTERS = [
  '\u0000',
  '\u0000',
  '\u0000',
  '\u0001',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u202e',
  '\ufeff',
  '\ud800',
  '\udc00',
]

export const NASTY_VALUES: unknown[] = [
  null,
  true,
  [],
  {},
  -1,
  0,
  -0,
  1.5,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  [null],
  [[]],
  { length: 3 },
  ...NASTY_STRINGS,
]

/** Days at the limits of JavaScript and Postgres. */
export const EDGE_DAYS = [
  '0000-01-01',
  '0001-01-01',
  '0099-12-31',
  '1969-12-31',
  '2024-02-29',
  '2100-02-28',
  '9999-12-31',
]

export const EDGE_INSTANTS = [
  ...EDGE_DAYS.flatMap((day) => [`${day}T00:00:00Z`, `${day}T23:59:59.999Z`]),
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2016-12-31T23:59:60Z',
  '2026-11-22 08:00:00Z',
]

/** Bodies that aren't a JSON object of the schema, as bytes. */
export const RAW_BODIES = [
  '',
  '{',
  '\ufeff{}',
  'null',
  '[]',
  '"text"',
  '1e400',
  deep(10_000),
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"language":1e400}',
  `{"language":"${'x'.repeat(70_000)}"}`,
]

export const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  ' application/json',
  'application/json\t; x',
  'application/json garbage',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'APPLICATION/JSON',
  'application/xml',
]

export const NASTY_HOSTS = [
  '',
  ' ',
  'a b',
  '[::1',
  ':80',
  'x:99999',
  'x:y',
  'a/b',
  'u@x',
  '%zz',
  'a,b',
  '..',
  'evil.example',
  '1.2.3.4.5',
  'x'.repeat(300),
]
