import { madridDay } from '#domain/platform/dates'
import { findDifference, unexplainedCents } from '#domain/money/settlementClaim'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { claimOf, readClaim } from './claimRow.ts'
import { closeClaim } from './closeClaim.ts'
import { readSettlement } from './readSettlement.ts'
import { settlementOf } from './settlementRow.ts'
import { sumLines } from './sumLines.ts'

/**
 * Claims what a settlement's lines do not explain, or what the shop's bank shows instead of it, with the settlement as it stands as evidence. One at a
 * time, of real money alone; whoever disagrees with an answer closes the answered claim with it. Refuses what differs in nothing.
 */
export const settlementClaimOpen: Handler<'settlementClaimOpen'> = async ({ db, scope, params, caller, body, now, audit }) => {
  const { merchantId, mode } = scope
  if (mode !== 'live') throw new Refusal('ClaimNotAllowed', { why: 'test' })
  const stored = await readSettlement(db, scope, params.settlementId)
  const { netCents: linesNetCents } = await sumLines(db, scope, stored.id)
  const found = findDifference(
    { isPaid: stored.status === 'paid', netCents: Number(stored.net_cents), unexplained: unexplainedOf(stored, linesNetCents) },
    body.bank?.amount ?? null,
  )
  if (found === 'not_paid') throw new Refusal('ClaimNotAllowed', { why: 'unpaid' })
  if (found === 'nothing') throw refused('bank', 'claim_nothing')
  if (body.bank !== null && !isPlausible(body.bank, madridDay(now))) throw refused('bank', 'format')
  const id = newId(now)
  const disagrees = body.disagrees === undefined ? null : uuidOf(body.disagrees)
  if (disagrees)
    await closeClaim(db, scope, { settlementId: stored.id, claimId: disagrees, userId: caller.userId, now, onlyAnswered: true })
  const evidence = { settlement: settlementOf(stored), linesNet: linesNetCents }
  const opened = await db.first(sql`with opened as (
      insert into settlement_claims (merchant_id, mode, id, settlement_id, about, difference_cents, bank_cents, bank_on, note, evidence, opened_at, opened_by)
      values (${merchantId}, ${mode}, ${id}, ${stored.id}, ${found.about}, ${found.differenceCents}, ${body.bank?.amount ?? null}, ${body.bank?.on ?? null}, ${body.note || null},
        ${JSON.stringify(evidence)}::jsonb, ${now}, ${caller.userId})
      on conflict (merchant_id, mode, settlement_id) where state <> 'closed' do nothing returning id
    )
    insert into settlement_claim_queue (claim_id, merchant_id, opened_at) select id, ${merchantId}::uuid, ${now}::timestamptz from opened returning claim_id`)
  if (!opened) throw new Refusal('ClaimNotAllowed', { why: 'standing' })
  audit({ entity: 'settlement', entityId: stored.id, after: { claim: id, ...found, ...(disagrees && { disagrees }) } })
  const claim = await readClaim(db, scope, stored.id)
  if (!claim) throw new Error('an insert that wrote nothing')
  return claimOf(claim)
}

type Amounts = Pick<
  Parameters<typeof settlementOf>[0],
  'opening_cents' | 'reserve_held_cents' | 'reserve_released_cents' | 'net_cents' | 'closing_cents'
>

const unexplainedOf = (one: Amounts, linesNetCents: number) =>
  unexplainedCents({
    openingCents: Number(one.opening_cents),
    linesNetCents,
    reserveHeldCents: Number(one.reserve_held_cents),
    reserveReleasedCents: Number(one.reserve_released_cents),
    netCents: Number(one.net_cents),
    closingCents: Number(one.closing_cents),
  })

/** What came has a day that has come; what did not has none. */
const isPlausible = ({ amount, on }: { amount: number; on: string | null }, today: string) =>
  amount === 0 ? on === null : on !== null && on <= today

const refused = (name: string, code: string) =>
  new Refusal('ApiValidationException', { fields: [{ name, code, message: text(`errors.field.${code}`) }] })
