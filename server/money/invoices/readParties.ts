import { isRecipientTaxId } from '#domain/money/invoice'
import type { Config } from '../../platform/config/config.ts'
import type { Connection } from '../../platform/database/database.ts'
import { demoIssuer } from '../../demo/demoIssuer.ts'
import { sql } from '../../platform/database/sql.ts'

/** The issuer or recipient as printed on an invoice; the country is ISO 3166-1 alpha-2. */
export type Party = { name: string; taxId: string; address: string; postcode: string; city: string; province: string; country: string }

/** Issuer and recipient; a person's names also separately, as electronic invoices require. */
export type Parties = {
  accountId: string
  shopName: string
  issuer: Party
  recipient: Party & { firstName: string | null; lastName: string | null }
}

/** Missing data without which no invoice can be issued: the provider's, or the shop's company data. */
export type Lack = 'issuer' | 'recipient'

type Row = {
  account_id: string
  demo: boolean
  shop: string
  company: string | null
  first_name: string | null
  last_name: string | null
  tax_id: string | null
  street: string | null
  address_addition: string | null
  postcode: string | null
  city: string | null
  province: string | null
  country: string | null
}

/**
 * The current issuer and recipient of a shop's invoices (RD 1619/2012 art. 6.1.c–e): the company of an enterprise account, the person of a self-employed
 * one. Returns which one is missing when its data is not complete.
 */
export async function readParties(
  db: Connection,
  merchantId: string,
  { invoicing, brand }: Pick<Config, 'invoicing' | 'brand'>,
): Promise<Parties | Lack> {
  const row = await db.first<Row>(sql`select a.id as account_id, a.demo, m.name as shop, e.name as company, p.first_name, p.last_name,
      case when e.account_id is null then p.document_number else e.cif end as tax_id, x.street, x.address_addition, x.postcode, x.city, x.province, x.country
    from merchants m join accounts a on a.id = m.account_id left join enterprises e on e.account_id = a.id and a.type = 'enterprise'
      left join profiles p on p.account_id = a.id
      cross join lateral (select e.street, e.address_addition, e.postcode, e.city, e.province, e.country where e.account_id is not null
        union all select p.street, p.address_addition, p.postcode, p.city, p.province, p.country where e.account_id is null) x
    where m.id = ${merchantId}`)
  // Real shops are never invoiced by the demo's provider.
  const issuer = invoicing.issuer ? { ...invoicing.issuer, name: brand.legalName } : row?.demo ? demoIssuer : undefined
  if (!issuer) return 'issuer'
  const recipient = row && recipientOf(row)
  if (!row || !recipient) return 'recipient'
  return { accountId: row.account_id, shopName: row.shop, issuer: { ...issuer, country: 'ES' }, recipient }
}

function recipientOf(row: Row): Parties['recipient'] | undefined {
  const { company, first_name: firstName, last_name: lastName, postcode, city, province, country } = row
  const name = company ?? (firstName && lastName && `${firstName} ${lastName}`)
  const taxId = (row.tax_id ?? '').toUpperCase().replace(/[\s.-]/g, '')
  const address = [row.street, row.address_addition].filter(Boolean).join(', ')
  if (!name || !isRecipientTaxId(taxId, country) || !row.street || !postcode || !city || !province || !country) return undefined
  const person = company === null ? { firstName, lastName } : { firstName: null, lastName: null }
  return { name, taxId, address, postcode, city, province, country, ...person }
}
