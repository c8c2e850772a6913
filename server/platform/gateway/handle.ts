import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint'
import type { CallName, NamedCall } from '#contract/index'
import { redactFor } from '#domain/sales/operations/guestView'
import { networkPrefix } from '#domain/platform/network'
import { record } from '../audit/record.ts'
import type { Connection } from '../database/database.ts'
import { shopTopic } from '../events/changes.ts'
import { mintScope, type Mode, type Scope } from '../database/scope.ts'
import { authorize } from './admission.ts'
import { envelope, loggedRefusal, refusalOf, serialise, successOf } from '../calls/answer.ts'
import type { Caller, Change, Customer, Handler, Services } from '../calls/call.ts'
import { authenticateCheckoutLink } from './authenticateCheckoutLink.ts'
import { companionName, hostCookie, tokenIn } from '../calls/cookies.ts'
import { refuseWhilePaused } from '../calls/factor.ts'
import { byKey, byLikeness, readKey, replayedHeaders, type Repeat, type Stored } from '../calls/idempotency.ts'
import { speaking } from '../calls/messages.ts'
import { mediaTypeOf, modeOf, uuidOf } from '../calls/wire.ts'
import { callLanguage } from '../pages/pageLanguage.ts'
import { parseBody, parseQuery } from './parse.ts'
import { fileOf, readForm, type Sent } from '../calls/readForm.ts'
import { openToPages, authenticatePublicKey } from './authenticatePublicKey.ts'
import { notFound, Refusal } from '../calls/refusal.ts'
import { asViewed } from '../calls/viewing.ts'
import type { makeAuthenticate } from '../calls/authenticate.ts'
import { sealOf } from '../calls/seal.ts'
import { isDownload, sendDownload } from './sendDownload.ts'
import { retryable, writeOnce } from './writeOnce.ts'

type RouteDeps = { endpoint: NamedCall; handler: Handler<CallName>; services: Services; authenticate: ReturnType<typeof makeAuthenticate> }
type RequestState = { caller: Caller | null; customer: Customer | null; scope: Scope | null; mode: Mode; sent: Sent }

/** How any call is handled: who, where, what was asked, once only, the verb, the trail, the answer. */
export function handle({ endpoint, handler, services, authenticate }: RouteDeps) {
  const { roles, clock } = endpoint.policy
  const isPublic = roles === 'public'
  const { status: success } = successOf(endpoint)

  // A shop's page says by itself in which language it asks; its visitor's browser does not.
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    speaking(roles === 'publicKey' ? 'es' : callLanguage(request), () => handled(request, reply))

  // Always returns the reply: Fastify takes anything else for an empty answer while a download is still starting.
  async function handled(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const mode = modeOf(request.headers.accept)
    reply.header('content-type', mediaTypeOf(services.config.brand.vendor, mode, endpoint.path))
    reply.header('cache-control', 'no-store')
    const reached: RequestState = { caller: null, customer: null, scope: null, mode, sent: sentAsText(request) }
    try {
      assertSameSite(request, services)
      if (roles === 'consumer') {
        Object.assign(reached, await customerOf(request, services))
        reply.header('content-type', mediaTypeOf(services.config.brand.vendor, reached.mode, endpoint.path))
      } else if (roles === 'publicKey') {
        openToPages(reply)
        Object.assign(reached, await authenticatePublicKey(request, services))
        reply.header('content-type', mediaTypeOf(services.config.brand.vendor, reached.mode, endpoint.path))
      } else if (!isPublic) {
        const active = !endpoint.background && request.headers['x-background'] === undefined
        const asked = shopOf(request, endpoint)
        const suffices = (known: Caller) =>
          (asked === undefined || known.merchantIds.has(asked)) && authorize(endpoint, known, mode) === null
        const caller = await authenticate(bearerOf(request), companionOf(request, services), active, suffices)
        reached.caller = caller
        reached.caller = await asViewed(services, caller, request.headers['x-view-as'], endpoint, services.now())
        const refusal = authorize(endpoint, reached.caller, mode)
        if (refusal) throw refusal
        reached.scope = scopeOf(request, endpoint, reached.caller, mode)
      }
      // Whoever may not make this call has no file read.
      if (endpoint.file)
        reached.sent = await readForm(request, endpoint.file, formReading(request, reached.caller, { endpoint, handler, services }))
      const { sent, ...known } = reached
      const here = reached.scope && clock === 'shop' ? await services.shopTimes.servicesOf(services, reached.scope) : services
      const call = { ...callFacts(request, reply, endpoint, here, sent), ...known }
      if (isPublic) {
        const answer = await handler({ ...call, db: null } as never) // the declaration of this very name drew both types
        return reply.code(success).send(serialise(endpoint, answer, services.config.checkAnswers))
      }
      if (endpoint.method === 'GET') {
        const asked = await handler.ask?.(call as never) // as above
        const ask = (db: Connection | null) => handler({ ...call, asked, db, audit: () => {} } as never) // as above
        const answer = endpoint.longPoll ? await ask(null) : await services.database.read(reached.scope, ask)
        if (isDownload(answer)) {
          const broken = (error: Error) => services.log('error', 'download_broken', { call: endpoint.name, request: request.id }, error)
          return sendDownload(request, reply, answer, broken)
        }
        if (endpoint.cacheSeconds) reply.header('cache-control', `public, max-age=${endpoint.cacheSeconds}`)
        return reply.code(success).send(toldBody(endpoint, answer, services, reached))
      }
      const { answer, replayed } = await write({ endpoint, handler, services, authenticate }, request, call, reached)
      if (replayed) reply.headers(replayedHeaders)
      else if (reached.scope && answer.status < 300) services.changes.tell(shopTopic(reached.scope))
      return reply.code(answer.status).send(answer.body)
    } catch (error) {
      return refuse(error, request, reply, endpoint, services, reached)
    }
  }
}

