import type { Settlement, SettlementClaim } from '#contract/money/settlements'
import { madridDay } from '#domain/platform/dates'
import { cents, centsOrNull, formatEuros } from '#domain/platform/money'
import { MAX_CLAIM_TEXT, findDifference, unexplainedCents } from '#domain/money/settlementClaim'
import { notify } from '../../merchants/notices/notify.ts'
import { tellProvider } from '../../merchants/notices/providerEvents.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { recordAct } from '../../platform/calls/actor.ts'
import type { ByProvider } from '../../platform/calls/providerChange.ts'
import { notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { noteChange } from '../../platform/events/noteChange.ts'
import { fileBatches, fileColumns } from './fileCells.ts'
import { readLines } from './lines.ts'
import { sumLines } from './settleShop.ts'
import { rawFile } from './settlementFile.ts'
import { readSettlement, settlementColumns, settlementOf, type StoredSettlement } from './settlementRow.ts'

/** An open claim's row; amounts in cents. */
type StoredClaim = {
  id: string
  about: SettlementClaim['about']
  state: SettlementClaim['state']
  difference_cents: bigint
  bank_cents: bigint | null
  bank_on: string | null
  note: string | null
  opened_at: Date
  opened_by_name: string | null
  answer: string | null
  answered_at: Date | null
  closed_at: Date | null
  closed_by_name: string | null
}

/** The last claim of a settlement, or the one with an id, in any state; undefined: there is none. */
export const readClaim = (db: Connection, scope: Scope, settlementId: string, id?: string): Promise<StoredClaim | undefined> =>
  db.first<StoredClaim>(sql`select c.id, c.about, c.state, c.difference_cents, c.bank_cents, c.bank_on, c.note, c.opened_at, c.answer, c.answered_at, c.closed_at,
      (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = c.opened_by) as opened_by_name,
      (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = c.closed_by) as closed_by_name
    from settlement_claims c where ${inScope(scope, 'c')} and c.settlement_id = ${settlementId}${id === undefined ? sql`` : sql` and c.id = ${id}`}
    order by c.opened_at desc, c.id desc limit 1`)

/** A claim in the contract's shape. */
export const claimOf = (stored: StoredClaim): SettlementClaim => ({
  id: hexOf(stored.id),
  about: stored.about,
  state: stored.state,
  difference: Number(stored.difference_cents),
  bankAmount: centsOrNull(stored.bank_cents),
  bankOn: stored.bank_on,
  note: stored.note,
  openedAt: stored.opened_at.toISOString(),
  openedBy: stored.opened_by_name,
  answer: stored.answer,
  answeredAt: stored.answered_at?.toISOString() ?? null,
  closedAt: stored.closed_at?.toISOString() ?? null,
  closedBy: stored.closed_by_name,
})

/** Tells the provider's own systems of a claim, by an event and in their list of changes. */
function queueClaimEvent(
  db: Connection,
  scope: Scope,
  type: 'claim.opened' | 'claim.answered' | 'claim.closed',
  id: string,
  now: Date,
): void {
  tellProvider(db, { type, at: now, about: scope, objectId: id })
  noteChange(db, 'claim', scope, id)
}

type Closing = { settlementId: string; claimId: string; userId: string; now: Date; onlyAnswered?: true }

/** Closes a claim that is still open, and removes it from the provider's queue. Returns its previous state; undefined: it was closed already. */
async function closeClaim(db: Connection, scope: Scope, closing: Closing): Promise<string | undefined> {
  const { settlementId, claimId, userId, now, onlyAnswered } = closing
  const closed = await db.first<{ before: string }>(sql`with standing as (
      select c.id, c.state from settlement_claims c where ${inScope(scope, 'c')} and c.settlement_id = ${settlementId}
        and c.id = ${claimId} and c.state ${onlyAnswered ? sql`= 'answered'` : sql`<> 'closed'`} for update
    ), closed as (
      update settlement_claims c set state = 'closed', closed_at = ${now}, closed_by = ${userId} from standing
      where ${inScope(scope, 'c')} and c.id = standing.id
    ), struck as (delete from settlement_claim_queue q using standing where q.claim_id = standing.id)
    select state as before from standing`)
  if (closed) queueClaimEvent(db, scope, 'claim.closed', claimId, now)
  return closed?.before
}

/**
 * Opens a claim about an amount that a settlement's lines do not explain, or that differs from the shop's bank statement; the current settlement is stored
 * as evidence. One at a time, in live mode only; opening a new one closes an answered one. Refuses a claim without a difference.
 */
export const settlementClaimOpen: Handler<'settlementClaimOpen'> = async ({ db, scope, params, caller, body, now, audit }) => {
  const { merchantId, mode } = scope
  if (mode !== 'live') throw new Refusal('ClaimNotAllowed', { why: 'test' })
  const stored = await readSettlement(db, scope, params.settlementId)
  const { netCents: linesNetCents } = await sumLines(db, scope, stored.id)
  const difference = findDifference(
    { isPaid: stored.status === 'paid', netCents: Number(stored.net_cents), unexplained: unexplainedOf(stored, linesNetCents) },
    body.bank?.amount ?? null,
  )
  if (difference === 'not_paid') throw new Refusal('ClaimNotAllowed', { why: 'unpaid' })
  if (difference === 'nothing') throw refused('bank', 'claim_nothing')
  if (body.bank !== null && !isPlausible(body.bank, madridDay(now))) throw refused('bank', 'format')
  const id = newId(now)
  const disagrees = body.disagrees === undefined ? null : uuidOf(body.disagrees)
  if (disagrees)
    await closeClaim(db, scope, { settlementId: stored.id, claimId: disagrees, userId: caller.userId, now, onlyAnswered: true })
  const evidence = { settlement: settlementOf(stored), linesNet: linesNetCents }
  const opened = await db.first(sql`with opened as (
      insert into settlement_claims (merchant_id, mode, id, settlement_id, about, difference_cents, bank_cents, bank_on, note, evidence, opened_at, opened_by)
      values (${merchantId}, ${mode}, ${id}, ${stored.id}, ${difference.about}, ${difference.differenceCents}, ${body.bank?.amount ?? null}, ${body.bank?.on ?? null}, ${body.note || null},
        ${JSON.stringify(evidence)}::jsonb, ${now}, ${caller.userId})
      on conflict (merchant_id, mode, settlement_id) where state <> 'closed' do nothing returning id
    )
    insert into settlement_claim_queue (claim_id, merchant_id, reference, difference_cents, opened_at)
      select id, ${merchantId}::uuid, ${stored.reference}, ${difference.differenceCents}, ${now}::timestamptz from opened returning claim_id`)
  if (!opened) throw new Refusal('ClaimNotAllowed', { why: 'standing' })
  queueClaimEvent(db, scope, 'claim.opened', id, now)
  audit({ entity: 'settlement', entityId: stored.id, after: { claim: id, ...difference, ...(disagrees && { disagrees }) } })
  const claim = await readClaim(db, scope, stored.id)
  if (!claim) throw new Error(`claim of settlement ${params.settlementId}: the insert returned no row`)
  return claimOf(claim)
}

type Amounts = Pick<
  Parameters<typeof settlementOf>[0],
  'opening_cents' | 'reserve_held_cents' | 'reserve_released_cents' | 'net_cents' | 'closing_cents'
>

const unexplainedOf = (amounts: Amounts, linesNetCents: number) =>
  unexplainedCents({
    openingCents: Number(amounts.opening_cents),
    linesNetCents,
    reserveHeldCents: Number(amounts.reserve_held_cents),
    reserveReleasedCents: Number(amounts.reserve_released_cents),
    netCents: Number(amounts.net_cents),
    closingCents: Number(amounts.closing_cents),
  })

/** A received amount needs a date that is not in the future; one that was not received has none. */
const isPlausible = ({ amount, on }: { amount: number; on: string | null }, today: string) =>
  amount === 0 ? on === null : on !== null && on <= today

const refused = (name: string, code: string) =>
  new Refusal('ApiValidationException', { fields: [{ name, code, message: text(`errors.field.${code}`) }] })

/**
 * The shop accepts the answer to a claim, or withdraws the claim before it is answered. A closed claim stays as it is, and a newer one is not
 * affected.
 */
export const settlementClaimClose: Handler<'settlementClaimClose'> = async ({ db, scope, params, body, caller, now, audit }) => {
  const { id: settlementId } = await readSettlement(db, scope, params.settlementId)
  const claimId = uuidOf(body.claim) ?? ''
  const before = await closeClaim(db, scope, { settlementId, claimId, userId: caller.userId, now })
  const claim = await readClaim(db, scope, settlementId, claimId)
  if (!claim) throw notFound(body.claim)
  if (before !== undefined)
    audit({ entity: 'settlement', entityId: settlementId, before: { claim: claimId, state: before }, after: { state: 'closed' } })
  return claimOf(claim)
}

/** A claim for the provider's operator; amounts in cents. `evidence` is the settlement as it was when the claim was opened. */
export type WaitingClaim = {
  id: string
  reference: string
  shop: string
  about: 'lines' | 'bank'
  difference_cents: bigint
  bank_cents: bigint | null
  bank_on: string | null
  note: string | null
  opened_at: Date
  evidence: { settlement: Pick<Settlement, 'lineCount' | 'openingBalance' | 'netAmount' | 'closingBalance'>; linesNet: number }
}

type Queued = { claim_id: string; merchant_id: string }

/** Claims without an answer, oldest first. */
export async function waitingClaims(database: Database): Promise<WaitingClaim[]> {
  const queue = await database.read(null, (db) =>
    db.rows<Queued>(sql`select q.claim_id, q.merchant_id from settlement_claim_queue q order by q.opened_at, q.claim_id`),
  )
  const claims: WaitingClaim[] = []
  for (const { claim_id: id, merchant_id: merchantId } of queue) {
    const claim = await readWaiting(database, mintScope(merchantId, 'live'), id)
    if (claim) claims.push(claim)
  }
  return claims
}

/** An open claim; undefined: no open claim has that id. */
export async function waitingClaim(database: Database, id: string): Promise<WaitingClaim | undefined> {
  const scope = await database.read(null, (db) => scopeOf(db, id))
  return scope && readWaiting(database, scope, id)
}

/** An open claim, with its settlement's lines as machine-readable CSV; undefined: no open claim has that id. */
export async function claimEvidence(
  database: Database,
  id: string,
): Promise<{ claim: WaitingClaim; lines: AsyncIterable<string> } | undefined> {
  const scope = await database.read(null, (db) => scopeOf(db, id))
  const claim = scope && (await readWaiting(database, scope, id))
  if (!scope || !claim) return undefined
  const stored = await database.read(scope, (db) =>
    db.first<StoredSettlement>(sql`select ${settlementColumns} from settlements s join settlement_claims c on c.merchant_id = s.merchant_id and c.mode = s.mode and c.settlement_id = s.id
      where ${inScope(scope, 's')} and c.id = ${id}`),
  )
  return stored && { claim, lines: rawFile(fileColumns, fileBatches(stored, scope.mode, readLines(database, scope, stored.id))) }
}

/** Stores the provider's answer to a claim and notifies the shop; once. Refuses with ReviewNotAllowed when no open claim has that id. */
export async function answerClaim(db: Connection, id: string, answer: string, { by, now }: ByProvider): Promise<void> {
  if (answer === '' || answer.length > MAX_CLAIM_TEXT)
    throw new Refusal('ApiValidationException', { fields: [problem('answer', answer === '' ? 'required' : 'too_big')] })
  const scope = await scopeOf(db, id)
  if (!scope) throw new Refusal('ReviewNotAllowed', { why: 'claim' })
  const { merchantId, mode } = scope
  const answered = await withScope(db, scope, async () => {
    const row = await db.first<{
      settlement_id: string
      reference: string
      difference_cents: bigint
      account_id: string
    }>(sql`with answered as (
        update settlement_claims c set state = 'answered', answer = ${answer}, answered_at = ${now}
        where ${inScope(scope, 'c')} and c.id = ${id} and c.state = 'open' returning c.settlement_id, c.difference_cents
      ), struck as (delete from settlement_claim_queue q using answered where q.claim_id = ${id})
      select a.settlement_id, a.difference_cents, s.reference, m.account_id from answered a
        join settlements s on ${inScope(scope, 's')} and s.id = a.settlement_id join merchants m on m.id = s.merchant_id`)
    if (row) {
      queueClaimEvent(db, scope, 'claim.answered', id, now)
      notify(db, {
        about: { merchantId },
        type: 'settlement_claim_answered',
        level: 'info',
        values: [
          { key: 'reference', value: row.reference },
          { key: 'amount', value: formatEuros(cents(row.difference_cents)) },
          { key: 'answer', value: answer },
        ],
        actionUrl: `/merchants/${hexOf(merchantId)}/settlements/${hexOf(row.settlement_id)}`,
        roles: ['owner', 'admin', 'editor'],
        byMail: true,
        now,
      })
    }
    return row
  })
  // The shop has closed it in the meantime.
  if (!answered) throw new Refusal('ReviewNotAllowed', { why: 'claim' })
  await recordAct(db, by, {
    accountId: answered.account_id,
    merchantId,
    mode,
    call: 'operator.answer-claim',
    entity: 'settlement',
    entityId: answered.settlement_id,
    before: { claim: id, state: 'open' },
    after: { state: 'answered', answer },
  })
}

/** The scope of an open claim; undefined: no open claim has that id. */
async function scopeOf(db: Connection, id: string): Promise<Scope | undefined> {
  const row = await db.first<{ merchant_id: string }>(sql`select q.merchant_id from settlement_claim_queue q where q.claim_id = ${id}`)
  return row && mintScope(row.merchant_id, 'live')
}

const readWaiting = (database: Database, scope: Scope, id: string): Promise<WaitingClaim | undefined> =>
  database.read(scope, (db) =>
    db.first<WaitingClaim>(sql`select c.id, s.reference, m.name as shop, c.about, c.difference_cents, c.bank_cents, c.bank_on, c.note, c.opened_at, c.evidence
      from settlement_claims c join settlements s on s.merchant_id = c.merchant_id and s.mode = c.mode and s.id = c.settlement_id join merchants m on m.id = c.merchant_id
      where ${inScope(scope, 'c')} and c.id = ${id} and c.state = 'open'`),
  )
