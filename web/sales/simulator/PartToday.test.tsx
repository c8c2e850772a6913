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
/** What is said where 700 € are to cost at most 100 € a month, and 600 € are the most that is sold. */
const said = (some: Partial<ProductOffer>) => {
  const part = partToday({ offers: [{ ...offer, ...some }], campaigns: [], now: new Date('2026-11-19T11:00:00Z') }, 70_000, 10_000)
  return part ? renderToStaticMarkup(<PartToday part={part} sells={false} />) : ''
}

it('says both what is paid in the shop and what is charged today at signing', () => {
  expect(said({})).toContain(money(10_000))
  expect(said({})).not.toContain('al firmar')
  // A seventh of 600 € as the first payment.
  expect(said({ downpayment: 'equal' })).toContain(`más ${money(8_571)} hoy al firmar`)
  expect(said({ openingFeeRate: basisPoints(150) })).toContain(`más ${money(900)} hoy al firmar`)
})
