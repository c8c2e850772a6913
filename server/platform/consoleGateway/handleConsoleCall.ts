import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NamedConsoleCall } from '#contract/consoleApi'
import { record } from '../audit/record.ts'
import { consoleUrl } from '../config/consoleConfig.ts'
import { envelope, loggedRefusal, refusalOf, serialise, successOf } from '../calls/answer.ts'
import type { Services } from '../calls/call.ts'
import type { AnyConsoleHandler, StaffCaller } from '../calls/consoleHandler.ts'
import { tokenIn } from '../calls/cookies.ts'
import { readJson } from '../calls/decodeBody.ts'
import { byKey, readKey, replayedHeaders, type Repeat, type Stored } from '../calls/idempotency.ts'
import { withLanguage } from '../calls/messages.ts'
import { Refusal } from '../calls/refusal.ts'
import type { Connection } from '../database/database.ts'
import { jobsTopic, shopTopic } from '../events/changes.ts'
import { parseBody, parseQuery } from '../gateway/parse.ts'
import { isDownload, sendDownload } from '../gateway/sendDownload.ts'
import { retryable, writeOnce } from '../gateway/writeOnce.ts'
import { callLanguage } from '../pages/pageLanguage.ts'
import { authenticateStaff } from './authenticateStaff.ts'
import { openidCookieName, staffCookieName } from './consoleCookie.ts'
import { consoleEntry, type GatewayChange } from './consoleEntry.ts'
import { requestConfirmation, waitsForSecondPerson } from './secondPerson.ts'

type RouteDeps = { endpoint: NamedConsoleCall; handler: AnyConsoleHandler; services: Services }
type Facts = ReturnType<typeof factsOf>

/** The route handler of any call of the console: authenticates, authorises, parses, deduplicates, runs the handler, audits and answers. */
export function handleConsoleCall(deps: RouteDeps) {
  const { endpoint, services } = deps
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    withLanguage(callLanguage(request), async () => {
      reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      let staff: StaffCaller | null = null
      try {
        assertSameOrigin(request, services)
        if (endpoint.policy.roles !== 'public') {
          const active = !endpoint.background && request.headers['x-background'] === undefined
          staff = await authenticateStaff(services, tokenOf(request, services), active)
          assertAllowed(endpoint, staff)
        }
        return await answer(deps, request, reply, staff)
      } catch (error) {
        return refuse(error, deps, request, reply, staff)
      }
    })
}

/** Refuses with PermissionDenied a member of staff with none of the call's roles. */
function assertAllowed({ policy }: NamedConsoleCall, { roles }: StaffCaller): void {
  if (policy.roles !== 'public' && !policy.roles.some((role) => roles.has(role))) throw new Refusal('PermissionDenied')
}

async function answer(deps: RouteDeps, request: FastifyRequest, reply: FastifyReply, staff: StaffCaller | null): Promise<FastifyReply> {
  const { endpoint, handler, services } = deps
  const { status } = successOf(endpoint)
  const facts = factsOf(deps, request, reply)
  if (staff === null) {
    const body = await handler({ ...facts, staff, db: null } as never) // `endpoint` and `handler` are those of one call name
    if (endpoint.method !== 'GET') services.changes.publish(jobsTopic)
    return reply.code(status).send(serialise(endpoint, body, services.config.checkAnswers))
  }
  if (endpoint.method === 'GET') {
    const read = await readCall(deps, request, facts, staff)
    if (isDownload(read)) {
      const onStreamError = (error: Error) => services.log('error', 'download_broken', { call: endpoint.name, request: request.id }, error)
      return sendDownload(request, reply, read, onStreamError)
    }
    return reply.code(status).send(serialise(endpoint, read, services.config.checkAnswers))
  }
  const { answer: written, replayed, changes } = await write(deps, request, facts, staff)
  if (replayed) reply.headers(replayedHeaders)
  else if (written.status < 300) publish(services, changes)
  return reply.code(written.status).send(written.body)
}

/** A read. What it opened is audited before it is answered: nothing is shown that could not be audited. */
async function readCall({ handler, services, endpoint }: RouteDeps, request: FastifyRequest, facts: Facts, staff: StaffCaller) {
  const opened: GatewayChange[] = []
  const prepared = await handler.prepare?.({ ...facts, staff } as never) // as above
  const audit = (change: GatewayChange) => void opened.push(change)
  const read = await services.database.read(null, (db) => handler({ ...facts, staff, db, prepared, audit } as never)) // as above
  if (opened.length > 0)
    await services.database.write(null, async (db) => {
      for (const change of opened) await record(db, entryOf(endpoint, request, staff, 'done', change))
    })
  return read
}

