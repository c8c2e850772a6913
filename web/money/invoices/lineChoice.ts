import type { Invoice } from '#contract/money/invoices'
import { pageOf } from '../../platform/lists/dayQuery.ts'

/** The concept of an invoice line. */
export type InvoiceConcept = Invoice['lines'][number]['concept']

const concepts: readonly InvoiceConcept[] = ['fee', 'fee_minimum', 'subsidy']

/** Parses the URL's filter of charges: concept (null: all) and page. */
export function lineChoice(search: Record<string, string>): { concept: InvoiceConcept | null; page: number } {
  return { concept: concepts.find((concept) => concept === search['concept']) ?? null, page: pageOf(search) }
}
