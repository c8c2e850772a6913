import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Message } from '#domain/platform/sentence'
import { setMessages } from '../../platform/i18n/messages.ts'
import { planOfText, planText, type SimulatedPlan } from './planText.ts'

beforeAll(() =>
  setMessages(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../messages/es/sales/operations.json'), 'utf8')) as Record<string, Message>, // our own file
  ),
)

it.each([
  ['instalments', 6, 2_646, '6 cuotas', '6 cuotas de 26,46\u00a0€'],
  ['pay_in_4', 4, 3_748, '4 pagos', '4 pagos de 37,48\u00a0€'],
  ['pay_later', 1, 14_990, '1 pago a los 15 días', '1 pago de 149,90\u00a0€ a los 15 días'],
] as const)('names a plan of %s, and with its amount', (product, numInstalments, instalmentAmount, plan, planOf) => {
  const simulated = { product, numInstalments, instalmentAmount } as SimulatedPlan // what its words depend on
  expect([planText(simulated), planOfText(simulated)]).toEqual([plan, planOf])
})
