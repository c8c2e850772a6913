import { beforeAll, expect, it } from 'vitest'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import { setMessages } from '../../../platform/i18n/messages.ts'
import { resendText } from './resendText.ts'

const words = { 'offlineCheckout.less.goesOut': '{ways}.', 'offlineCheckout.channel.sms': 'SMS', 'offlineCheckout.channel.email': 'Correo' }
beforeAll(() => setMessages(words))

type Delivery = OfflineCheckout['deliveries'][number]
const sent = (channel: Delivery['channel'], at: string, purpose: Delivery['purpose'] = 'link'): Delivery => ({
  channel,
  purpose,
  at,
  to: 'x',
  state: 'sent',
  problem: null,
})
const [first, second, third] = ['2026-11-23T09:00:00.000Z', '2026-11-23T10:00:00.000Z', '2026-11-23T11:00:00.000Z']

it('names the channels of the last delivery of the link, which the next one reuses', () => {
  const textOf = (...deliveries: Delivery[]) => resendText({ deliveries })
  expect([textOf(), textOf(sent('sms', first, 'code'))]).toEqual([null, null])
  expect(textOf(sent('sms', second), sent('email', second), sent('sms', first))).toBe('SMS · Correo.')
  expect(textOf(sent('sms', third, 'code'), sent('email', second), sent('sms', first))).toBe('Correo.')
})
