import type { Debt } from '#contract/money/debits'
import type { LocalDate } from '#domain/platform/dates'
import { debtReference, type DebtStep, isSpent, nextDebtStep, owedCents } from '#domain/money/directDebit'
import { groupIban, isSepaIban, maskIban } from '#domain/money/iban'
import { type Cents, centsOrNull, ZERO } from '#domain/platform/money'
import type { Handler, Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { readDebtFacts, type OpenDebit } from '../ledger/readDebt.ts'
import { type Creditor, creditorOf, mandateOf, readMandate, type StoredMandate } from './readMandate.ts'

/** The state of a shop's debt; amounts in cents. `isSpent`: no further debit is attempted. */
export type DebtState = {
  debtCents: Cents
  since: LocalDate | null
  owed: Cents
  returnedCents: Cents
  mandate: StoredMandate | undefined
  underWay: OpenDebit | undefined
  next: DebtStep
  isSpent: boolean
}

/** Reads the state of a shop's debt and its last mandate. */
export async function readDebtState(db: Connection, scope: Scope, now: Date): Promise<DebtState> {
  const [{ facts, underWay, returnedCents }, mandate] = await Promise.all([readDebtFacts(db, scope, now), readMandate(db, scope)])
  const { debtCents, since, waitingCents, failed } = facts
  // There is no debt in test mode.
  const next: DebtStep = scope.mode === 'sandbox' && debtCents > ZERO ? { step: 'covered', on: null } : nextDebtStep(facts)
  return {
    debtCents,
    since: debtCents > ZERO ? since : null,
    owed: owedCents(debtCents, waitingCents),
    returnedCents,
    mandate,
    underWay,
    next,
    isSpent: isSpent(failed),
  }
}

/** How many debits are shown. */
const maxDebits = 50

/** A shop's debt, the next step, its mandate or the one it could sign, and the details for paying by transfer. */
export async function debtOf(db: Connection, scope: Scope, services: Pick<Services, 'config' | 'payments'>, now: Date): Promise<Debt> {
  const { merchantId, mode } = scope
  const [standing, offer, debits] = await Promise.all([
    readDebtState(db, scope, now),
    readOffer(db, scope, services),
    readDebits(db, scope),
  ])
  const { debtCents, since, owed, returnedCents, mandate, underWay, next, isSpent } = standing
  const isSigned = mandate?.state === 'standing'
  // No transfer is offered while the bank may be charging a debit.
  const canTransfer = mode === 'live' && owed > ZERO && underWay?.state !== 'sent'
  return {
    amount: debtCents,
    since,
    owed,
    returned: returnedCents,
    next,
    spent: isSpent,
    mandate: mandate ? mandateOf(mandate) : null,
    offer: typeof offer === 'string' || isSigned ? null : { ...offer, iban: maskIban(offer.iban) },
    noOffer: typeof offer === 'string' && !isSigned ? offer : null,
    transfer: canTransfer
      ? {
          iban: groupIban(services.payments.debits.iban),
          holder: (typeof offer === 'string' ? mandate?.creditor_name : offer.creditor.name) ?? services.config.brand.legalName,
          reference: debtReference(hexOf(merchantId)),
        }
      : null,
    debits,
  }
}

/** The mandate that a shop could sign now, with its full IBAN. */
type MandateOffer = { accountId: string; iban: string; debtorName: string; creditor: Creditor; wording: string }

type OfferRow = { demo: boolean; id: string | null; iban: string | null; holder_name: string | null; changing: boolean }

/** The mandate that a shop could sign now, or why it cannot: the provider does not charge, it has no account or one that is changing, or it is test mode. */
export async function readOffer(
  db: Connection,
  { merchantId, mode }: Scope,
  { config }: Pick<Services, 'config'>,
): Promise<MandateOffer | NonNullable<Debt['noOffer']>> {
  if (mode !== 'live') return 'test'
  const row = await db.first<OfferRow>(sql`select a.demo, b.id, b.iban, b.holder_name,
      exists (select from bank_accounts c where c.merchant_id = m.id and c.state in ('pending_review', 'cooling')) as changing
    from merchants m join accounts a on a.id = m.account_id left join bank_accounts b on b.id = m.bank_account_id where m.id = ${merchantId}`)
  const creditor = row ? creditorOf(config, row.demo) : null
  if (!row || !creditor) return 'provider'
  const { id, iban, holder_name: debtorName, changing } = row
  if (id === null || iban === null || debtorName === null || changing || !isSepaIban(iban)) return 'account'
  return { accountId: hexOf(id), iban, debtorName, creditor, wording: text('debits.wording', { creditor: creditor.name }) }
}

async function readDebits(db: Connection, scope: Scope): Promise<Debt['debits']> {
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
    where ${inScope(scope, 'd')} order by d.announced_at desc, d.id desc limit ${maxDebits}`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    reference: row.reference,
    mandateReference: row.mandate,
    state: row.state,
    announcedAt: row.announced_at.toISOString(),
    announcedAmount: Number(row.announced_cents),
    chargedAmount: centsOrNull(row.charged_cents),
    dueOn: row.due_on,
    endedAt: row.done_at?.toISOString() ?? null,
    reason: row.reason_code,
  }))
}

/** The shop's debt, since when it owes, the next step, and each debit. */
export const debtView: Handler<'debtView'> = ({ db, scope, services, now }) => debtOf(db, scope, services, now)
