import { maskEmail, maskPhone } from '#domain/platform/identifiers'
import type { Role } from '#domain/access/roles'

type Customer = { phone: string | null; email: string }
type Sent = { channel: 'sms' | 'email'; to: string }

/**
 * Where a message to a customer went, as this person is told the customer's addresses everywhere else: in full while it is still the customer's, a phone
 * masked for a guest (`domain/sales/operations/guestView.ts`). `to` is masked, as messages are kept.
 */
export function sentTo({ phone, email }: Customer, { channel, to }: Sent, role: Role): string {
  if (channel === 'email') return maskEmail(email) === to ? email : to
  return phone !== null && role !== 'guest' && maskPhone(phone) === to ? phone : to
}
