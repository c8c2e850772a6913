import { maskDocument, maskPhone } from '../../platform/identifiers.ts'
import type { Role } from '../../access/roles.ts'

/**
 * The fields hidden from a guest, the read-only role, by their name in any answer: customers' phones and documents are masked, and the provider's charges and
 * payments to the shop, and the disputes that others answer, are removed.
 */
const withheldFromGuests: ReadonlyMap<string, (value: unknown) => unknown> = new Map<string, (value: unknown) => unknown>([
  ['phone', (value) => (typeof value === 'string' ? maskPhone(value) : value)],
  ['document_number', (value) => (typeof value === 'string' ? maskDocument(value) : value)],
  ['settlement_lines', () => []],
  ...[
    'fee_rate',
    'fee_fixed',
    'vat_rate',
    'fee_amount',
    'vat_amount',
    'subsidy_amount',
    'net_amount',
    'refunded_merchant_fee',
    'refunded_vat',
    'refunded_subsidy',
    'dispute_to_answer',
  ].map((name) => [name, () => null] as const),
])

/** The columns hidden from a guest in exports of operations: the same figures. */
export const columnsWithheldFromGuests: ReadonlySet<string> = new Set(['fee', 'vat', 'subsidy', 'disputes', 'net', 'settlement'])

/** An answer, as wire JSON, as a role may see it. */
export function redactFor(role: Role, body: string): string {
  if (role !== 'guest') return body
  return JSON.stringify(JSON.parse(body), (name, value: unknown) => {
    const mask = withheldFromGuests.get(name)
    return mask ? mask(value) : value
  })
}
