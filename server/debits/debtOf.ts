import type { Debt } from '#contract/debits'
import { debtReference } from '#domain/directDebit'
import { groupIban, isSpanishIban, maskIban } from '#domain/iban'
import { ZERO } from '#domain/money'
import type { Connection } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { sql } from '../db/sql.ts'
import type { House } from '../http/call.ts'
import { text } from '../http/messages.ts'
import { hexOf } from '../http/wire.ts'
import { creditorOf } from './creditor.ts'
import { mandateOf } from './readMandate.ts'
import { readStanding } from './readStanding.ts'

/** So many debits are shown (our choice). */
const mostDebits = 50

/** Where a shop's debt stands, what happens next, what it signed or could sign, and how it pays by itself. */
export async function debtOf(db: Connection, scope: Scope, house: Pick<House, 'config' | 'payments'>, now: Date): Promise<Debt> {
  const { merchantId, mode } = scope
  const [standing, offer, debits] = await Promise.all([readStanding(db, scope, now), readOffer(db, scope, house), readDebits(db, scope)])
  const { debtCents, since, owed, mandate, next } = standing
  const isLive = mode === 'live'
  return {
    amount: debtCents,
    since,
    owed,
    next,
    mandate: mandate ? mandateOf(mandate) : null,
    offer: offer && mandate?.state !== 'standing' ? { ...offer, iban: maskIban(offer.iban) } : null,
    transfer:
      isLive && owed > ZERO
        ? {
            iban: groupIban(house.payments.debits.iban),
            holder: offer?.creditor.name ?? mandate?.creditor_name ?? house.config.brand.legalName,
            reference: debtReference(hexOf(merchantId)),
          }
        : null,
    debits,
  }
}

/** What a shop would sign now, with its whole account number; null: it has no account or one that is changing, or this provider does not charge. */
export async function readOffer(db: Connection, { merchantId, mode }: Scope, { config }: Pick<House, 'config'>) {
  if (mode !== 'live') return null
  const row = await db.first<{
    id: string
    iban: string
    holder_name: string
    demo: boolean
  }>(sql`select b.id, b.iban, b.holder_name, a.demo
    from merchants m join accounts a on a.id = m.account_id join bank_accounts b on b.id = m.bank_account_id
    where m.id = ${merchantId} and not exists (select from bank_accounts c where c.merchant_id = m.id and c.state in ('pending_review', 'cooling'))`)
  const creditor = row ? creditorOf(config, row.demo) : null
  if (!row || !creditor || !isSpanishIban(row.iban)) return null
  return {
    accountId: hexOf(row.id),
    iban: row.iban,
    debtorName: row.holder_name,
    creditor,
    wording: text('debits.wording', { creditor: creditor.name }),
  }
}

async function readDebits(db: Connection, { merchantId, mode }: Scope): Promise<Debt['debits']> {
  const rows = await db.rows<{
    id: string
    reference: string
    mandate: string
    state: Debt['debits'][number]['state']
    announced_at: Date
    announced_cents: bigint
    charged_cents: bigint | null
    due_on: string
    done_at: Date | null
    reason_code: string | null
  }>(sql`select d.id, d.reference, s.reference as mandate, d.state, d.announced_at, d.announced_cents, d.charged_cents, d.due_on, d.done_at, d.reason_code
    from debits d join debit_mandates s on s.merchant_id = d.merchant_id and s.mode = d.mode and s.id = d.mandate_id
    where d.merchant_id = ${merchantId} and d.mode = ${mode} order by d.announced_at desc, d.id desc limit ${mostDebits}`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    reference: row.reference,
    mandateReference: row.mandate,
    state: row.state,
    announcedAt: row.announced_at.toISOString(),
    announcedAmount: Number(row.announced_cents),
    chargedAmount: row.charged_cents === null ? null : Number(row.charged_cents),
    dueOn: row.due_on,
    endedAt: row.done_at?.toISOString() ?? null,
    reason: row.reason_code,
  }))
}
