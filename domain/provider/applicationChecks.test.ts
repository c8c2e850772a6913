import { expect, it } from 'vitest'
import { localDate } from '../platform/dates.ts'
import { applicationChecks, type Checked, isNamed } from './applicationChecks.ts'

const today = localDate('2026-11-27')
/** The results by code. */
const resultsOf = (checked: Checked) => applicationChecks(checked).map(({ code, result }) => `${code} ${result}`)

it('the tax number is checked by its control and against other accounts', () => {
  expect(resultsOf({ cif: { number: 'B12345674', elsewhere: false } })).toEqual(['cif right', 'cifElsewhere right'])
  expect(resultsOf({ cif: { number: 'B12345675', elsewhere: true } })).toEqual(['cif wrong', 'cifElsewhere wrong'])
  expect(resultsOf({ cif: { number: null, elsewhere: false } })).toEqual(['cif wrong', 'cifElsewhere right'])
})

it('identity numbers are checked by their letter; a passport is to be looked at', () => {
  const identity = (type: string, number: string | null) => resultsOf({ identity: { type, number } })
  expect(identity('nif', '12345678Z')).toEqual(['identity right'])
  expect(identity('nif', '12345678A')).toEqual(['identity wrong'])
  expect(identity('nie', 'X1234567L')).toEqual(['identity right'])
  expect(identity('nie', '12345678Z')).toEqual(['identity wrong'])
  expect(identity('passport', 'AB12345')).toEqual(['identity doubtful'])
  expect(identity('nif', null)).toEqual(['identity wrong'])
})

it('shares must fit the kind of ownership, and are to be looked at when they are not all of it', () => {
  const shares = (...percentages: number[]) =>
    resultsOf({
      ownership: {
        type: 'majority',
        isListed: false,
        holdings: percentages.map((percentage) => ({ percentage, controlType: 'ownership' })),
      },
    })
  expect(shares(6_000, 4_000)).toEqual(['shares right'])
  expect(shares(6_000)).toEqual(['shares doubtful'])
  expect(shares(6_000, 5_000)).toEqual(['shares wrong'])
  expect(resultsOf({ ownership: { type: null, isListed: false, holdings: [] } })).toEqual(['shares wrong'])
  expect(resultsOf({ ownership: { type: 'minority', isListed: true, holdings: [] } })).toEqual(['shares right'])
})

it('a bank account is checked by its control digits, against other accounts, and by its holder', () => {
  const bank = { iban: 'ES9121000418450200051332', elsewhere: false, holder: 'MUEBLES RIBERA SL', names: ['Muebles Ribera, S.L.'] }
  expect(resultsOf({ bank })).toEqual(['iban right', 'ibanElsewhere right', 'holder right'])
  expect(resultsOf({ bank: { ...bank, iban: 'ES9121000418450200051333', elsewhere: true, holder: 'Rosa Ribera' } })).toEqual([
    'iban wrong',
    'ibanElsewhere wrong',
    'holder doubtful',
  ])
  expect(resultsOf({ bank: { ...bank, holder: null } })).toEqual(['iban right', 'ibanElsewhere right'])
})

it('a holder is named by the same words in any order, and not by some of them', () => {
  expect(isNamed('RIBERA NUÑEZ ROSA', ['Rosa Ribera Núñez'])).toBe(true)
  expect(isNamed('Ribera Núñez', ['Rosa Ribera Núñez'])).toBe(false)
  expect(isNamed('Rosa Ribera Núñez y otro', ['Rosa Ribera Núñez'])).toBe(false)
  expect(isNamed('', [''])).toBe(false)
})

it('a document with a last day expires after it, and a certificate is old after three months', () => {
  const document = (type: 'signatory_dni' | 'bank_account_certificate', uploadedOn: string, expiresOn: string | null) =>
    resultsOf({ document: { type, uploadedOn: localDate(uploadedOn), expiresOn: expiresOn === null ? null : localDate(expiresOn), today } })
  expect(document('signatory_dni', '2026-11-01', '2026-11-27')).toEqual(['expiry right'])
  expect(document('signatory_dni', '2026-11-01', '2026-11-26')).toEqual(['expiry wrong'])
  expect(document('signatory_dni', '2026-11-01', null)).toEqual([])
  expect(document('bank_account_certificate', '2026-08-27', null)).toEqual(['age right'])
  expect(document('bank_account_certificate', '2026-08-26', null)).toEqual(['age doubtful'])
})
