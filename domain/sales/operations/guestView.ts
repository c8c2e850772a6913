import { maskDocument, maskPhone } from '../../platform/identifiers.ts'
import type { Role } from '../../access/roles.ts'

/**
 * The one list of what a guest, who only looks, is not told, by its name in any answer: customers' phones and documents come masked, and what the
 * provider charges the shop and pays it, which they may see nowhere else, not at all.
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
  ].map((name) => [name, () => null] as const),
])

/** The columns of the list of operations as a file that a guest does not get: the same figures. */
export const columnsWithheldFromGuests: ReadonlySet<string> = new Set(['fee', 'vat', 'subsidy', 'net', 'settlement'])

/** An answer in the wire's spelling as somebody of a role is told it. */
export function toldTo(role: Role, body: string): string {
  if (role !== 'guest') return body
  return JSON.stringify(JSON.parse(body), (name, value: unknown) => {
    const told = withheldFromGuests.get(name)
    return told ? told(value) : value
  })
}
