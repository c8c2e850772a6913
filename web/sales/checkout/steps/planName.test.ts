import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { CheckoutPlanOffer } from '#contract/sales/checkout'
import type { Message } from '#domain/platform/sentence'
import { setMessages } from '../../../platform/i18n/messages.ts'
import { paymentText } from './planName.ts'

const path = join(import.meta.dirname, '../../../../messages/es/sales/consumerScreens.json')
beforeAll(() => setMessages(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Message>)) // our own file

const plan = (firstPaymentAmount: number, count: number) =>
  ({
    firstPaymentAmount,
    instalments: Array.from({ length: count }, (_, at) => ({ number: at + 1, dueOn: `2026-1${at}-26`, amount: 2_646 })),
  }) as CheckoutPlanOffer // only the properties that are read

it.each([
  [0, 2, 'Hoy no pagas nada. Pagas la 1.ª cuota, de 26,46\u00a0€, el 26.10.2026.'],
  [0, 1, 'Hoy no pagas nada. Pagas 26,46\u00a0€ de una vez el 26.10.2026.'],
  [3_000, 2, 'Hoy has pagado 30,00\u00a0€. Después, la 1.ª cuota, de 26,46\u00a0€, se cobra el 26.10.2026.'],
])('describes a plan with %i cents paid today and %i instalments as: %s', (today, count, text) => {
  expect(paymentText(plan(today, count))).toBe(text)
})