/** Runs the handler as an idempotent write, or stores the call for a second person. */
async function write(deps: RouteDeps, request: FastifyRequest, facts: Facts, staff: StaffCaller) {
  const { endpoint, handler, services } = deps
  const { prepare } = handler
  const changes: GatewayChange[] = []
  const { answer: stored, replayed } = await writeOnce({
    services,
    scope: null,
    repeat: repeatOf(deps, request, staff),
    prepare: prepare && (() => prepare({ ...facts, staff } as never)), // as above
    verb: (db, prepared, keep) => {
      // The transaction may be retried.
      changes.length = 0
      const audit = (change: GatewayChange) => {
        changes.push(change)
        keep(change)
      }
      return runOrRequest(deps, request, { ...facts, staff, db, prepared, audit })
    },
    refused: (refusal) => envelope(refusal, request.id),
    entry: (outcome, change) => entryOf(endpoint, request, staff, outcome, change),
  })
  return { answer: stored, replayed, changes }
}

type WriteCall = Facts & { staff: StaffCaller; db: Connection; prepared: unknown; audit: (change: GatewayChange) => void }

async function runOrRequest({ endpoint, handler, services }: RouteDeps, request: FastifyRequest, call: WriteCall): Promise<Stored> {
  const { db, staff, now, params, audit } = call
  const { describe } = handler
  const done = async (given: WriteCall): Promise<Stored> => ({
    status: successOf(endpoint).status,
    body: serialise(endpoint, await handler(given as never), services.config.checkAnswers), // `endpoint` and `handler` are those of one call name
  })
  if (!describe) return done(call)
  const described = await describe({ ...call, audit: () => {} } as never) // as above
  if (await waitsForSecondPerson(endpoint, handler, call as never, services.config)) {
    const body = readJson(textOf(request) || '{}')
    const { id, answer: stored } = await requestConfirmation(db, { endpoint, params, body, described, staff, now }, services)
    audit({ entity: described.entity, entityId: described.entityId ?? '', after: { confirmation: id }, outcome: 'requested' })
    return stored
  }
  let audited = false
  const stored = await done({
    ...call,
    audit(change) {
      audited = true
      audit(change)
    },
  })
  if (!audited) audit({ ...described, entityId: described.entityId ?? '' })
  return stored
}

/** Tells the open streams of the shops and accounts that were changed, and the workers. */
function publish({ changes }: Services, made: readonly GatewayChange[]): void {
  changes.publish(jobsTopic)
  for (const { accountId, merchantId, mode } of made) {
    if (accountId !== undefined) changes.publish(accountId)
    if (merchantId !== undefined && mode !== undefined) changes.publish(shopTopic({ merchantId, mode }))
  }
}

function repeatOf({ endpoint, services }: RouteDeps, request: FastifyRequest, { staffId, sessionId }: StaffCaller): Repeat | undefined {
  if (endpoint.neverStore) return undefined
  const key = readKey(request.headers['idempotency-key'])
  if (key === undefined) return undefined
  const body = createHmac('sha256', services.config.sessionSecret).update(textOf(request)).digest('base64')
  const path = request.url.split('?')[0] ?? ''
  return byKey(key, { userId: staffId, sessionId, merchantId: '', mode: '', method: endpoint.method, path, body })
}

const entryOf = (
  endpoint: NamedConsoleCall,
  { ip, id: requestId }: FastifyRequest,
  staff: StaffCaller,
  outcome: string,
  change?: Parameters<typeof consoleEntry>[2],
) => consoleEntry({ call: endpoint.name, staff, ip, requestId }, outcome, change)

/** Answers with the error. Refused reads and retryable refusals of a member of staff are audited here; other refused writes were by `writeOnce`. */
async function refuse(
  error: unknown,
  { endpoint, services }: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  staff: StaffCaller | null,
): Promise<FastifyReply> {
  let refusal = loggedRefusal(services.log, { call: endpoint.name, request: request.id }, error, endpoint)
  const isRetryable = error instanceof Refusal && retryable.has(error.type)
  if (staff && (isRetryable || ['PermissionDenied', 'ObjectNotFoundException'].includes(refusal.type))) {
    const entry = entryOf(endpoint, request, staff, refusal.type)
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

/** CSRF: refuses writes from pages of any other origin, also of our own site's other hosts. */
function assertSameOrigin({ method, headers }: FastifyRequest, { config }: Services): void {
  if (method === 'GET') return
  const { origin, 'sec-fetch-site': site, host } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('PermissionDenied')
  const ours = [new URL(consoleUrl(config)).host, host]
  if (origin !== undefined && (!URL.canParse(origin) || !ours.includes(new URL(origin).host))) throw new Refusal('PermissionDenied')
}

const textOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body.trim() : '')
const tokenOf = ({ headers }: FastifyRequest, { config }: Services) => tokenIn(headers.cookie, staffCookieName(config))

const factsOf = ({ endpoint, services }: RouteDeps, request: FastifyRequest, reply: FastifyReply) => ({
  params: request.params,
  query: parseQuery(endpoint, request.query),
  body: parseBody(endpoint, textOf(request)),
  services,
  now: services.wallClock(),
  ip: request.ip,
  requestId: request.id,
  http: {
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    token: tokenOf(request, services),
    openid: tokenIn(request.headers.cookie, openidCookieName(services.config)),
    setCookie: (cookie: string) => void reply.header('set-cookie', cookie),
  },
})
