import type { AccountType } from './companyDraft.ts'

/** Which form of the company a change was typed in. */
export type CompanyPart = 'profile' | 'enterprise' | 'ownership' | 'owner'

/** Whose data invoices are made out to: the company's, or those of the person where there is none (docs/domain.md#invoices). */
const onInvoices: Readonly<Record<AccountType, Partial<Record<CompanyPart, ReadonlySet<string>>>>> = {
  self_employed: { profile: new Set(['firstName', 'lastName', 'documentNumber']) },
  enterprise: { enterprise: new Set(['name', 'cif']) },
}

/** What follows from saving these fields, to be said before: other invoices from now on, or nothing. */
export function consequenceOf(type: AccountType, part: CompanyPart, names: readonly string[]): 'invoices' | 'nothing' {
  const fields = onInvoices[type][part]
  return fields && names.some((name) => fields.has(name) || name.startsWith('address.')) ? 'invoices' : 'nothing'
}
