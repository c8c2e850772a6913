import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint'
import type { CallName, NamedCall } from '#contract/index'
import { redactFor } from '#domain/sales/operations/guestView'
import { networkPrefix } from '#domain/platform/network'
import { record } from '../audit/record.ts'
import type { Connection } from '../database/database.ts'
import { jobsTopic, shopTopic } from '../events/changes.ts'
import { mintScope, type Mode, type Scope } from '../database/scope.ts'
import { authorize } from './authorize.ts'
import { envelope, loggedRefusal, refusalOf, serialise, successOf } from '../calls/answer.ts'
import type { Caller, Change, Customer, Handler, Services } from '../calls/call.ts'
import { authenticateCheckoutLink } from './authenticateCheckoutLink.ts'
import { companionName, hostCookie, tokenIn } from '../calls/cookies.ts'
import { refuseWhilePaused } from '../calls/factor.ts'
import { bodyMarks, byKey, byFingerprint, readKey, replayedHeaders, type Repeat, type Stored } from '../calls/idempotency.ts'
import { maskPersonal } from '../calls/maskPersonal.ts'
import { withLanguage } from '../calls/messages.ts'
import { mediaTypeOf, modeOf, uuidOf } from '../calls/wire.ts'
import { callLanguage } from '../pages/pageLanguage.ts'
import { parseBody, parseQuery } from './parse.ts'
import { fileOf, readForm, type ReceivedForm } from '../calls/readForm.ts'
import { allowAnyOrigin, authenticatePublicKey } from './authenticatePublicKey.ts'
import { notFound, Refusal } from '../calls/refusal.ts'
import { asViewed } from '../calls/viewing.ts'
import type { makeAuthenticate } from '../calls/authenticate.ts'
import { sealOf } from '../calls/seal.ts'
import { isDownload, sendDownload } from './sendDownload.ts'
import { retryable, writeOnce } from './writeOnce.ts'
import { addSpanFacts } from '../tracing/spans.ts'

type RouteDeps = { endpoint: NamedCall; handler: Handler<CallName>; services: Services; authenticate: ReturnType<typeof makeAuthenticate> }
type RequestState = { caller: Caller | null; customer: Customer | null; scope: Scope | null; mode: Mode; sent: ReceivedForm }

