import type { DebitMandate } from '#contract/money/debits'
import { creditorId } from '#domain/money/directDebit'
import { maskIban } from '#domain/money/iban'
import { demoIssuer } from '../../demo/demoIssuer.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql, type Sql } from '../../platform/database/sql.ts'

/** A signed mandate, and whether it is active: not ended, and the shop is still paid to the account that it names. */
export type StoredMandate = {
  id: string
  reference: string
  iban: string
  debtor_name: string
  creditor_id: string
  creditor_name: string
  creditor_address: string
  place: string
  wording: string
  signed_at: Date
  signer_name: string
  ended_at: Date | null
  state: DebitMandate['state']
}

/** The shop's last mandate, or the one with an id; undefined: there is none. */
export function readMandate(db: Connection, scope: Scope, id?: string): Promise<StoredMandate | undefined> {
  const which: Sql = id === undefined ? sql`true` : sql`d.id = ${id}`
  return db.first<StoredMandate>(sql`select d.id, d.reference, d.iban, d.debtor_name, d.creditor_id, d.creditor_name, d.creditor_address, d.place, d.wording, d.signed_at,
      d.signer_name, d.ended_at,
      case d.ended_why when 'revoked' then 'revoked' when 'bank' then 'refused' when 'unused' then 'lapsed' else case when d.ended_at is not null or b.id is distinct from d.bank_account_id or b.iban <> d.iban then 'void' else 'standing' end end as state
    from debit_mandates d join merchants m on m.id = d.merchant_id left join bank_accounts b on b.id = m.bank_account_id
    where ${inScope(scope, 'd')} and ${which} order by d.signed_at desc, d.id desc limit 1`)
}

/** A mandate in the contract's shape. */
export const mandateOf = (stored: StoredMandate): DebitMandate => ({
  id: hexOf(stored.id),
  reference: stored.reference,
  state: stored.state,
  creditor: { id: stored.creditor_id, name: stored.creditor_name, address: stored.creditor_address },
  debtorName: stored.debtor_name,
  iban: maskIban(stored.iban),
  place: stored.place,
  signedAt: stored.signed_at.toISOString(),
  signedBy: stored.signer_name,
  wording: stored.wording,
})

/** The creditor as a mandate names it; the address on one line. */
export type Creditor = { id: string; name: string; address: string }

/** Settings of the creditor. */
type CreditorSettings = Pick<Config, 'debiting' | 'invoicing'> & { brand: Pick<Config['brand'], 'legalName'> }

/** The creditor of a shop's debits; null: this provider does not charge. Demo shops have the demo's provider, real ones never. */
export function creditorOf({ debiting, invoicing, brand }: CreditorSettings, isDemo: boolean): Creditor | null {
  const line = ({ address, postcode, city }: { address: string; postcode: string; city: string }) => `${address}, ${postcode} ${city}`
  if (debiting.creditorId !== null && invoicing.issuer)
    return { id: debiting.creditorId, name: brand.legalName, address: line(invoicing.issuer) }
  return isDemo ? { id: creditorId(demoIssuer.taxId, '000'), name: demoIssuer.name, address: line(demoIssuer) } : null
}
