import type { FieldValue, Values } from '#domain/merchants/company/fields'
import type { LocalDate } from '#domain/platform/dates'
import { type TaxAddress, territoryOf } from '#domain/money/taxTerritory'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { CompanyAccount } from './account.ts'

const textOf = (value: FieldValue) => (typeof value === 'string' ? value : null)

/** What decides where a company or a person is taxed, from the fields of its form. */
export const taxAddressOf = (values: Values<'address.country' | 'address.postcode'>, taxId: FieldValue): TaxAddress => ({
  country: textOf(values['address.country']),
  postcode: textOf(values['address.postcode']),
  taxId: textOf(taxId),
})

/**
 * Keeps where an account was taxed until the end of the day on which it moves: operations of that day bear the tax of before, those after midnight the other. To be
 * called with every change of the address or of the tax number. An account that is still being registered corrects what it typed.
 */
export function noteMove(
  db: Connection,
  { id, requiresOnboarding }: Pick<CompanyAccount, 'id' | 'requiresOnboarding'>,
  { before, after, on }: { before: TaxAddress; after: TaxAddress; on: LocalDate },
): void {
  const left = territoryOf(before)
  if (requiresOnboarding || before.postcode === null || left === territoryOf(after)) return
  db.send(sql`insert into past_tax_territories (account_id, until_on, territory) values (${id}, ${on}, ${left}) on conflict do nothing`)
}