/** The route handler of any call: authenticates, authorises, parses, deduplicates, runs the verb, audits and answers. */
export function handle({ endpoint, handler, services, authenticate }: RouteDeps) {
  const { roles, clock } = endpoint.policy
  const isPublic = roles === 'public'
  const { status: success } = successOf(endpoint)

  // Answers to a shop's page are in Spanish, whatever the language of its visitor's browser.
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    withLanguage(roles === 'publicKey' ? 'es' : callLanguage(request), () => handleRequest(request, reply))

  // Always returns the reply: Fastify would take undefined for an empty answer while a download is still starting.
  async function handleRequest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const mode = modeOf(request.headers.accept)
    reply.header('content-type', mediaTypeOf(services.config.brand.vendor, mode, endpoint.path))
    reply.header('cache-control', 'no-store')
    const state: RequestState = { caller: null, customer: null, scope: null, mode, sent: sentAsText(request) }
    try {
      assertSameSite(request, services)
      if (roles === 'consumer') {
        Object.assign(state, await customerOf(request, services))
        reply.header('content-type', mediaTypeOf(services.config.brand.vendor, state.mode, endpoint.path))
      } else if (roles === 'publicKey') {
        allowAnyOrigin(reply)
        Object.assign(state, await authenticatePublicKey(request, services))
        reply.header('content-type', mediaTypeOf(services.config.brand.vendor, state.mode, endpoint.path))
      } else if (!isPublic) {
        const active = !endpoint.background && request.headers['x-background'] === undefined
        const merchantId = merchantIdIn(request, endpoint)
        const suffices = (cached: Caller) =>
          (merchantId === undefined || cached.merchantIds.has(merchantId)) && authorize(endpoint, cached, mode) === null
        const place = { merchantId, accountId: chosenAccount(request) }
        const caller = await authenticate(bearerOf(request), companionOf(request, services), active, place, suffices)
        state.caller = caller
        state.caller = await asViewed(services, caller, request.headers['x-view-as'], endpoint, services.now())
        const refusal = authorize(endpoint, state.caller, mode)
        if (refusal) throw refusal
        state.scope = scopeOf(request, endpoint, state.caller, mode)
      }
      // Only after authorisation: nobody else's file is read.
      if (endpoint.file)
        state.sent = await readForm(request, endpoint.file, formReading(request, state.caller, { endpoint, handler, services }))
      addSpanFacts({ 'trastienda.mode': state.mode })
      const { sent, ...context } = state
      const scopedServices = state.scope && clock === 'shop' ? await services.shopTimes.servicesOf(services, state.scope) : services
      const call = { ...callFacts(request, reply, endpoint, scopedServices, sent), ...context }
      if (isPublic) {
        const answer = await handler({ ...call, db: null } as never) // `endpoint` and `handler` are those of one call name
        if (isDownload(answer)) return sendDownload(request, reply, answer, onStreamError(endpoint, request, services))
        if (endpoint.method !== 'GET') services.changes.publish(jobsTopic)
        return reply.code(success).send(serialise(endpoint, answer, services.config.checkAnswers))
      }
      if (endpoint.method === 'GET') {
        const prepared = await handler.prepare?.(call as never) // as above
        const run = (db: Connection | null) => handler({ ...call, prepared, db, audit: () => {} } as never) // as above
        const answer = endpoint.longPoll ? await run(null) : await services.database.read(state.scope, run)
        if (isDownload(answer)) return sendDownload(request, reply, answer, onStreamError(endpoint, request, services))
        if (endpoint.cacheSeconds) reply.header('cache-control', `public, max-age=${endpoint.cacheSeconds}`)
        return reply.code(success).send(bodyFor(endpoint, answer, services, state))
      }
      const { answer, replayed } = await write({ endpoint, handler, services, authenticate }, request, call, state)
      if (replayed) reply.headers(replayedHeaders)
      else if (answer.status < 300) services.changes.publish(state.scope ? shopTopic(state.scope) : jobsTopic)
      return reply.code(answer.status).send(answer.body)
    } catch (error) {
      return refuse(error, request, reply, endpoint, services, state)
    }
  }
}

const onStreamError = (endpoint: NamedCall, request: FastifyRequest, services: Services) => (error: Error) =>
  services.log('error', 'download_broken', { call: endpoint.name, request: request.id }, error)

/** Who sends the form, for the limit on concurrent uploads, and the check that runs before its file is read. */
function formReading(request: FastifyRequest, caller: Caller | null, { endpoint, handler, services }: Omit<RouteDeps, 'authenticate'>) {
  const { beforeFile } = handler
  return {
    by: caller?.userId ?? networkPrefix(request.ip) ?? request.ip,
    isAnonymous: caller === null,
    beforeFile:
      beforeFile && ((fields: string) => beforeFile({ services, body: parseBody(endpoint, fields) as never, now: services.now() })), // as declared for this name
  }
}

/** Runs the verb as an idempotent write. */
function write(
  deps: RouteDeps,
  request: FastifyRequest,
  call: object,
  state: RequestState,
): Promise<{ answer: Stored; replayed: boolean }> {
  const { endpoint, handler, services } = deps
  const { prepare } = handler
  return writeOnce({
    services,
    scope: state.scope,
    repeat: repeatOf(endpoint, request, services, state),
    prepare: prepare && (() => prepare(call as never)), // as above
    verb: async (db, prepared, audit) => {
      if (state.caller && pausable(endpoint)) await refuseWhilePaused(db, pausingAccounts(endpoint, state.caller), services.now())
      const result = await handler({ ...call, prepared, db, audit } as never) // as above
      return { status: successOf(endpoint).status, body: bodyFor(endpoint, result, services, state) }
    },
    refused: (refusal) => envelope(refusal, request.id),
    entry: (outcome, change) => entryOf(endpoint, request, state, outcome, change),
  })
}

