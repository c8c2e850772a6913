import type { Invoice } from '#contract/money/invoices'
import { pageOf } from '../../platform/lists/dayQuery.ts'

/** What an amount of an invoice is for. */
export type InvoiceConcept = Invoice['lines'][number]['concept']

const concepts: readonly InvoiceConcept[] = ['fee', 'fee_minimum', 'subsidy']

/** Which charges the address asks for: of one concept or of all, and the page. */
export function lineChoice(search: Record<string, string>): { concept: InvoiceConcept | null; page: number } {
  return { concept: concepts.find((concept) => concept === search['concept']) ?? null, page: pageOf(search) }
}
