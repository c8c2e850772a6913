import { maskIban } from '#domain/money/iban'
import { maskDocument, maskEmail, maskPhone } from '#domain/platform/identifiers'
import { maskName } from './maskName.ts'

const initial = (text: string): string => (text === '' ? '' : `${text.slice(0, 1)}.`)
const hidden = (text: string): string => (text === '' ? '' : '•••')

/** Data of people, by its field on the wire: cut short, so that staff can compare it and not read it. */
const masks: Readonly<Record<string, (text: string) => string>> = {
  phone: maskPhone,
  landline: maskPhone,
  mobile: maskPhone,
  document_number: maskDocument,
  email: maskEmail,
  pending_email: maskEmail,
  billing_email: maskEmail,
  customer_name: maskName,
  user_name: maskName,
  created_by: maskName,
  last_name: initial,
  iban: maskIban,
  holder: maskName,
  holder_name: maskName,
  birthday: hidden,
  street: hidden,
  address_addition: hidden,
  // A link with which one could go on as the customer.
  checkout_url: hidden,
}

/** Fields that hold a person, whose `name` is cut short. */
const people: ReadonlySet<string> = new Set([
  'person',
  'asked_by',
  'decided_by',
  'requested_by',
  'changed_by',
  'author',
  'member',
  'owner',
  'user',
])

const isNamed = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

/** Wire JSON with the data of customers and of the shop's people cut short. */
export const maskPersonal = (json: string): unknown =>
  JSON.parse(json, (name, value: unknown) => {
    if (typeof value === 'string') return Object.hasOwn(masks, name) ? masks[name]?.(value) : value
    return people.has(name) && isNamed(value) ? { ...value, name: maskName(value.name) } : value
  })