const pausable = ({ policy }: Endpoint): boolean => policy.credentialPause !== 'allowed'

/** The accounts whose pause of credential changes stops this call. */
const pausingAccounts = ({ policy }: Endpoint, caller: Caller): string[] =>
  policy.credentialPause === 'deniedForPerson' ? caller.memberships.map(({ accountId }) => accountId) : [caller.accountId]

/** The body for this caller: guests get a reduced view. */
function bodyFor(endpoint: Endpoint, answer: unknown, { config }: Services, { caller }: RequestState): string | null {
  const body = serialise(endpoint, answer, config.checkAnswers)
  if (body === null || caller === null) return body
  return caller.staffView ? JSON.stringify(maskPersonal(body)) : redactFor(caller.role, body)
}

function repeatOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  services: Services,
  { caller, customer, scope, mode, sent }: RequestState,
): Repeat | undefined {
  const by = caller ?? (customer && { userId: customer.checkoutId, sessionId: customer.checkoutId })
  if (!by || endpoint.neverStore) return undefined
  const key = readKey(request.headers['idempotency-key'])
  const path = request.url.split('?')[0] ?? ''
  const requester = {
    userId: by.userId,
    sessionId: by.sessionId,
    merchantId: scope?.merchantId ?? '',
    mode,
    method: endpoint.method,
    path,
    bodyMarks: bodyMarks(services.config.sessionSecrets, sent.fingerprint),
  }
  if (key !== undefined) return byKey(key, requester, endpoint.secret ? sealOf(services.config.sessionSecrets, key) : undefined)
  return endpoint.money ? byFingerprint(requester, services.now) : undefined
}

/** Answers with the error. Refused reads and retryable refusals of writes are audited here; other refused writes were audited by `writeOnce`. */
async function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  services: Services,
  state: RequestState,
): Promise<FastifyReply> {
  let refusal = loggedRefusal(services.log, { call: endpoint.name, request: request.id }, error, endpoint)
  const isRetryable = error instanceof Refusal && retryable.has(error.type)
  if (
    state.caller &&
    (isRetryable || ['PermissionDenied', 'ViewOnly', 'AccountDisabled', 'ObjectNotFoundException'].includes(refusal.type))
  ) {
    const entry = entryOf(endpoint, request, state, refusal.type)
    await services.database
      .write(null, (db) => record(db, entry))
      .catch((failure: unknown) => {
        // A refusal that could not be audited is not given: the caller is asked to retry.
        services.log('error', 'audit_failed', { call: endpoint.name, request: request.id }, failure)
        refusal = refusalOf(failure, endpoint).refusal
      })
  }
  const { status, body } = envelope(refusal, request.id)
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return reply.sent ? reply : reply.code(status).send(body)
}

function entryOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { caller, customer, scope, mode }: RequestState,
  outcome: string,
  change?: Change,
) {
  const accountId = caller?.accountId ?? customer?.accountId
  if (accountId === undefined) throw new Error(`audit entry of ${endpoint.name} without an account (request ${request.id})`)
  return {
    accountId,
    merchantId: scope?.merchantId ?? null,
    mode: scope ? mode : null,
    userId: caller?.staffView ? null : (caller?.userId ?? null),
    role: caller?.staffView ? 'operator' : (caller?.ownRole ?? caller?.role ?? 'consumer'),
    staffId: caller?.staffView?.staffId,
    ip: caller?.staffView ? null : request.ip,
    call: endpoint.name,
    outcome,
    requestId: request.id,
    entity: change?.entity || undefined,
    entityId: change?.entityId || undefined,
    before: change?.before,
    after: customer?.knownBy ? { ...(change?.after as object | undefined), knownBy: customer.knownBy } : change?.after,
  }
}

