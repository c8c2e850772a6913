import { creditorId } from '#domain/money/directDebit'
import type { Config } from '../../platform/config/config.ts'
import { demoIssuer } from '../../demo/demoIssuer.ts'

/** Whoever is paid by a debit, as a mandate names it; the address on one line. */
export type Creditor = { id: string; name: string; address: string }

/** Settings that say who is paid. */
export type CreditorSettings = Pick<Config, 'debiting' | 'invoicing'> & { brand: Pick<Config['brand'], 'legalName'> }

/** Who charges a shop's debt; null: this provider does not. Demo shops sign in the name of the demo's provider, real ones never. */
export function creditorOf({ debiting, invoicing, brand }: CreditorSettings, isDemo: boolean): Creditor | null {
  const line = ({ address, postcode, city }: { address: string; postcode: string; city: string }) => `${address}, ${postcode} ${city}`
  if (debiting.creditorId !== null && invoicing.issuer)
    return { id: debiting.creditorId, name: brand.legalName, address: line(invoicing.issuer) }
  return isDemo ? { id: creditorId(demoIssuer.taxId, '000'), name: demoIssuer.name, address: line(demoIssuer) } : null
}
