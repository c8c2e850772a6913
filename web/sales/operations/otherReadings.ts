import type { Role } from '#domain/access/roles'
import { readSearch, type SearchType } from '#domain/sales/operations/search'

/** The readings that may be meant for any words, in the order in which they are offered. */
const offered: readonly SearchType[] = ['order_number', 'name', 'mail', 'phone', 'document', 'amount', 'settlement', 'order_id']

/** What a guest may not search by: who the customer is beyond name and mail. */
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

/** The other ways in which the searched words can be read, at most three, likelier first. */
export function otherReadings(text: string, present: SearchType, role: Role): SearchType[] {
  return offered.filter((type) => type !== present && fits[type](text) && !(role === 'guest' && closedToGuests.includes(type))).slice(0, 3)
}
