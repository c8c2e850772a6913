import type { Settlement } from '#contract/money/settlements'
import { CLAIM_TEXT_MOST } from '#domain/money/settlementClaim'
import { formatEuros, cents } from '#domain/platform/money'
import { record } from '../../platform/audit/record.ts'
import type { Database } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { notify } from '../../merchants/notices/notify.ts'
import { fileBatches, fileColumns } from './fileCells.ts'
import { rawFile } from './settlementFile.ts'
import { readLines } from './lines.ts'
import { settlementColumns, type StoredSettlement } from './settlementRow.ts'

/** An open claim for the provider's operator; amounts in cents. `evidence` is the settlement as it was when the claim was opened. */
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

/** An open claim, with its settlement's lines as machine-readable CSV; undefined: no open claim has that id. */
export async function claimEvidence(
  database: Database,
  id: string,
): Promise<{ claim: WaitingClaim; lines: AsyncIterable<string> } | undefined> {
  const scope = await scopeOf(database, id)
  const claim = scope && (await readWaiting(database, scope, id))
  if (!scope || !claim) return undefined
  const stored = await database.read(scope, (db) =>
    db.first<StoredSettlement>(sql`select ${settlementColumns} from settlements s join settlement_claims c on c.merchant_id = s.merchant_id and c.mode = s.mode and c.settlement_id = s.id
      where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode} and c.id = ${id}`),
  )
  return stored && { claim, lines: rawFile(fileColumns, fileBatches(stored, scope.mode, readLines(database, scope, stored.id))) }
}

/**
 * Stores the provider's answer to a claim, audits it and notifies the shop; once. Returns an error message for the console when it is not possible, else
 * null.
 */
export async function answerClaim(database: Database, id: string, answer: string, now: Date): Promise<string | null> {
  if (answer === '' || answer.length > CLAIM_TEXT_MOST) return `an answer has one to ${CLAIM_TEXT_MOST} letters`
  const scope = await scopeOf(database, id)
  if (!scope) return 'no claim of that id waits'
  const { merchantId, mode } = scope
  return database.write(scope, async (db) => {
    const answered = await db.first<{
      settlement_id: string
      reference: string
      difference_cents: bigint
      account_id: string
    }>(sql`with answered as (
        update settlement_claims c set state = 'answered', answer = ${answer}, answered_at = ${now}
        where c.merchant_id = ${merchantId} and c.mode = ${mode} and c.id = ${id} and c.state = 'open' returning c.settlement_id, c.difference_cents
      ), struck as (delete from settlement_claim_queue q using answered where q.claim_id = ${id})
      select a.settlement_id, a.difference_cents, s.reference, m.account_id from answered a
        join settlements s on s.merchant_id = ${merchantId} and s.mode = ${mode} and s.id = a.settlement_id join merchants m on m.id = s.merchant_id`)
    // The shop has closed it in the meantime.
    if (!answered) return 'no claim of that id waits'
    notify(db, {
      about: { merchantId },
      type: 'settlement_claim_answered',
      level: 'info',
      values: [
        { key: 'reference', value: answered.reference },
        { key: 'amount', value: formatEuros(cents(answered.difference_cents)) },
      ],
      actionUrl: `/merchants/${hexOf(merchantId)}/settlements/${hexOf(answered.settlement_id)}`,
      roles: ['owner', 'admin', 'editor'],
      byMail: true,
      now,
    })
    await record(db, {
      accountId: answered.account_id,
      merchantId,
      mode,
      userId: null,
      role: 'operator',
      ip: null,
      call: 'operator.answer-claim',
      entity: 'settlement',
      entityId: answered.settlement_id,
      before: { claim: id, state: 'open' },
      after: { state: 'answered', answer },
    })
    return null
  })
}

/** The scope of an open claim; undefined: no open claim has that id. */
async function scopeOf(database: Database, id: string): Promise<Scope | undefined> {
  const row = await database.read(null, (db) =>
    db.first<{ merchant_id: string }>(sql`select q.merchant_id from settlement_claim_queue q where q.claim_id = ${id}`),
  )
  return row && mintScope(row.merchant_id, 'live')
}

const readWaiting = (database: Database, scope: Scope, id: string): Promise<WaitingClaim | undefined> =>
  database.read(scope, (db) =>
    db.first<WaitingClaim>(sql`select c.id, s.reference, m.name as shop, c.about, c.difference_cents, c.bank_cents, c.bank_on, c.note, c.opened_at, c.evidence
      from settlement_claims c join settlements s on s.merchant_id = c.merchant_id and s.mode = c.mode and s.id = c.settlement_id join merchants m on m.id = c.merchant_id
      where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${id} and c.state = 'open'`),
  )
