import type { AccountType } from './companyDraft.ts'

/** The company form in which a change was made. */
export type CompanyPart = 'profile' | 'enterprise' | 'ownership' | 'owner'

/** The fields printed on invoices: the company's, or those of a self-employed person (docs/domain.md#invoices). */
const onInvoices: Readonly<Record<AccountType, Partial<Record<CompanyPart, ReadonlySet<string>>>>> = {
  self_employed: { profile: new Set(['firstName', 'lastName', 'documentNumber']) },
  enterprise: { enterprise: new Set(['name', 'cif']) },
}

/** The consequence of saving these fields, shown before: different invoices from now on, or none. */
export function consequenceOf(type: AccountType, part: CompanyPart, names: readonly string[]): 'invoices' | 'nothing' {
  const fields = onInvoices[type][part]
  return fields && names.some((name) => fields.has(name) || name.startsWith('address.')) ? 'invoices' : 'nothing'
}
