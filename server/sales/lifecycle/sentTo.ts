import { maskEmail, maskPhone } from '#domain/platform/identifiers'
import type { Role } from '#domain/access/roles'

type Customer = { phone: string | null; email: string }
type Destination = { channel: 'sms' | 'email'; to: string }

/**
 * The address a message went to, as this person may see the customer's addresses elsewhere: in full while it is still the customer's current address, a phone
 * masked for a guest (`domain/sales/operations/guestView.ts`). `to` is already masked, as messages are stored.
 */
export function sentTo({ phone, email }: Customer, { channel, to }: Destination, role: Role): string {
  if (channel === 'email') return maskEmail(email) === to ? email : to
  return phone !== null && role !== 'guest' && maskPhone(phone) === to ? phone : to
}