/** Whose form is read, and what is asked before its file is. */
function formReading(request: FastifyRequest, caller: Caller | null, { endpoint, handler, services }: Omit<RouteDeps, 'authenticate'>) {
  const { beforeFile } = handler
  return {
    by: caller?.userId ?? networkPrefix(request.ip) ?? request.ip,
    isStranger: caller === null,
    beforeFile:
      beforeFile && ((fields: string) => beforeFile({ services, body: parseBody(endpoint, fields) as never, now: services.now() })), // as declared for this name
  }
}

/** The verb as a write that happens once. */
function write(
  all: RouteDeps,
  request: FastifyRequest,
  call: object,
  reached: RequestState,
): Promise<{ answer: Stored; replayed: boolean }> {
  const { endpoint, handler, services } = all
  const { ask } = handler
  return writeOnce({
    services,
    scope: reached.scope,
    repeat: repeatOf(endpoint, request, services, reached),
    ask: ask && (() => ask(call as never)), // as above
    verb: async (db, asked, audit) => {
      if (reached.caller && endpoint.policy.credentialPause === 'denied')
        await refuseWhilePaused(db, reached.caller.accountId, services.now())
      const result = await handler({ ...call, asked, db, audit } as never) // as above
      return { status: successOf(endpoint).status, body: toldBody(endpoint, result, services, reached) }
    },
    refused: (refusal) => envelope(refusal, request.id),
    entry: (outcome, change) => entryOf(endpoint, request, reached, outcome, change),
  })
}

/** The answer as it goes out to this caller. */
function toldBody(endpoint: Endpoint, answer: unknown, { config }: Services, { caller }: RequestState): string | null {
  const body = serialise(endpoint, answer, config.checkAnswers)
  return body === null || caller === null ? body : redactFor(caller.role, body)
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
  const who = {
    userId: by.userId,
    sessionId: by.sessionId,
    merchantId: scope?.merchantId ?? '',
    mode,
    method: endpoint.method,
    path,
    // Under our secret: a body may hold a password, and what is kept of it must not be a hash that anybody can try words against.
    body: createHmac('sha256', services.config.sessionSecret).update(sent.fingerprint).digest('base64'),
  }
  if (key !== undefined) return byKey(key, who, endpoint.secret ? sealOf(services.config.sessionSecret, key) : undefined)
  return endpoint.money ? byLikeness(who, services.now) : undefined
}

