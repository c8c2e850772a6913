export * from '../operations/testOperations.ts'
export { assertBooks, brokenBooks } from '../operations/testBooks.ts'
export { issueTestKey, makeShop, type Shop } from '../shopsApi/testShop.ts'

import type { TestServer } from '../testServices.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

/** A card on file for operations, by their public ids. */
export async function giveCard(server: TestServer, operationIds: readonly string[], accepted = true): Promise<void> {
  await server.ownerSql(
    `insert into payment_methods (merchant_id, mode, operation_id, provider, token, brand, last4, created_at)
     select merchant_id, mode, id, 'simulated', $2, 'visa', '1111', now() from operations where id = any($1::uuid[])`,
    [operationIds.map(uuidOf), `sim_${accepted ? 'accepted' : 'declined'}_visa_1111_abcd1234`],
  )
}

type Seen = {
  substatus: string
  status_reason: string | null
  suspension_reason: string | null
  voided_cents: string
  paid_instalments: number
  next_due_on: string | null
  collect_at: Date | null
  ended_at: Date | null
  events: string[]
  states: string[]
  deadlines: string[]
}

/** An operation as stored, with its events, the states of its instalments and its deadlines. */
export async function see(server: TestServer, operationId: string): Promise<Seen> {
  const [row] = await server.ownerSql<Seen>(
    `select o.substatus, o.status_reason, o.suspension_reason, o.voided_cents, o.paid_instalments, o.next_due_on::text, o.collect_at, o.ended_at,
       array(select e.event from operation_events e where e.operation_id = o.id order by e.seq) as events,
       array(select i.state from instalments i where i.operation_id = o.id order by i.number) as states,
       array(select d.kind from deadlines d where d.object_id = o.id order by d.kind) as deadlines
     from operations o where o.id = $1`,
    [uuidOf(operationId)],
  )
  if (!row) throw new Error(`operation ${operationId} not found`)
  return row
}