/** The scope of the merchant in the path, which must be one of the caller's. Refuses with ObjectNotFoundException, as for an id that does not exist. */
function scopeOf(request: FastifyRequest, endpoint: Endpoint, caller: Caller, mode: Mode): Scope | null {
  if (!endpoint.path.includes('{merchantId}')) return null
  const merchantId = merchantIdIn(request, endpoint)
  if (merchantId === undefined || !caller.merchantIds.has(merchantId)) throw notFound((request.params as { merchantId: string }).merchantId)
  return mintScope(merchantId, mode)
}

/** The merchant's id in the path; undefined when the path has none or it is not an id. */
const merchantIdIn = (request: FastifyRequest, { path }: Endpoint): string | undefined =>
  path.includes('{merchantId}') ? uuidOf((request.params as { merchantId: string }).merchantId) : undefined

/**
 * The account that the caller chose, for calls without a merchant in their path; undefined when none was chosen. Refuses with ObjectNotFoundException what
 * is no id.
 */
function chosenAccount({ headers }: FastifyRequest): string | undefined {
  const header = headers['x-account']
  if (header === undefined) return undefined
  const accountId = typeof header === 'string' ? uuidOf(header) : undefined
  if (accountId === undefined) throw notFound(String(header))
  return accountId
}

/** The customer and scope of a checkout's link, which names shop and mode whatever the Accept header asks for. */
async function customerOf(request: FastifyRequest, services: Services): Promise<Omit<RequestState, 'caller' | 'sent'>> {
  const { checkoutId: hex } = request.params as { checkoutId: string }
  const { checkoutId, merchantId, accountId, mode } = await authenticateCheckoutLink(services, hex, bearerOf(request))
  const customer = {
    checkoutId,
    accountId,
    device: deviceOf(request),
    opener: tokenIn(request.headers.cookie, hostCookie(services.config, 'opener')),
  }
  return { customer, scope: mintScope(merchantId, mode), mode }
}

/** CSRF: refuses writes from pages of other sites, unless the origin is one of our own pages'. */
function assertSameSite(request: FastifyRequest, services: Services): void {
  if (request.method === 'GET') return
  const { origin, 'sec-fetch-site': site, host } = request.headers
  if (origin !== undefined && services.config.pageOrigins.includes(origin)) return
  const ownHosts = [new URL(services.config.publicUrl).host, host]
  if (site === 'cross-site') throw new Refusal('PermissionDenied')
  if (origin !== undefined && (!URL.canParse(origin) || !ownHosts.includes(new URL(origin).host))) throw new Refusal('PermissionDenied')
}

function callFacts(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, services: Services, sent: ReceivedForm) {
  return {
    params: request.params,
    query: parseQuery(endpoint, request.query),
    body: parseBody(endpoint, sent.text),
    file: fileOf(endpoint, sent),
    services,
    now: services.now(),
    ip: request.ip,
    requestId: request.id,
    http: {
      bearer: bearerOf(request),
      companion: companionOf(request, services),
      // Device and till cookies, accepted only under the exact names that we set.
      device: tokenIn(request.headers.cookie, hostCookie(services.config, 'device')),
      till: tokenIn(request.headers.cookie, hostCookie(services.config, 'till')),
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
      setCookie: (cookie: string) => void reply.header('set-cookie', cookie),
    },
  }
}

function sentAsText({ body }: FastifyRequest): ReceivedForm {
  const sent = typeof body === 'string' ? body : ''
  return { text: sent, file: undefined, fingerprint: sent }
}

const bearerOf = (request: FastifyRequest) => /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
/** The session's companion cookie, accepted only under the exact name that we set. */
const companionOf = ({ headers: { cookie } }: FastifyRequest, { config }: Services) => tokenIn(cookie, companionName(config))
/** The cookie of the browser that entered a checkout's code; its path binds it to that checkout. */
const deviceOf = ({ headers: { cookie = '' } }: FastifyRequest) => /(?:^|; ?)co=([A-Za-z0-9_-]{43})(?:;|$)/.exec(cookie)?.[1]
