import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint'
import type { RefusalType } from '#contract/platform/errors'
import { type AuditEntry, record } from '../audit/record.ts'
import type { Actor } from '../calls/actor.ts'
import { loggedRefusal, refusalOf, serialise, successOf } from '../calls/answer.ts'
import type { Change, Services } from '../calls/call.ts'
import type { Described } from '../calls/consoleHandler.ts'
import { readJson } from '../calls/decodeBody.ts'
import { replayedHeaders, type Repeat, type Stored } from '../calls/idempotency.ts'
import { Refusal } from '../calls/refusal.ts'
import type { Connection } from '../database/database.ts'
import { jobsTopic, shopTopic } from '../events/changes.ts'
import { type GatewayChange, providerEntry } from './providerEntry.ts'
import { asksSecondPerson, requestConfirmation } from './secondPerson.ts'
import { isDownload, sendDownload } from './sendDownload.ts'
import { retryable, writeOnce } from './writeOnce.ts'

/** What both gateways of the provider have of a call: its declaration and its handler. */
type Declared = { name: string; method: string; answers: Endpoint['answers'] }
type AnyHandler = ((call: never) => Promise<unknown>) & {
  prepare?: (call: never) => Promise<unknown>
  describe?: (call: never) => Promise<Described>
  unless?: (call: never) => Promise<boolean>
}

/** A call of the provider's side, authenticated and parsed: of a member of staff in the console, or of one of the provider's own systems by its key. */
type ProviderSideCall = {
  endpoint: Declared
  handler: AnyHandler
  services: Services
  request: FastifyRequest
  reply: FastifyReply
  by: Actor
  secondPerson: 'never' | 'configured' | 'always'
  repeat: Repeat | undefined
  /** What its handler gets besides `db`, `prepared` and `audit`. */
  facts: { params: unknown; now: Date }
  /** The error response of a refusal. */
  refused: (refusal: Refusal) => Stored
}

/** The body of a request as text. */
export const bodyTextOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body.trim() : '')

/** Deduplicates, runs the handler, or stores the call for a second person, audits and answers. Throws refusals: {@link refuseProviderCall}. */
export async function answerProviderCall(call: ProviderSideCall): Promise<FastifyReply> {
  const { endpoint, services, request, reply } = call
  if (endpoint.method === 'GET') {
    const read = await readCall(call)
    if (isDownload(read)) {
      const onStreamError = (error: Error) => services.log('error', 'download_broken', { call: endpoint.name, request: request.id }, error)
      return sendDownload(request, reply, read, onStreamError)
    }
    return reply.code(successOf(endpoint).status).send(serialise(endpoint, read, services.config.checkAnswers))
  }
  const { answer, replayed, changes } = await write(call)
  if (replayed) reply.headers(replayedHeaders)
  else if (answer.status < 300) publish(services, changes)
  return reply.code(answer.status).send(answer.body)
}

/** A read. What it opened is audited before it is answered: nothing is shown that could not be audited. */
async function readCall(call: ProviderSideCall): Promise<unknown> {
  const { handler, services, facts } = call
  const opened: GatewayChange[] = []
  const prepared = await handler.prepare?.(facts as never) // `endpoint` and `handler` are those of one call name
  const audit = (change: GatewayChange) => void opened.push(change)
  const read = await services.database.read(null, (db) => handler({ ...facts, db, prepared, audit } as never)) // as above
  if (opened.length > 0)
    await services.database.write(null, async (db) => {
      for (const change of opened) await record(db, entryOf(call, 'done', change))
    })
  return read
}

