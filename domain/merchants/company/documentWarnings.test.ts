import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, formatDate, localDate } from '../../platform/dates.ts'
import { daysIn, documentWarnings } from './documentWarnings.ts'
import { requiredPapers } from './papers.ts'

const today = localDate('2026-11-23')
const page = (...texts: string[]) =>
  texts.map((text, index) => ({ page: 1, line: index + 1, text, box: { x: 0, y: 0, width: 1, height: 0.01 }, shape: 0.7 }))
const certificate = (day: string) =>
  page('Banco del Turia, S.A.', `Certificamos que la cuenta ES91 2100 0418 4502 0005 1332`, `Valencia, a ${day}`)

describe('a document with text', () => {
  it('contains its own name, or may be another one', () => {
    expect(documentWarnings('bank_account_certificate', certificate('20.11.2026'), today)).toEqual([])
    expect(documentWarnings('cif', page('Tarjeta acreditativa del Número de Identificación Fiscal'), today)).toEqual([])
    expect(documentWarnings('tax_agency_certificate', page('Factura de la luz', 'Importe 48,20 €'), today)).toEqual(['otherPaper'])
    expect(documentWarnings('deeds_or_taxid', page('ESCRITURA DE CONSTITUCIÓN otorgada en 2014'), today)).toEqual([])
  })

  it('is old from the day after its third month, by its latest date, in any format', () => {
    expect(documentWarnings('bank_account_certificate', certificate('22 de agosto de 2026'), today)).toEqual(['old'])
    expect(documentWarnings('bank_account_certificate', certificate('23 de agosto de 2026'), today)).toEqual([])
    // The date on which the account was opened, and a future one, do not count.
    expect(
      documentWarnings(
        'bank_account_certificate',
        [...certificate('02/11/2026'), ...page('Abierta el 3-4-2011, válido 31.12.2027')],
        today,
      ),
    ).toEqual([])
    expect(documentWarnings('cif', page('NIF B00000018', 'Fecha 01.01.2012'), today)).toEqual([])
    expect(documentWarnings('bank_account_certificate', page('Titular de la cuenta'), today)).toEqual([])
  })

  it('is an expired card when its own last day says so', () => {
    const card = (day: string) => page('DOCUMENTO NACIONAL DE IDENTIDAD', 'VALIDEZ', `EMISIÓN ${day}`)
    expect(documentWarnings('signatory_dni', card('22 11 2026'), today)).toEqual(['runOut'])
    expect(documentWarnings('signatory_dni', card('23.11.2026'), today)).toEqual([])
    expect(documentWarnings('signatory_dni', page('DNI', 'Nacimiento 14.02.1988'), today)).toEqual([])
  })
})

it('a document without text has no warning', () => {
  for (const type of requiredPapers.self_employed) expect(documentWarnings(type, [], today)).toEqual([])
})

it('daysIn finds every date in Spanish formats, and no other number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 }), (days) => {
      const day = addDays(localDate('2020-01-01'), days)
      expect(daysIn(`Valencia, ${formatDate(day)}.`)).toEqual([day])
      expect(documentWarnings('tax_agency_certificate', page('Agencia Tributaria', formatDate(day)), today).includes('old')).toBe(
        day <= today && addMonths(day, 3) < today,
      )
    }),
  )
  expect(daysIn('ES91 2100 0418 4502 0005 1332, 31.02.2026, 12/13/2026')).toEqual([])
})
