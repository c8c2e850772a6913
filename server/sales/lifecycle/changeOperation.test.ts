import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { concludedStates } from '#domain/merchants/retention'
import { deadlinesIn } from '#domain/sales/operations/deadlines'
import { reasonsOf, stateOf, transitions, type OperationState, type Substatus } from '#domain/sales/operations/lifecycle'
import { operationWebhook } from '#domain/sales/operations/operationWebhook'
import { webhookTypes } from '#domain/merchants/webhook'
import { uuidOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { writeOperations } from '../../testing/operations/testOperations.ts'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { changeOperation, changeOperations, type OperationChange } from './changeOperation.ts'

let server: TestServer
const scope = mintScope(ids.merchantA1, 'live')
const now = new Date('2026-11-20T12:00:00Z')
const at = {
  expires_at: new Date('2026-11-21T12:00:00Z'),
  confirm_by: new Date('2026-11-22T12:00:00Z'),
  capture_by: new Date('2026-11-23T12:00:00Z'),
  collect_at: new Date('2026-11-24T12:00:00Z'),
}
const dueAt = { checkout_expiry: at.expires_at, confirmation: at.confirm_by, capture: at.capture_by, instalment: at.collect_at }

beforeAll(async () => {
  // The rows that this suite writes have a state without its money.
  server = await startTestServer({ proved: false })
  await server.ownerSql(
    `insert into webhooks (merchant_id, mode, id, url, events, secret, created_at) values ($1, 'live', gen_random_uuid(), 'https://tienda.example/avisos', $2, '', now())`,
    [ids.merchantA1, webhookTypes],
  )
})
afterAll(() => server.close())

/** Operations in these states, with every instant that a deadline can have, a shop that wants callbacks and an erasure that waits for their end. */
async function written(states: readonly OperationState[]): Promise<string[]> {
  const operations = states.map(({ substatus, statusReason, suspensionReason }) => ({
    substatus,
    reason: suspensionReason ?? statusReason,
    createdAt: new Date(now.getTime() - 3_600_000),
  }))
  const operationIds = (await writeOperations(server.database.ownerUrl, operations)).flatMap((hex) => uuidOf(hex) ?? [])
  await server.ownerSql(
    `update operations set expires_at = $2, confirm_by = $3, capture_by = $4, collect_at = $5, next_due_on = '2026-11-24', mid = 'PED',
       voided_cents = 0, refunded_cents = 0, held_cents = 0, captured_cents = 1 where id = any($1)`,
    [operationIds, at.expires_at, at.confirm_by, at.capture_by, at.collect_at],
  )
  await server.ownerSql(
    `with erasure as (insert into customer_erasures (merchant_id, mode, operation_id, ground, asked_at) select $1, 'live', id, 'request', now() from unnest($2::uuid[]) id)
     insert into callbacks (merchant_id, mode, operation_id, kind, url, came_at) select $1, 'live', id, 'ipn', 'https://tienda.example/ipn', now() from unnest($2::uuid[]) id`,
    [ids.merchantA1, operationIds],
  )
  return operationIds
}

const change = (changes: OperationChange[]) =>
  server.services.database.write(scope, async (db) => changeOperations(db, scope, now, changes))

type Effects = {
  deadlines: Record<string, string>
  concluded: boolean
  erasing: boolean
  called: boolean
  events: { seq: number; event: string; from: string | null; to: string }[]
  webhooks: { type: string; sequence: number; event: string; mid: string | null }[]
}

async function effectsOn(id: string): Promise<Effects> {
  const [row] = await server.ownerSql<Effects>(
    `select coalesce((select jsonb_object_agg(d.kind, to_char(d.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from deadlines d where d.object_id = o.id), '{}') as deadlines,
       o.concluded_at is not null as concluded, exists (select from privacy_queue q where q.operation_id = o.id) as erasing,
       exists (select from outbox q where q.kind = 'order_callback' and q.subject = o.id::text) as called,
       (select jsonb_agg(jsonb_build_object('seq', e.seq, 'event', e.event, 'from', e.from_substatus, 'to', e.to_substatus) order by e.seq) from operation_events e
         where e.operation_id = o.id and e.at = $2) as events,
       coalesce((select jsonb_agg(jsonb_build_object('type', d.type, 'sequence', d.data->'sequence', 'event', d.data->'event', 'mid', d.data->'mid') order by q.number)
         from webhook_deliveries d join outbox q on q.kind = 'webhook' and q.subject = d.id::text where d.data->>'operation_id' = replace(o.id::text, '-', '')), '[]') as webhooks
     from operations o where o.id = $1`,
    [id, now],
  )
  if (!row) throw new Error(`no operation ${id}`)
  return row
}

/** Days and sub-statuses whose counter differs from the operations. */
const miscounted = () =>
  server.ownerSql(
    `select from (select day, substatus, sum(operations) as many from operation_counters group by 1, 2) c
       full join (select (created_at at time zone 'Europe/Madrid')::date as day, substatus, count(*) as many from operations group by 1, 2) o using (day, substatus)
     where coalesce(c.many, 0) <> coalesce(o.many, 0)`,
  )

/** The states from which a transition leads, with those after it. */
const moves = transitions.flatMap(({ event, from, fromReasons, to, toReason, actor }) =>
  from.flatMap((substatus) => {
    const reasons = reasonsOf[substatus].filter((one) => !fromReasons || fromReasons.includes(one))
    return (reasons.length > 0 ? reasons : [null]).slice(0, 1).map((reason) => {
      const before = stateOf(substatus, reason)
      return { event, actor, before, after: to === 'unchanged' ? before : stateOf(to, toReason) }
    })
  }),
)

/** Deadlines, as the domain says. */
const deadlinesOf = (state: OperationState) => Object.fromEntries(deadlinesIn(state).map((kind) => [kind, dueAt[kind].toISOString()]))
const isConcluded = (substatus: Substatus) => (concludedStates as readonly Substatus[]).includes(substatus)

describe('a change of an operation', () => {
  it('writes the deadlines, counters, conclusion, callback and webhook that every transition has', async () => {
    const operationIds = await written(moves.map(({ before }) => before))
    for (const [nth, { event, actor, before, after }] of moves.entries()) {
      const operationId = operationIds[nth] ?? ''
      const name = `${event} from ${before.substatus}`
      expect((await effectsOn(operationId)).deadlines, name).toEqual(deadlinesOf(before))
      await change([{ operationId, event, actor, userId: null, amountCents: null, before, after }])
      const type = operationWebhook(event, before.substatus, after.substatus)
      expect(await effectsOn(operationId), name).toEqual({
        deadlines: deadlinesOf(after),
        concluded: isConcluded(after.substatus),
        erasing: isConcluded(after.substatus) && before.substatus !== after.substatus,
        called: before.substatus !== after.substatus || before.statusReason !== after.statusReason,
        events: [{ seq: expect.any(Number), event, from: before.substatus, to: after.substatus }],
        webhooks: type === null ? [] : [{ type, sequence: expect.any(Number), event, mid: 'PED' }],
      })
      expect(await miscounted(), name).toEqual([])
    }
  })

  it('writes several entries of several operations in order, each with its webhook, or none of it', async () => {
    const live = stateOf('payment_process', null)
    const [first = '', second = ''] = await written([live, live])
    const by = { actor: 'provider' as const, userId: null, amountCents: 100, before: live }
    const changes = [
      ...[first, second].map((operationId) => ({ ...by, operationId, event: 'instalment_declined', after: live })),
      { ...by, operationId: first, event: 'defaulted', after: stateOf('payment_suspended', 'default') },
    ]
    const failed = server.services.database.write(scope, async (db) => {
      changeOperations(db, scope, now, changes)
      await db.run(sql`select 1 / 0`)
    })
    await expect(failed).rejects.toThrow('division by zero')
    expect((await effectsOn(first)).webhooks).toEqual([])
    await change(changes)
    const { events, webhooks, deadlines } = await effectsOn(first)
    expect(events.map(({ event }) => event)).toEqual(['instalment_declined', 'defaulted'])
    expect((events[1]?.seq ?? 0) - (events[0]?.seq ?? 0)).toBe(1)
    expect(webhooks).toMatchObject([{ type: 'operation.suspended', sequence: events[1]?.seq }])
    expect(deadlines).toEqual({})
    expect(await effectsOn(second)).toMatchObject({ deadlines: deadlinesOf(live), webhooks: [], called: false })
    expect(await miscounted()).toEqual([])
  })

  it('moves the deadline when its column changes, and leaves other operations alone', async () => {
    const pending = stateOf('pending_customer', 'in_process')
    const [operationId = '', other = ''] = await written([pending, pending])
    const later = new Date('2026-12-01T00:00:00Z')
    const entry = { event: 'challenge_needed', actor: 'provider' as const, userId: null, amountCents: null, before: pending }
    const after = stateOf('pending_customer', 'challenge_required')
    await server.services.database.write(scope, async (db) =>
      changeOperation(db, scope, now, { ...entry, operationId, after }, { set: sql`expires_at = ${later}` }),
    )
    expect((await effectsOn(operationId)).deadlines).toEqual({ checkout_expiry: later.toISOString() })
    expect((await effectsOn(other)).deadlines).toEqual(deadlinesOf(pending))
  })
})