/** Runs the handler as an idempotent write, or stores the call for a second person. */
async function write(call: ProviderSideCall) {
  const { handler, services, repeat, facts, refused } = call
  const { prepare } = handler
  const changes: GatewayChange[] = []
  const { answer, replayed } = await writeOnce({
    services,
    scope: null,
    repeat,
    prepare: prepare && (() => prepare(facts as never)), // as above
    verb: (db, prepared, keep) => {
      // The transaction may be retried.
      changes.length = 0
      const audit = (change: GatewayChange) => {
        changes.push(change)
        keep(change)
      }
      return runOrRequest(call, db, prepared, audit)
    },
    refused,
    entry: (outcome, change) => entryOf(call, outcome, change),
  })
  return { answer, replayed, changes }
}

async function runOrRequest(
  call: ProviderSideCall,
  db: Connection,
  prepared: unknown,
  audit: (change: GatewayChange) => void,
): Promise<Stored> {
  const { endpoint, handler, services, request, facts, by, secondPerson } = call
  const done = async (auditOwn: (change: GatewayChange) => void): Promise<Stored> => ({
    status: successOf(endpoint).status,
    body: serialise(endpoint, await handler({ ...facts, db, prepared, audit: auditOwn } as never), services.config.checkAnswers), // as above
  })
  const { describe, unless } = handler
  if (!describe) return done(audit)
  const dryCall = { ...facts, db, prepared, audit: () => {} } as never // as above
  const described = await describe(dryCall)
  if (asksSecondPerson(secondPerson, services.config) && (unless === undefined || !(await unless(dryCall)))) {
    const { params, now } = facts
    const body = readJson(bodyTextOf(request) || '{}')
    const { id, answer } = await requestConfirmation(db, { call: endpoint.name, params, body, described, by, now }, services)
    audit({ entity: described.entity, entityId: described.entityId ?? '', after: { confirmation: id }, outcome: 'requested' })
    return answer
  }
  let audited = false
  const stored = await done((change) => {
    audited = true
    audit(change)
  })
  if (!audited) audit({ ...described, entityId: described.entityId ?? '' })
  return stored
}

/** Tells the open streams of the shops and accounts that were changed, and the workers. */
function publish({ changes }: Services, gatewayChanges: readonly GatewayChange[]): void {
  changes.publish(jobsTopic)
  for (const { accountId, merchantId, mode } of gatewayChanges) {
    if (accountId !== undefined) changes.publish(accountId)
    if (merchantId !== undefined && mode !== undefined) changes.publish(shopTopic({ merchantId, mode }))
  }
}

const entryOf = (
  { endpoint, request: { ip, id: requestId }, by }: Pick<ProviderSideCall, 'endpoint' | 'request' | 'by'>,
  outcome: string,
  change?: Change,
): AuditEntry => providerEntry({ call: endpoint.name, by, ip, requestId }, outcome, change)

const auditedRefusals: ReadonlySet<RefusalType> = new Set(['PermissionDenied', 'ObjectNotFoundException'])

type Refused = Pick<ProviderSideCall, 'endpoint' | 'services' | 'request' | 'reply' | 'refused'> & { by: Actor | null }

/** Answers with the error. Refused reads and retryable refusals of somebody known are audited here; other refused writes were by `writeOnce`. */
export async function refuseProviderCall(error: unknown, call: Refused): Promise<FastifyReply> {
  const { endpoint, services, request, reply, refused, by } = call
  let refusal = loggedRefusal(services.log, { call: endpoint.name, request: request.id }, error, endpoint)
  const isRetryable = error instanceof Refusal && retryable.has(error.type)
  if (by && (isRetryable || auditedRefusals.has(refusal.type))) {
    const entry = entryOf({ endpoint, request, by }, refusal.type)
    await services.database
      .write(null, (db) => record(db, entry))
      .catch((failure: unknown) => {
        // A refusal that could not be audited is not given: the caller is asked to retry.
        services.log('error', 'audit_failed', { call: endpoint.name, request: request.id }, failure)
        refusal = refusalOf(failure, endpoint).refusal
      })
  }
  const { status, body } = refused(refusal)
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  return reply.sent ? reply : reply.code(status).send(body)
}
