import { createHmac, randomUUID } from 'node:crypto'
import type { DisputeReason } from '#domain/money/cardDispute'
import type { Mode } from '../../platform/database/scope.ts'
import { newSimulatedDispute } from '../../money/payments/simulatedDisputes.ts'
import { simulatedSignature } from '../../money/payments/simulatedCards.ts'
import { workDisputes } from '../../money/disputes/workDisputes.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { applyNotifications } from '../../sales/cards/applyNotifications.ts'
import { giveCard } from '../clock/clockFixture.ts'
import { type TestOperation, writeOperation } from '../operations/testOperations.ts'
import { ids } from '../testFixture.ts'
import { testSecret } from '../testSecret.ts'
import type { TestServer } from '../testServices.ts'

/** A dispute as stored. Amounts in cents. */
type StoredDisputeRow = {
  id: string
  state: string
  withdrawn: number
  held: number
  provider: number
  merchant: number
  fee: number
  vat: number
  bearer: string | null
  act: string | null
}

/** `nth`: of which charge; 0, the first, by default. */
type DisputeOptions = { reason?: DisputeReason; isInquiry?: boolean; mode?: Mode; nth?: number }

/** Disputes of operations of one server, at the simulated card provider. */
export type DisputeFixture = {
  /** An operation of 60 € in three instalments with a card on file, of which two are paid. */
  sold(operation?: TestOperation): Promise<string>
  /** The cardholder disputes a charge of an operation; returns the card provider's reference. */
  dispute(operationId: string, given?: DisputeOptions): Promise<string>
  /** A notification of the card provider arrives and is read. */
  notify(operationId: string, reference: string, id?: string): Promise<void>
  /** Works on what is due now. */
  work(): Promise<void>
  read(operationId: string): Promise<StoredDisputeRow>
  operation(operationId: string): Promise<{ substatus: string; suspension_reason: string | null; disputed: number }>
  /** Sums of the ledger's account over an operation's disputes. */
  booked(operationId: string, account: string): Promise<number>
  paramsOf(operationId: string): Promise<{ merchantId: string; operationId: string; disputeId: string }>
}

export function disputeFixture(server: TestServer): DisputeFixture {
  const merchantId = hexOf(ids.merchantA1)
  const first = async <Row>(text: string, values: unknown[]): Promise<Row> => {
    const [row] = await server.ownerSql<Row>(text, values)
    if (!row) throw new Error(`no row: ${text}`)
    return row
  }
  const read = (operationId: string) =>
    first<StoredDisputeRow>(
      `select id, state, withdrawn_cents::int as withdrawn, held_cents::int as held, provider_cents::int as provider, merchant_cents::int as merchant,
         merchant_fee_cents::int as fee, merchant_vat_cents::int as vat, bearer, act from card_disputes where operation_id = $1`,
      [uuidOf(operationId)],
    )
  return {
    read,
    async sold(operation = {}) {
      const operationId = await writeOperation(server.database.ownerUrl, {
        totalCents: 6_000,
        numInstalments: 3,
        tinBps: 0,
        paid: 2,
        ...operation,
      })
      await giveCard(server, [operationId])
      return operationId
    },
    async dispute(operationId, { reason = 'not_received', isInquiry = false, mode = 'live', nth = 0 } = {}) {
      const charge = await first<{ id: string; amount: number }>(
        `select id, amount_cents::int as amount from charges where operation_id = $1 and state = 'captured' order by created_at, id limit 1 offset $2`,
        [uuidOf(operationId), nth],
      )
      const reference = `sim_dispute_${randomUUID()}`
      const of = {
        merchantId: ids.merchantA1,
        mode,
        operationId: uuidOf(operationId) ?? '',
        chargeId: charge.id,
        amountCents: charge.amount,
      }
      await server.services.payments.simulatedDisputes.open(
        newSimulatedDispute(of, { reference, reason, isInquiry, now: server.services.now() }),
      )
      return reference
    },
    notify: (operationId, reference, id) => notify(server, operationId, reference, id),
    async work() {
      await workDisputes(server.services)
    },
    operation: (operationId) =>
      first(`select substatus, suspension_reason, disputed_cents::int as disputed from operations where id = $1`, [uuidOf(operationId)]),
    async booked(operationId, account) {
      const row = await first<{ sum: number }>(
        `select coalesce(sum(l.amount_cents), 0)::int as sum from ledger_lines l join ledger_journals j on j.merchant_id = l.merchant_id and j.mode = l.mode and j.id = l.journal_id
         where j.kind = 'dispute' and j.operation_id = $1 and l.account = $2`,
        [uuidOf(operationId), account],
      )
      return row.sum
    },
    async paramsOf(operationId) {
      return { merchantId, operationId, disputeId: hexOf((await read(operationId)).id) }
    },
  }
}

/** The simulated card provider's signed notification arrives and is read. */
async function notify(server: TestServer, operationId: string, reference: string, id: string = randomUUID()): Promise<void> {
  const secret = createHmac('sha256', testSecret).update('simulated card notifications').digest('hex')
  const body = JSON.stringify({ id, type: 'dispute', object: [ids.merchantA1, 'live', uuidOf(operationId), reference].join('/') })
  const seconds = String(Math.floor(server.services.now().getTime() / 1_000))
  const headers = { 'x-simulated-signature': `t=${seconds},v1=${simulatedSignature(secret, seconds, body)}` }
  const { status } = await server.send('POST', '/partners/simulated/events', { body, headers })
  if (status !== 204) throw new Error(`the notification was refused: ${status}`)
  await applyNotifications(server.services)
}
