import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { OfflineCheckout } from '#contract/sales/offlineCheckout'
import type { Message } from '#domain/platform/sentence'
import { setMessages } from '../../../platform/i18n/messages.ts'
import { closedText } from './closedText.ts'

const path = join(import.meta.dirname, '../../../../messages/es/sales/offlineCheckout.json')
beforeAll(() => setMessages(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Message>)) // our own file

type Delivery = OfflineCheckout['deliveries'][number]
const outcome = (state: Delivery['state'], more: Partial<Delivery> = {}): Delivery[] => [
  { channel: 'email', purpose: 'outcome', to: 'x', state, problem: null, at: '2026-11-26T10:00:00Z', ...more },
]
const textOf = (deliveries: Delivery[]) => closedText({ substatus: 'payment_process', deliveries }, 'approved')

it('mentions the contract only after its e-mail was sent, and never in test mode', () => {
  expect(textOf(outcome('sent'))).toContain('tiene su contrato por correo')
  for (const deliveries of [[], outcome('queued'), outcome('failed'), outcome('not_sent'), outcome('sent', { purpose: 'code' })])
    expect(textOf(deliveries)).toBe('La compra está aprobada.')
})
