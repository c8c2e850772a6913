import type { ProviderPayoutView } from '#contract/providerApi/money'
import { type BankOutcome, markPayout, type PayoutOfShop, readPayout } from '../../money/payouts/markPayout.ts'
import { cursorOf, readCursor, uuidForm } from '../../platform/calls/cursor.ts'
import type { StaffChange } from '../../platform/calls/consoleHandler.ts'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Rows of a page. */
const pageRows = 50

const viewOf = ({ merchantId, payout }: PayoutOfShop): ProviderPayoutView => ({
  reference: payout.reference,
  merchantId: hexOf(merchantId),
  settlementId: hexOf(payout.settlement_id),
  amount: Number(payout.amount_cents),
  iban: payout.iban,
  holderName: payout.holder_name,
  state: payout.state,
  valueOn: payout.value_on,
  sentAt: payout.sent_at?.toISOString() ?? null,
  doneAt: payout.done_at?.toISOString() ?? null,
  returnCode: payout.return_code,
})

/** Transfers that the bank is to be asked about, the oldest first. Opening account numbers leaves an entry. */
export const providerPayoutList: ProviderHandler<'providerPayoutList'> = async ({ db, services, query, audit }) => {
  const [after] = query.cursor === undefined ? [] : readCursor(query.cursor, [uuidForm])
  const rows = await db.rows<{ reference: string; settlement_id: string }>(sql`select q.reference, q.settlement_id from payout_queue q
    where ${after === undefined ? sql`true` : sql`q.settlement_id > ${after}::uuid`} order by q.settlement_id limit ${pageRows + 1}`)
  const page = rows.slice(0, pageRows)
  const read: PayoutOfShop[] = []
  for (const { reference } of page) read.push(await readPayout(db, services, reference))
  audit({ entity: 'payout', entityId: '', after: { payouts: page.length } })
  const last = page.at(-1)
  return { results: read.map(viewOf), next: rows.length > pageRows && last ? cursorOf([last.settlement_id]) : null }
}

export const providerPayout: ProviderHandler<'providerPayout'> = async ({ db, services, params }) =>
  viewOf(await readPayout(db, services, params.reference))

type Marking = { db: Connection; params: { reference: string }; now: Date; audit: (change: StaffChange) => void }

async function mark({ db, params, now, audit }: Marking, outcome: BankOutcome): Promise<ProviderPayoutView> {
  const { reference } = params
  const read = await markPayout(db, reference, outcome, now)
  const { merchantId, payout } = read
  const after = { reference, state: outcome.state, ...(outcome.state === 'returned' && { code: outcome.code }) }
  audit({ entity: 'settlement', entityId: payout.settlement_id, merchantId, mode: 'live', after })
  return viewOf(read)
}

export const providerPayoutExecuted: ProviderHandler<'providerPayoutExecuted'> = (call) =>
  mark(call, { state: 'booked', at: new Date(call.body.at) })

export const providerPayoutReturned: ProviderHandler<'providerPayoutReturned'> = (call) =>
  mark(call, { state: 'returned', at: new Date(call.body.at), code: call.body.code })
