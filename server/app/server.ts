import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { type CallName, calls, type NamedCall } from '#contract/index'
import { consoleHandlers } from './consoleHandlers.ts'
import { providerHandlers } from './providerHandlers.ts'
import { apiCallLogOf } from '../platform/apiCalls/apiCallLog.ts'
import { collector } from '../platform/analytics/collector.ts'
import type { Config } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { type PasswordCost, productCost } from '../platform/database/passwordCost.ts'
import { sql } from '../platform/database/sql.ts'
import { makeChanges } from '../platform/events/changes.ts'
import { makeEvents } from '../platform/events/events.ts'
import { handlers, shopHandlers } from './routes.ts'
import { afterResponseWorkDone } from '../access/session/afterResponse.ts'
import { runClock, watch, workers } from './workers.ts'
import { makeJobs } from '../platform/jobs/makeJobs.ts'
import { makeKeyring } from '../platform/keys/keyring.ts'
import { makeLog } from '../platform/log/log.ts'
import { makeOutbound } from '../platform/outbound/outbound.ts'
import { makeWebPush } from '../platform/outbound/webPush.ts'
import { clamavScanner } from '../platform/uploads/clamav.ts'
import { makePayments } from '../money/payments/payments.ts'
import { makePost } from '../platform/outbound/post.ts'
import { makeSms } from '../sales/messages/smsSenders.ts'
import { envelope, loggedRefusal } from '../platform/calls/answer.ts'
import type { Handler, Services } from '../platform/calls/call.ts'
import { compress } from '../platform/pages/compress.ts'
import { acceptText } from '../platform/calls/decodeBody.ts'
import { handle } from '../platform/gateway/handle.ts'
import { addProviderCalls } from '../platform/providerGateway/providerRoutes.ts'
import { addConsoleCalls } from '../platform/consoleGateway/consoleRoutes.ts'
import { limitConsole } from '../platform/consoleGateway/limitConsole.ts'
import { count } from '../platform/metrics/metrics.ts'
import { makeMaintenance } from '../platform/calls/maintenance.ts'
import { replaceWords, withLanguage } from '../platform/calls/messages.ts'
import { callLanguage } from '../platform/pages/pageLanguage.ts'
import { openToPageOrigins } from '../platform/pages/pageOrigins.ts'
import { pages } from '../platform/pages/pages.ts'
import { Refusal } from '../platform/calls/refusal.ts'
import { securityHeaders } from '../platform/pages/securityHeaders.ts'
import { makeShopTimes } from '../platform/calls/shopTime.ts'
import { addShopCalls, shopConstraint } from '../platform/shopGateway/shopRoutes.ts'
import { receiveNotifications } from '../sales/cards/receiveNotifications.ts'
import { shopAddress } from '../platform/shopGateway/shopRequest.ts'
import { makePasswords } from '../platform/calls/passwords.ts'
import { makeTokens } from '../platform/calls/token.ts'
import { inSpanOf } from '../platform/tracing/spans.ts'
import { watchForwarded } from '../platform/gateway/watchForwarded.ts'
import { makeAuthenticate } from '../platform/calls/authenticate.ts'

export type Server = {
  listen(): Promise<string>
  close(): Promise<void>
  services: Services
  /** Runs everything that is due, by the given services' clock; returns the number of deadlines. */
  runClock(services?: Services): Promise<number>
  inject: FastifyInstance['inject']
}
/**
 * `now` sets the clock in tests; `databaseUrl` is the application role's, `databaseWaitMs` how long a call waits for a connection or a lock there;
 * `passwordCost`: lower in tests, few of which are about it; `reportPartBytes`: smaller there, for files of fewer rows; `workers`: runs recurring jobs, with `watch` only those of each process.
 */
type ServerSettings = {
  config: Config
  databaseUrl: string
  databaseWaitMs?: number
  passwordCost?: PasswordCost
  reportPartBytes?: number | undefined
  now?: () => Date
  workers?: boolean | 'watch'
}

/** Tells every process of the same database what changed. */
const announceChanges = (database: Services['database'], log: Services['log']) =>
  makeChanges(
    (topics) => database.read(null, (db) => db.rows(sql`select pg_notify('change', topic) from unnest(${[...topics]}::text[]) topic`)),
    (error) => log('warn', 'change_not_told', {}, error),
  )

/** Browsers keep connections open after the last response: closes each as soon as it is idle. */
async function closeListener(app: FastifyInstance): Promise<void> {
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close().finally(() => clearInterval(closingIdle))
}

type ServiceSettings = Pick<ServerSettings, 'config' | 'databaseUrl' | 'databaseWaitMs'> & {
  passwordCost: PasswordCost
  reportPartBytes: number
  now: () => Date
}

/** What every call and every job is given; and what is closed when the server stops. */
async function makeServices(settings: ServiceSettings, log: Services['log']) {
  const { config, databaseUrl, databaseWaitMs, passwordCost, reportPartBytes, now } = settings
  const database = openDatabase({
    url: databaseUrl,
    connections: config.databaseConnections,
    ...(databaseWaitMs !== undefined && { waitMs: databaseWaitMs }),
    onLostConnection: (error) => log('warn', 'database_connection_lost', {}, error),
  })
  const jobs = makeJobs({ url: databaseUrl, log })
  const outbound = makeOutbound(config)
  const post = makePost(config, log)
  const services: Services = {
    config,
    database,
    tokens: makeTokens(config.sessionSecrets),
    passwords: makePasswords(passwordCost),
    reportPartBytes,
    now,
    wallClock: now,
    mail: post.send,
    sms: await makeSms(config),
    keys: makeKeyring({ config, database, now }),
    apiCalls: apiCallLogOf({ database: database.backgroundPool, log }),
    shopTimes: makeShopTimes(database),
    events: makeEvents(databaseUrl, log),
    changes: announceChanges(database, log),
    jobs,
    payments: await makePayments(config, database, now),
    outbound,
    viruses: config.clamav && clamavScanner(config.clamav),
    push: makeWebPush({ privateKey: config.pushKey, subject: `mailto:${config.brand.supportEmail}` }, outbound),
    maintenance: makeMaintenance(database),
    log,
  }
  return { services, database, jobs, post }
}

