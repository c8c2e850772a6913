import { isMobile } from '#domain/platform/identifiers'
import type { Sale } from './sale.ts'

/** Where the one-time code goes. */
export type CodeWay = { channel: 'sms' | 'email'; to: string }

/** By SMS to a mobile; a landline gets none, so by e-mail where the shop typed one beside it; null while there is no way. */
export function codeWay({ phone, email }: Pick<Sale['customer'], 'phone' | 'email'>): CodeWay | null {
  if (phone === null) return null
  if (isMobile(phone)) return { channel: 'sms', to: phone }
  return email === '' ? null : { channel: 'email', to: email }
}
