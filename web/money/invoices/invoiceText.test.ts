import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { setMessages } from '../../platform/i18n/messages.ts'
import type { InvoiceRow } from '#contract/money/invoices'
import { localDate } from '#domain/platform/dates'
import { invoicedMonths } from './invoicedMonths.ts'
import { isNew, periodText, periodTitle } from './invoiceText.ts'

const calendar = JSON.parse(readFileSync('messages/es/platform/calendar.json', 'utf8')) as Record<string, string> // our own file

beforeAll(() => setMessages({ ...calendar, 'invoices.quarter': '{quarter}T {year}', 'settlements.period': 'del {from} al {to}' }))

test('periodText names whole months, quarters and years, and other periods by their dates', () => {
  expect(periodText({ from: '2026-10-01', to: '2026-10-31' })).toBe('octubre de 2026')
  expect(periodText({ from: '2028-02-01', to: '2028-02-29' })).toBe('febrero de 2028')
  expect(periodText({ from: '2026-10-01', to: '2026-12-31' })).toBe('4T 2026')
  expect(periodText({ from: '2026-01-01', to: '2026-12-31' })).toBe('2026')
  expect(periodText({ from: '2026-02-01', to: '2026-04-30' })).toBe('del 01.02.2026 al 30.04.2026')
  expect(periodText({ from: '2026-10-02', to: '2026-10-31' })).toBe('del 02.10.2026 al 31.10.2026')
  expect(periodText({ from: '2026-07-01', to: '2027-06-30' })).toBe('del 01.07.2026 al 30.06.2027')
})

test('periodTitle capitalizes the period', () => {
  expect(periodTitle({ from: '2026-10-01', to: '2026-10-31' })).toBe('Octubre de 2026')
})

test('an invoice is new until it is downloaded, and no longer than until the next month’s', () => {
  const on = (today: string, downloadedAt: string | null = null) => isNew({ downloadedAt, issuedOn: '2026-11-01' }, localDate(today))
  expect([on('2026-11-01'), on('2026-12-05'), on('2026-12-06'), on('2026-11-02', '2026-11-01T10:00:00Z')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('the months of a list are its last twelve, oldest first, each with what rectifying invoices gave back', () => {
  const row = (periodFrom: string, totalAmount: number, vatAmount = 0) =>
    ({ periodFrom, periodTo: periodFrom, totalAmount, vatAmount }) as InvoiceRow // no other field is read
  expect(invoicedMonths([row('2026-10-01', 100, 21), row('2026-09-01', -30), row('2026-09-01', 200)])).toEqual([
    { from: '2026-09-01', to: '2026-09-01', total: 170, vat: 0 },
    { from: '2026-10-01', to: '2026-10-01', total: 100, vat: 21 },
  ])
  const many = Array.from({ length: 14 }, (_, nth) =>
    row(`${2024 + Math.floor(nth / 12)}-${String((nth % 12) + 1).padStart(2, '0')}-01`, nth),
  )
  expect(invoicedMonths(many.toReversed()).map(({ total }) => total)).toEqual(Array.from({ length: 12 }, (_, nth) => nth + 2))
})
