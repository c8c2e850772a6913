import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { basisPoints, cents } from '#domain/platform/money'
import type { ProductOffer } from '#domain/sales/plans/offer'
import { money } from '../../platform/i18n/format.ts'
import type { Message } from '#domain/platform/sentence'
import { setMessages } from '../../platform/i18n/messages.ts'
import { partToday } from './partToday.ts'
import { PartToday } from './PartToday.tsx'

const read = (room: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../messages/es/sales/${room}.json`), 'utf8')) as Record<string, Message> // our own file
beforeAll(() => setMessages({ ...read('operations'), ...read('simulator') }))

const offer: ProductOffer = {
  product: 'instalments',
  minCents: cents(3_000),
  maxCents: cents(60_000),
  instalmentsAllowed: [6],
  tin: basisPoints(0),
  openingFeeRate: basisPoints(0),
  downpayment: 'none',
  feeRate: basisPoints(250),
  feeFixedCents: cents(30),
  vatRate: basisPoints(2_100),
}
/** The text for 700 € at most 100 € a month, where the maximum amount is 600 €. */
const textOf = (some: Partial<ProductOffer>) => {
  const part = partToday({ offers: [{ ...offer, ...some }], campaigns: [], now: new Date('2026-11-19T11:00:00Z') }, 70_000, 10_000)
  return part ? renderToStaticMarkup(<PartToday part={part} sells={false} />) : ''
}

it('shows the amount paid in the shop and the amount charged today at signing', () => {
  expect(textOf({})).toContain(money(10_000))
  expect(textOf({})).not.toContain('al firmar')
  // The first payment is a seventh of 600 €.
  expect(textOf({ downpayment: 'equal' })).toContain(`más ${money(8_571)} hoy al firmar`)
  expect(textOf({ openingFeeRate: basisPoints(150) })).toContain(`más ${money(900)} hoy al firmar`)
})
