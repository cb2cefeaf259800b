import type { IncomingMessage, ServerResponse } from 'node:http'
import AjvCompiler from '@fastify/ajv-compiler'
import cookie from '@fastify/cookie'
import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySchemaCompiler,
  type FastifySerializerCompiler,
  type RawServerDefault,
} from 'fastify'
import type { RouteConfig } from '#contract/endpoint.ts'
import { ResultMessage } from '#contract/results.ts'
import type { Settings } from '#settings/settings.ts'
import { refuseMalformedAddress } from './errors.ts'
import { loggerOptions, OneLineEach, requestIdOf, traceOf } from './logging.ts'
import {
  redirectTrailingSlash,
  refuseBadHost,
  refuseCrossSite,
  refuseOtherHosts,
  refuseOtherSites,
  refuseUnreadable,
  refuseUnusableAddress,
  refuseUnusableBody,
  trustPublicUrl,
} from './request-checks.ts'
import { securityHeaders } from './security-headers.ts'

/** Fastify with schemas that type their handlers. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig extends RouteConfig {}
}

export type ServerOptions = {
  settings: Settings
  /** Aborted once the process is told to stop. */
  stopping?: AbortSignal | undefined
  /** Serves only these host names; all if omitted. */
  hosts?: readonly string[] | undefined
  /** Receives the log lines instead of standard output. */
  logTo?: { write: (line: string) => void } | undefined
}

const MAX_BODY_BYTES = 64 * 1024
const MAX_ADDRESS_LENGTH = 16 * 1024
/** Timeouts for receiving the headers and the whole request, which has a body of at most 64 kB. */
const HEADERS_MS = 5000
const REQUEST_MS = 10_000
/** An idle connection, such as a client that stops reading. Longer than any timeout that a setting allows. */
const IDLE_MS = 70_000

/**
 * Schemas never reference others, and no app has its own options, so compiled code serves every route and app of the
 * process. Optimized validators aren't faster and take longer to compile. A test checks the schemas themselves, so the
 * first request doesn't have to wait for that.
 */
const compileValidator = AjvCompiler()(
  {},
  { customOptions: { coerceTypes: false, removeAdditional: false, code: { optimize: false }, validateSchema: false } },
)
const compileSerializer = SerializerSelector()({})
const serializers = new WeakMap<object, SerializerSelector.Serializer>()

/**
 * Compiling every schema would add 60 ms to startup for validators and 60 ms for serializers (10% in all), and half of
 * that for each additional app in a test run. So each is compiled when a request first needs it.
 */
const validatorAtFirstUse: FastifySchemaCompiler<unknown> = (route) => {
  let compiled: ReturnType<typeof compileValidator> | undefined
  const validate: ReturnType<FastifySchemaCompiler<unknown>> = (data) => {
    compiled ??= compileValidator(route)
    const isValid = compiled(data) as boolean
    // Fastify reads them from the function that it calls.
    validate.errors = compiled.errors ?? null
    return isValid
  }
  return validate
}

/** For the same reason as the validators. Most replies share the error schema. */
const serializerAtFirstUse: FastifySerializerCompiler<unknown> = ({ httpStatus = '', ...route }) => {
  const schema = route.schema as object
  let serialize: SerializerSelector.Serializer | undefined
  return (reply) => {
    if (!serialize) {
      serialize = serializers.get(schema) ?? compileSerializer({ ...route, httpStatus })
      serializers.set(schema, serialize)
    }
    return serialize(reply)
  }
}

/** A server without routes: limits, log, headers, cookies, and the checks on every request. */
export async function createServer({ settings, stopping, hosts, logTo }: ServerOptions): Promise<App> {
  const app: App = fastify({
    logger: loggerOptions(settings.LOG_LEVEL, logTo),
    bodyLimit: MAX_BODY_BYTES,
    // The route's schema refuses long parameters with the contract's error.
    routerOptions: { maxParamLength: MAX_ADDRESS_LENGTH },
    frameworkErrors: refuseMalformedAddress,
    // While the server stops, requests on open connections are still answered.
    return503OnClosing: false,
    requestTimeout: REQUEST_MS,
    connectionTimeout: IDLE_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 2000 },
    genReqId: requestIdOf,
    childLoggerFactory: (logger, bindings, options, request) =>
      logger.child({ ...bindings, ...traceOf(request) }, options),
    logController: new OneLineEach(),
    clientErrorHandler: refuseUnreadable,
    trustProxy: [...settings.TRUSTED_PROXIES],
  }).withTypeProvider<TypeBoxTypeProvider>()

  // Node's own handling of an idle connection leaks the files that were being sent on it.
  app.server.on('timeout', (socket) => socket.destroy())
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorAtFirstUse)
  app.setSerializerCompiler(serializerAtFirstUse)
  securityHeaders(app, settings)
  await app.register(cookie)
  await app.register(swagger, {
    // Endpoints without `access` aren't part of the API.
    transform: ({ schema, url, route }) => ({ schema: { ...schema, hide: !route.config?.access }, url }),
    openapi: {
      openapi: '3.1.1',
      info: { title: 'Language Assessment', description: 'A free adaptive language-level quiz', version: '1' },
      components: { securitySchemes: { service: { type: 'http', scheme: 'bearer' } } },
      webhooks: {
        'assessment.finished': {
          post: {
            requestBody: { content: { 'application/json': { schema: ResultMessage as never } } },
            responses: { '2XX': { description: 'taken' } },
          },
        },
      },
    },
  })
  trustPublicUrl(app, settings)
  app.addHook('onRequest', refuseBadHost)
  if (hosts) app.addHook('onRequest', refuseOtherHosts(hosts))
  app.addHook('onRequest', redirectTrailingSlash)
  app.addHook('onRequest', refuseUnusableAddress)
  app.addHook('onRequest', refuseCrossSite)
  // For a GET that writes: the hook checks only other methods.
  app.addHook('onRoute', (route) => {
    if (route.config?.writes) route.onRequest = [refuseOtherSites, route.onRequest ?? []].flat()
  })
  app.addHook('preValidation', refuseUnusableBody)
  // These hooks use callbacks, because a promise per hook would slow down every request.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Any reply may be personal, so caches don't store replies by default (OWASP ASVS 5.0, 14.2.2).
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
    if (stopping?.aborted) reply.header('connection', 'close')
    done()
  })
  return app
}

/** Makes the routes in a scope accept plain HTML forms, parsed into an object of strings. */
export function acceptForms(scope: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
}
