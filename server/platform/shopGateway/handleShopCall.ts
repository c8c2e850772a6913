import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalType } from '#contract/platform/errors'
import type { KeyVerb } from '#contract/index'
import type { ShopCall } from '#contract/platform/shopCall'
import { type ShopCallName, shopCalls } from '#contract/shopsApi'
import { record, type AuditEntry } from '../audit/record.ts'
import type { Connection } from '../database/database.ts'
import { mintScope, type Scope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import { shopTopic } from '../events/changes.ts'
import type { OpenKey } from '../keys/keyring.ts'
import { loggedRefusal, refusalOf, serialise, successOf } from '../calls/answer.ts'
import type { Change, Handler, Handlers, Services, RawJson } from '../calls/call.ts'
import { bodyMarks, byKey, byFingerprint, readKey, replayedHeaders, type Repeat } from '../calls/idempotency.ts'
import { allowAnyOrigin } from '../gateway/authenticatePublicKey.ts'
import { bearerOf } from '../gateway/bearerOf.ts'
import { methodsAt } from '../calls/methodsAt.ts'
import { Refusal } from '../calls/refusal.ts'
import { type AuditFilter, shopEnvelope } from './shopRefusal.ts'
import { parseShopBody, parseShopQuery } from './shopBody.ts'
import type { VerbInput, ShopHandler } from '../calls/shopHandler.ts'
import { KeyRefused, authenticateApiKey } from './authenticateApiKey.ts'
import { readShopMedia, shopHeaders } from './shopRequest.ts'
import { hexOf, snakeKey, toCamel } from '../calls/wire.ts'
import { addSpanFacts, inSpan } from '../tracing/spans.ts'
import { retryable, writeOnce } from '../gateway/writeOnce.ts'

export type ShopDeps = { services: Services; verbs: Handlers }
type RouteDeps = ShopDeps & { call: ShopCall; handler: ShopHandler<ShopCallName>; isAudited: AuditFilter }
type Facts = ReturnType<typeof factsOf>

/** The route handler of any call of the shops' API: authenticates, parses, deduplicates, runs the verb, audits and answers. */
export function handleShopCall(deps: RouteDeps) {
  const { call, handler, services } = deps
  const { key: kind, right } = call.policy
  const { status } = successOf(call)
  const readsOnly = call.method === 'GET' || call.reads === true

  return async function (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    let key: OpenKey | null = null
    try {
      const media = readShopMedia(request.headers.accept)
      shopHeaders(reply, media, services.config.brand.vendor)
      if (kind === 'publicKey') allowAnyOrigin(reply)
      if (!media.acceptable) throw new Refusal('NotAcceptable')
      key = await authenticateApiKey(request, services, media.mode, kind)
      request.apiKey = key
      if (right !== null && !key.rights.includes(right)) throw new Refusal('PermissionDenied', { why: 'keyRight' })
      assertOwnShop(request, key)
      if (key.relationEnded && !readsOnly) throw new Refusal('AccountDisabled', { why: 'ended' })
      const scope = mintScope(key.merchantId, key.mode)
      addSpanFacts({ 'trastienda.mode': key.mode })
      if (call.needsActive) await assertActive(services, key)
      const facts = factsOf({ ...deps, services: await services.shopTimes.servicesOf(services, scope) }, request, key, scope)
      if (readsOnly) {
        const answer = await services.database.read(scope, (db) => handler(withVerbs(deps, facts, db, () => {}) as never)) // `call` and `handler` are those of one call name
        return reply.code(status).send(serialise(call, answer, services.config.checkAnswers))
      }
      const { answer, replayed } = await write(deps, request, facts)
      if (answer.status >= 400) request.apiError = answer.body
      if (replayed) reply.headers(replayedHeaders)
      else if (answer.status < 300) services.changes.publish(shopTopic(scope))
      if (call.location !== undefined && answer.status === 201) reply.header('location', fieldOf(answer.body, call.location))
      return reply.code(answer.status).send(answer.body)
    } catch (error) {
      return refuse(error, request, reply, deps, error instanceof KeyRefused ? error.key : key)
    }
  }
}

const fieldOf = (body: string | null, field: string): string =>
  String((JSON.parse(body ?? '{}') as Record<string, unknown>)[snakeKey(field)])

const allowed = methodsAt(shopCalls.flatMap(({ method, path, alsoAt = [] }) => [path, ...alsoAt].map((at) => ({ method, path: at }))))

/** Refuses an unknown path or method, after authenticating the key. */
export function refuseShopCall({ services }: ShopDeps) {
  return async function (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const media = readShopMedia(request.headers.accept)
    shopHeaders(reply, media, services.config.brand.vendor)
    try {
      request.apiKey = await authenticateApiKey(request, services, media.mode, 'publicKey')
      const methods = allowed(request.url)
      if (methods === undefined) throw new Refusal('ObjectNotFoundException')
      reply.header('allow', methods)
      throw new Refusal('MethodNotAllowed')
    } catch (error) {
      const { status, body } = shopEnvelope(loggedRefusal(services.log, { call: 'shop', request: request.id }, error), request)
      if (error instanceof KeyRefused) request.apiKey = error.key
      request.apiError = body
      return reply.code(status).send(body)
    }
  }
}

/** A shop in the path must be the key's own. Refuses with ObjectNotFoundException, as for one that does not exist. */
function assertOwnShop({ params }: FastifyRequest, { merchantId }: OpenKey): void {
  const { merchantId: hex } = params as { merchantId?: string }
  if (hex !== undefined && hex !== hexOf(merchantId)) throw new Refusal('ObjectNotFoundException', { fields: { merchant__id: hex } })
}

/** Refuses with AccountDisabled if the shop may not sell, or its account is disabled. */
async function assertActive({ database }: Services, { merchantId, accountId }: OpenKey): Promise<void> {
  const active = await database.read(null, (db) =>
    db.first(sql`select from merchants m join accounts a on a.id = m.account_id
      where m.id = ${merchantId} and m.account_id = ${accountId} and m.status = 'active' and a.disabled_at is null`),
  )
  if (!active) throw new Refusal('AccountDisabled', { why: 'shop' })
}

function factsOf({ call, services }: RouteDeps, request: FastifyRequest, key: OpenKey, scope: Scope) {
  const [path = '', search = ''] = request.url.split(/\?(.*)/s)
  const parameters = new URLSearchParams(search)
  const text = typeof request.body === 'string' ? request.body : ''
  return {
    params: request.params,
    query: parseShopQuery(call, parameters),
    body: parseShopBody(call, text, request.headers['content-type']),
    path,
    search: parameters,
    key,
    token: bearerOf(request),
    scope,
    services,
    now: services.now(),
    ip: request.ip,
    requestId: request.id,
    text,
  }
}

/** The facts with a transaction, and the back-office verbs running in it. */
function withVerbs({ verbs }: ShopDeps, facts: Facts, db: Connection, audit: (change: Change) => void) {
  const { key, scope, services, now, ip, requestId } = facts
  const caller = { userId: null, keyId: key.keyId, accountId: key.accountId, role: 'admin' as const, undoSeconds: 0 as const }
  const http = { bearer: undefined, companion: undefined, device: undefined, userAgent: '', setCookie: () => {} }
  async function verb<V extends KeyVerb>(name: V, { params, query, body }: VerbInput<V>): Promise<unknown> {
    const handler = verbs[name] as unknown as Handler<KeyVerb> // the table holds one for each name
    const shared = { services, now, ip, requestId, http, caller, db, audit, scope, mode: scope.mode, file: undefined }
    const input = { ...shared, params: { ...params, merchantId: hexOf(scope.merchantId) }, query: query ?? {}, body }
    const answer = await inSpan({ name }, () => handler(input as never)) // `call` and `handler` are those of one call name
    return isRaw(answer) ? toCamel(JSON.parse(answer.json)) : answer
  }
  return { ...facts, db, audit, verb }
}

const isRaw = (answer: unknown): answer is RawJson => typeof answer === 'object' && answer !== null && 'json' in answer

function write(deps: RouteDeps, request: FastifyRequest, facts: Facts) {
  const { call, handler, services } = deps
  return writeOnce({
    services,
    scope: facts.scope,
    repeat: repeatOf(call, request, facts),
    prepare: undefined,
    verb: async (db, _prepared, audit) => {
      const answer = await handler(withVerbs(deps, facts, db, audit) as never) // as above
      return { status: successOf(call).status, body: serialise(call, answer, services.config.checkAnswers) }
    },
    refused: (refusal) => shopEnvelope(refusal, request),
    entry: (outcome, change) => entryOf(call, request, facts.key, outcome, change),
  })
}

/** By the idempotency key if there is one; few clients send one, so otherwise by the request's fingerprint: clients retry after a timeout. */
function repeatOf(call: ShopCall, request: FastifyRequest, { key, scope, path, text, services }: Facts): Repeat | undefined {
  const requester = {
    userId: key.keyId,
    sessionId: key.keyId,
    merchantId: scope.merchantId,
    mode: scope.mode,
    method: call.method,
    path,
    bodyMarks: bodyMarks(services.config.sessionSecrets, text),
  }
  const repetition = readKey(request.headers['idempotency-key'])
  if (repetition !== undefined) return byKey(repetition, requester)
  return call.money ? byFingerprint(requester, services.now) : undefined
}

const auditedRefusals: ReadonlySet<RefusalType> = new Set(['PermissionDenied', 'AccountDisabled', 'ObjectNotFoundException'])

/** Answers with the error; audits refusals of a known key, unless the write has been audited. */
async function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { call, services, isAudited }: RouteDeps,
  key: OpenKey | null,
): Promise<FastifyReply> {
  let refusal = loggedRefusal(services.log, { call: call.name, request: request.id }, error, call)
  const isRetryable = error instanceof Refusal && retryable.has(error.type)
  if (key && (isRetryable || auditedRefusals.has(refusal.type)) && isAudited(key, call, refusal.type)) {
    const entry = entryOf(call, request, key, refusal.type)
    await services.database
      .write(null, (db) => record(db, entry))
      .catch((failure: unknown) => {
        services.log('error', 'audit_failed', { call: call.name, request: request.id }, failure)
        refusal = refusalOf(failure, call).refusal
      })
  }
  const { status, body } = shopEnvelope(refusal, request)
  request.apiKey = key
  request.apiError = body
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return reply.code(status).send(body)
}

/** The audit entry; the actor is the key. */
function entryOf(call: ShopCall, request: FastifyRequest, key: OpenKey, outcome: string, change?: Change): AuditEntry {
  return {
    accountId: key.accountId,
    merchantId: key.merchantId,
    mode: key.mode,
    userId: null,
    keyId: key.keyId,
    role: 'key',
    ip: request.ip,
    call: call.name,
    outcome,
    requestId: request.id,
    entity: change?.entity || undefined,
    entityId: change?.entityId || undefined,
    before: change?.before,
    after: change?.after,
  }
}
