import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { date, dateTime, money, nearTime, percent } from './format.ts'
import { groupThousands } from './groupThousands.ts'
import { setMessages } from './messages.ts'
import { setShopTax, t, tOr } from './t.ts'

beforeEach(() => {
  setShopTax('iva')
  setMessages({
    'shell.skip': 'Hola {name}, {name}: {amount}',
    'shell.bell.label': { one: '{count} aviso', other: '{count} avisos' },
    'invoices.vatRate': 'Tipo de {tax}',
    'formats.tax.iva': 'IVA',
    'formats.tax.igic': 'IGIC',
    'formats.tax.several': 'Impuesto',
    'formats.today': 'Hoy, {clock}',
    'formats.tomorrow': 'Mañana, {clock}',
    'formats.yesterday': 'Ayer, {clock}',
  })
})
afterAll(() => setShopTax('iva'))

describe('t', () => {
  it('fills every placeholder and leaves an unknown one visible', () => {
    expect(t('shell.skip', { name: 'Ana' })).toBe('Hola Ana, Ana: {amount}')
    expect(t('shell.skip', { name: '$&', amount: 0 })).toBe('Hola $&, $&: 0')
  })
  it('names the tax of the shop that is shown, unless another is given', () => {
    expect(t('invoices.vatRate')).toBe('Tipo de IVA')
    setShopTax('igic')
    expect([t('invoices.vatRate'), t('invoices.vatRate', { tax: 'IVA' })]).toEqual(['Tipo de IGIC', 'Tipo de IVA'])
    setShopTax(null)
    expect(t('invoices.vatRate')).toBe('Tipo de Impuesto')
  })
  it.each([
    [0, '0 avisos'],
    [1, '1 aviso'],
    [2, '2 avisos'],
    [1234, '1.234 avisos'],
    [1_000_000, '1.000.000 avisos'],
  ])('count %i → %s', (count, text) => {
    expect(t('shell.bell.label', { count })).toBe(text)
  })
  it('returns the key when it has no message, and a fallback where one is given', () => {
    expect(t('shell.close')).toBe('shell.close')
    expect(tOr('shell.notification.nobody', 'shell.skip', { name: 'x' })).toBe('Hola x, x: {amount}')
  })
})

describe('Spanish formats', () => {
  it('formats amounts, rates and numbers', () => {
    expect([money(123_456), percent(590), groupThousands(-1234.5)]).toEqual(['1.234,56\u00a0€', '5,9\u00a0%', '\u22121.234,5'])
  })
  it('formats days and times in Madrid, also across midnight and daylight-saving changes', () => {
    expect([date('2026-12-31'), date('2026-12-31T23:30:00Z'), dateTime('2026-07-01T22:05:00Z')]).toEqual([
      '31.12.2026',
      '01.01.2027',
      '02.07.2026, 00:05',
    ])
  })
  it.each([
    ['2026-10-25T00:30:00Z', 'Hoy, 02:30'],
    ['2026-10-25T01:30:00Z', 'Hoy, 02:30'],
    ['2026-10-25T23:30:00Z', 'Mañana, 00:30'],
    ['2026-10-24T21:00:00Z', 'Ayer, 23:00'],
    ['2026-10-20T10:00:00Z', '20.10.2026, 12:00'],
  ])('formats %s as %s', (instant, text) => {
    expect(nearTime(instant, new Date('2026-10-25T10:00:00Z'))).toBe(text)
  })
})
