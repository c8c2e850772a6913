import { expect, it } from 'vitest'
import { maskEmail, maskPhone } from '#domain/platform/identifiers'
import { sentTo } from './sentTo.ts'

const [phone, email] = ['612345678', 'ana@correo.test']

it.each([
  ['editor', 'email', maskEmail(email), phone, email],
  ['editor', 'email', maskEmail('other@correo.test'), phone, maskEmail('other@correo.test')],
  ['editor', 'sms', maskPhone(phone), phone, phone],
  ['editor', 'sms', maskPhone(phone), '699999999', maskPhone(phone)],
  ['editor', 'sms', maskPhone(phone), null, maskPhone(phone)],
  ['guest', 'sms', maskPhone(phone), phone, maskPhone(phone)],
  ['guest', 'email', maskEmail(email), phone, email],
] as const)('tells a role %s where a message by %s to %s went as it tells the customer’s addresses', (role, channel, to, known, shown) => {
  expect(sentTo({ phone: known, email }, { channel, to }, role)).toBe(shown)
})