/** Reads that were refused to somebody leave a line too, and writes that came too often; any other refused write already has its own. */
async function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  services: Services,
  reached: RequestState,
): Promise<FastifyReply> {
  let refusal = loggedRefusal(services.log, { call: endpoint.name, request: request.id }, error, endpoint)
  const forNow = error instanceof Refusal && retryable.has(error.type)
  if (reached.caller && (forNow || ['PermissionDenied', 'ViewOnly', 'AccountDisabled', 'ObjectNotFoundException'].includes(refusal.type))) {
    const entry = entryOf(endpoint, request, reached, refusal.type)
    await services.database
      .write(null, (db) => record(db, entry))
      .catch((failure: unknown) => {
        // A refusal that leaves no trace is not given: the caller is asked to come back.
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
  if (accountId === undefined) throw new Error('an audit line needs a caller')
  return {
    accountId,
    merchantId: scope?.merchantId ?? null,
    mode: scope ? mode : null,
    userId: caller?.userId ?? null,
    role: caller?.ownRole ?? caller?.role ?? 'consumer',
    ip: request.ip,
    call: endpoint.name,
    outcome,
    requestId: request.id,
    entity: change?.entity || undefined,
    entityId: change?.entityId || undefined,
    before: change?.before,
    after: customer?.knownBy ? { ...(change?.after as object | undefined), knownBy: customer.knownBy } : change?.after,
  }
}

/** A merchant in the path must be one of the caller's; any other id looks like one that does not exist. */
function scopeOf(request: FastifyRequest, endpoint: Endpoint, caller: Caller, mode: Mode): Scope | null {
  if (!endpoint.path.includes('{merchantId}')) return null
  const merchantId = shopOf(request, endpoint)
  if (merchantId === undefined || !caller.merchantIds.has(merchantId)) throw notFound((request.params as { merchantId: string }).merchantId)
  return mintScope(merchantId, mode)
}

/** The shop in the path, if the call has one and it is an id. */
const shopOf = (request: FastifyRequest, { path }: Endpoint): string | undefined =>
  path.includes('{merchantId}') ? uuidOf((request.params as { merchantId: string }).merchantId) : undefined

/** Whose link this is: it names shop and mode, whatever the Accept header asks for. */
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

/** A browser on another site may not write here, whatever it carries, unless its page is one of ours elsewhere. */
function assertSameSite(request: FastifyRequest, services: Services): void {
  if (request.method === 'GET') return
  const { origin, 'sec-fetch-site': site, host } = request.headers
  if (origin !== undefined && services.config.pageOrigins.includes(origin)) return
  const ours = [new URL(services.config.publicUrl).host, host]
  if (site === 'cross-site') throw new Refusal('PermissionDenied')
  if (origin !== undefined && (!URL.canParse(origin) || !ours.includes(new URL(origin).host))) throw new Refusal('PermissionDenied')
}

function callFacts(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, services: Services, sent: Sent) {
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
      // The marks of a browser from which somebody has signed in, and of a shared till: under the names that they were set by and no others.
      device: tokenIn(request.headers.cookie, hostCookie(services.config, 'device')),
      till: tokenIn(request.headers.cookie, hostCookie(services.config, 'till')),
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
      setCookie: (cookie: string) => void reply.header('set-cookie', cookie),
    },
  }
}

function sentAsText({ body }: FastifyRequest): Sent {
  const sent = typeof body === 'string' ? body : ''
  return { text: sent, file: undefined, fingerprint: sent }
}

const bearerOf = (request: FastifyRequest) => /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
/** The companion cookie of the session, under the name that it was set by and no other. */
const companionOf = ({ headers: { cookie = '' } }: FastifyRequest, { config }: Services) =>
  new RegExp(`(?:^|; ?)${companionName(config)}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(cookie)?.[1]
/** The mark of the browser that entered a checkout's code; its path binds it to that checkout. */
const deviceOf = ({ headers: { cookie = '' } }: FastifyRequest) => /(?:^|; ?)co=([A-Za-z0-9_-]{43})(?:;|$)/.exec(cookie)?.[1]
