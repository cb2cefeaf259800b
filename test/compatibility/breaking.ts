import type { OpenApi, Operation, Promised, Schema } from './promised.ts'

/**
 * Who has to understand a value. What others send us may become wider, what we send may become narrower; the other way
 * round breaks them.
 */
type Direction = 'sent to us' | 'sent by us'

const list = <Value>(value: Value | Value[] | undefined): Value[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The limits of a schema; `upper` ones widen upwards. */
const LIMITS = {
  upper: ['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum', 'maxProperties'],
  lower: ['minLength', 'minItems', 'minimum', 'exclusiveMinimum', 'minProperties'],
} as const

/** What else bounds a value: we cannot tell which of two is wider. */
const FORMS = ['pattern', 'format', 'uniqueItems', 'multipleOf', 'const'] as const

const limit = (schema: Schema, name: string, otherwise: number) =>
  typeof schema[name] === 'number' ? (schema[name] as number) : otherwise

/** Limits and forms of what others send: none may become narrower. */
function narrowed(before: Schema, now: Schema, at: string): string[] {
  return [
    ...LIMITS.upper.filter((name) => limit(now, name, Infinity) < limit(before, name, Infinity)),
    ...LIMITS.lower.filter((name) => limit(now, name, -Infinity) > limit(before, name, -Infinity)),
    ...FORMS.filter((name) => now[name] !== undefined && !same(before[name], now[name])),
  ].map((name) => `${at}: ${name} was ${JSON.stringify(before[name])} and is ${JSON.stringify(now[name])}`)
}

function values(before: Schema, now: Schema, at: string, direction: Direction): string[] {
  const gone = (before.enum ?? []).filter((value) => now.enum && !now.enum.includes(value))
  // A client reads over values that it does not know, as docs/compatibility.md says.
  return direction === 'sent to us' ? gone.map((value) => `${at}: ${JSON.stringify(value)} is no longer taken`) : []
}

function types(before: Schema, now: Schema, at: string, direction: Direction): string[] {
  const [had, has] = [list(before.type), list(now.type)]
  const wider = (one: string, others: string[]) =>
    others.includes(one) || (one === 'integer' && others.includes('number')) || others.length === 0
  const broken =
    direction === 'sent to us' ? had.some((type) => !wider(type, has)) : has.some((type) => !wider(type, had))
  return broken ? [`${at}: its type was ${had.join(' or ')} and is ${has.join(' or ')}`] : []
}

function properties(before: Schema, now: Schema, at: string, direction: Direction): string[] {
  const [had, has] = [before.properties ?? {}, now.properties ?? {}]
  const [needed, needs] = [before.required ?? [], now.required ?? []]
  const isStrict = direction === 'sent by us' || now.additionalProperties === false
  return [
    ...Object.keys(had)
      .filter((name) => isStrict && !(name in has))
      .map((name) => `${at}.${name} is gone`),
    ...(direction === 'sent to us'
      ? needs.filter((name) => !needed.includes(name)).map((name) => `${at}.${name} has to be there now`)
      : needed
          .filter((name) => name in has && !needs.includes(name))
          .map((name) => `${at}.${name} may be missing now`)),
    ...Object.entries(had).flatMap(([name, schema]) =>
      has[name] ? breakingSchema(schema, has[name], `${at}.${name}`, direction) : [],
    ),
  ]
}

const variants = (schema: Schema): Schema[] => schema.anyOf ?? [schema]

/** Each variant that one side may use has to be one that the other side knows. */
function unions(before: Schema, now: Schema, at: string, direction: Direction): string[] {
  const [used, known] = direction === 'sent to us' ? [before, now] : [now, before]
  return variants(used).flatMap((one) => {
    const tries = variants(known).map((other) =>
      direction === 'sent to us'
        ? breakingSchema(one, other, at, direction)
        : breakingSchema(other, one, at, direction),
    )
    if (tries.some((broken) => broken.length === 0)) return []
    return [`${at}: ${JSON.stringify(one).slice(0, 120)} is not as before`]
  })
}

/** What of a schema breaks those who relied on it as it was. */
function breakingSchema(before: Schema, now: Schema, at: string, direction: Direction): string[] {
  if (same(before, now)) return []
  if (before.anyOf || now.anyOf) return unions(before, now, at, direction)
  const [items, present] = [list(before.items), list(now.items)]
  return [
    ...types(before, now, at, direction),
    ...values(before, now, at, direction),
    ...properties(before, now, at, direction),
    ...(direction === 'sent to us' ? narrowed(before, now, at) : []),
    ...(direction === 'sent by us' && !same(before.const, now.const) ? [`${at}: its value is another`] : []),
    ...items.flatMap((item, index) =>
      present[index] ? breakingSchema(item, present[index], `${at}[]`, direction) : [`${at}[] is gone`],
    ),
  ]
}

const bodyOf = (content: { content?: Record<string, { schema?: Schema }> } | undefined): Schema =>
  Object.values(content?.content ?? {})[0]?.schema ?? {}

function breakingOperation(before: Operation, now: Operation, at: string): string[] {
  const [had, has] = [before.parameters ?? [], now.parameters ?? []]
  const like = (one: { name: string; in: string }) => (other: { name: string; in: string }) =>
    other.name === one.name && other.in === one.in
  return [
    ...has
      .filter((one) => one.required && !had.find(like(one))?.required)
      .map(({ name }) => `${at}: ${name} has to be there now`),
    ...had.flatMap((one) =>
      breakingSchema(one.schema ?? {}, has.find(like(one))?.schema ?? {}, `${at}: ${one.name}`, 'sent to us'),
    ),
    ...(now.requestBody && !before.requestBody && now.requestBody.required ? [`${at}: needs a body now`] : []),
    ...breakingSchema(bodyOf(before.requestBody), bodyOf(now.requestBody), `${at}: body`, 'sent to us'),
    ...Object.entries(before.responses ?? {}).flatMap(([status, reply]) => {
      const present = now.responses?.[status]
      return present
        ? breakingSchema(bodyOf(reply), bodyOf(present), `${at}: ${status}`, 'sent by us')
        : [`${at}: no longer answers ${status}`]
    }),
  ]
}

function breakingOpenApi(before: OpenApi, now: OpenApi): string[] {
  const operations = (paths: OpenApi['paths']) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    )
  const present = new Map(operations(now.paths))
  const sent = new Map(operations(now.webhooks))
  return [
    ...operations(before.paths).flatMap(([name, operation]) => {
      const same = present.get(name)
      return same ? breakingOperation(operation, same, name) : [`${name} is gone`]
    }),
    ...operations(before.webhooks).flatMap(([name, { requestBody }]) => {
      const same = sent.get(name)
      return same
        ? breakingSchema(bodyOf(requestBody), bodyOf(same.requestBody), `webhook ${name}: body`, 'sent by us')
        : [`webhook ${name} is gone`]
    }),
  ]
}

/** One line for each difference that breaks whoever relied on `before`. */
export function breaking(before: Promised, now: Promised): string[] {
  return [
    ...breakingOpenApi(before.openapi, now.openapi),
    ...before.addresses.filter((address) => !now.addresses.includes(address)).map((address) => `${address} is gone`),
    ...Object.entries(before.events).flatMap(([name, properties]) =>
      properties
        .filter((property) => !now.events[name]?.includes(property))
        .map((property) => `event ${name}: ${property} is gone`),
    ),
    ...breakingSchema(before.embedding, now.embedding, 'message of the frame', 'sent by us'),
    ...Object.entries(before.imports).flatMap(([name, schema]) =>
      breakingSchema(schema, now.imports[name] ?? {}, `import ${name}`, 'sent to us'),
    ),
    ...Object.entries(before.migrations)
      .filter(([name, hash]) => now.migrations[name] !== hash)
      .map(([name]) => `migration ${name}: databases that have run it are refused`),
    ...Object.entries(before.settings)
      .filter(([name, initial]) => now.settings[name] !== initial)
      .map(
        ([name, initial]) => `setting ${name}: was “${initial}” by default and is “${now.settings[name] ?? 'gone'}”`,
      ),
  ]
}
