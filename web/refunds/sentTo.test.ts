import { expect, it } from 'vitest'
import type { Operation } from '#contract/operations'
import { maskEmail, maskPhone } from '#domain/identifiers'
import { sentTo } from './sentTo.ts'

const email = 'ana@correo.test'
const operation = (phone: string | null) => ({ customer: { phone, email } }) as Operation // only what is looked at

it.each([
  ['email', maskEmail(email), '612345678', email],
  ['email', maskEmail('other@correo.test'), '612345678', maskEmail('other@correo.test')],
  ['sms', maskPhone('612345678'), '612345678', '612345678'],
  ['sms', maskPhone('612345678'), maskPhone('612345678'), maskPhone('612345678')],
  ['sms', maskPhone('612345678'), null, maskPhone('612345678')],
] as const)('shows where a %s to %s went as the customer card does (%s)', (channel, to, phone, shown) => {
  expect(sentTo(operation(phone), { channel, to })).toBe(shown)
})
