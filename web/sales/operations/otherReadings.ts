import type { Role } from '#domain/access/roles'
import { readSearch, type SearchType } from '#domain/sales/operations/search'

/** Search types that apply to any text, in the order in which they are offered. */
const offered: readonly SearchType[] = ['order_number', 'name', 'mail', 'phone', 'document', 'amount', 'settlement', 'order_id']

/** Search types not available to a guest: customer data beyond name and e-mail. */
const closedToGuests: readonly SearchType[] = ['phone', 'document']

const fits: Readonly<Record<SearchType, (text: string) => boolean>> = {
  order_number: (text) => !/\s/.test(text),
  name: (text) => /\p{L}/u.test(text) || /\d/.test(text),
  mail: (text) => !/\s/.test(text) && /\p{L}/u.test(text),
  phone: (text) => /^\+?[\d\s]{6,}$/.test(text),
  document: (text) => /\d{7}/.test(text),
  amount: (text) => /\d/.test(text) && readSearch(text, 'amount').value !== '',
  settlement: (text) => /^liq/i.test(text),
  order_id: (text) => /^\w{32}$/.test(text),
}

/** Up to three other interpretations of the searched text, most likely first. */
export function otherReadings(text: string, current: SearchType, role: Role): SearchType[] {
  return offered.filter((type) => type !== current && fits[type](text) && !(role === 'guest' && closedToGuests.includes(type))).slice(0, 3)
}