/** Composes the server: one port for the API, the pages and health checks. */
export async function buildServer({
  config,
  databaseUrl,
  databaseWaitMs,
  passwordCost = productCost,
  reportPartBytes = 1024 * 1024,
  now = () => new Date(),
  workers: working = true,
}: ServerSettings): Promise<Server> {
  replaceWords(config.mailWords)
  const log = makeLog(config.logLevel)
  const tracing = config.tracing && (await import('../platform/tracing/openTelemetry.ts')).startTracing(config.tracing, log)
  const { services, database, jobs, post } = await makeServices(
    { config, databaseUrl, databaseWaitMs, passwordCost, reportPartBytes, now },
    log,
  )
  const app = openApp(services, tracing?.traceRequests)
  await addCalls(app, services)
  await addShopCalls(app, { services, verbs: handlers }, shopHandlers)
  addConsoleCalls(app, services, consoleHandlers)
  await addProviderCalls(app, services, providerHandlers)
  collector(app, services)
  receiveNotifications(app, services)
  await pages(app, services)

  const running =
    working === 'watch' ? watch(services) : working ? workers({ ...services, database: database.backgroundPool }, jobs) : undefined
  return {
    services,
    runClock: (clockServices = services) => runClock(clockServices, jobs),
    inject: app.inject.bind(app) as FastifyInstance['inject'],
    listen: () => app.listen({ port: config.port, host: config.host }),
    async close() {
      // Ends long polls.
      await services.events.close()
      await closeListener(app)
      // Aborts requests to slow shops: they are repeated after the next start.
      services.outbound.close()
      await running?.stop()
      await jobs.stop()
      // E-mails in progress still need the database.
      await afterResponseWorkDone()
      post.close()
      await Promise.all([services.apiCalls.close(), services.changes.close()])
      await database.close()
      await tracing?.close()
    },
  }
}

/** What applies to every request: id, security headers, metrics, errors. */
function openApp(services: Services, traceRequests?: (app: FastifyInstance) => void): FastifyInstance {
  const { config, log, maintenance } = services
  const noteForwarded = watchForwarded(services)
  const app = fastify({
    logger: false,
    bodyLimit: 256 * 1024,
    trustProxy: trustProxyOf(config),
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => shopAddress(url),
    // An order reference of 64 characters of two bytes each, percent-encoded twice.
    routerOptions: { maxParamLength: 640, constraints: { api: shopConstraint } },
    forceCloseConnections: 'idle',
    // A malformed URL passes no hook.
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id)
      securityHeaders(reply, config)
      answerRefusal(reply, new Refusal('ApiValidationException'), request.id)
    },
  })
  // Bodies stay text until the contract parses them, because a repeat is recognised by its bytes.
  app.removeAllContentTypeParsers()
  acceptText(app, 'application/json')
  traceRequests?.(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    securityHeaders(reply, config)
    noteForwarded(request)
    done()
  })
  openToPageOrigins(app, config)
  limitConsole(app, config)
  app.addHook('onRequest', (request, reply, done) => {
    // Pages, files and health are still served during maintenance, and the provider's console, where it is ended.
    const { call } = request.routeOptions.config
    const closed = call !== undefined && !call.startsWith('console.') && maintenance.present() !== null
    if (closed) reply.header('retry-after', '60')
    done(closed ? new Refusal('Maintenance') : undefined)
  })
  app.addHook('onSend', compress)
  app.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config.call ?? 'page'
    count(call, reply.statusCode, reply.elapsedTime)
    log('info', 'request', {
      call,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      request: request.id,
    })
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const refusal = loggedRefusal(log, { call: request.routeOptions.config.call ?? 'page', request: request.id }, error)
    withLanguage(callLanguage(request), () => answerRefusal(reply, refusal, request.id))
  })
  return app
}

/** A route for each call of the contract. */
async function addCalls(app: FastifyInstance, services: Services): Promise<void> {
  const who = makeAuthenticate(services)
  const add = (to: FastifyInstance, endpoint: NamedCall) => {
    const url = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    // Each name has its own type of handler; here they are treated alike.
    const handler = handlers[endpoint.name] as unknown as Handler<CallName> // the table holds one for each name
    to.route({
      method: endpoint.method,
      url,
      exposeHeadRoute: false,
      config: { call: endpoint.name },
      handler: handle({ endpoint, handler: inSpanOf({ name: endpoint.name }, handler), services, authenticate: who }),
    })
  }
  for (const endpoint of calls) if (!endpoint.file) add(app, endpoint)
  // Only calls with a file parse multipart forms; for every other call the media type is unsupported.
  await app.register(async (withFiles) => {
    await withFiles.register(multipart)
    for (const endpoint of calls) if (endpoint.file) add(withFiles, endpoint)
  })
}

/** An error response outside any call, with no-store. */
function answerRefusal(reply: Pick<FastifyReply, 'code'>, refusal: Refusal, requestId: string): void {
  const { status, body } = envelope(refusal, requestId)
  reply.code(status).headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }).send(body)
}

/** A number is the number of proxies in front of the server: only that many hops are trusted. */
function trustProxyOf({ trustProxy }: Config): string | false | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy
}

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
  }
}
