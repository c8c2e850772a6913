import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { setMessages } from '../../platform/i18n/messages.ts'
import { periodText, periodTitle } from './invoiceText.ts'

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
