import { beforeAll, expect, test } from 'vitest'
import { setMessages } from '../../platform/i18n/messages.ts'
import { ibanTyped } from '../company/ibanTyped.ts'
import { reasonText } from './ibanText.ts'

const problems = ['country', 'characters', 'length', 'check', 'control'] as const

beforeAll(() =>
  setMessages({
    ...Object.fromEntries(problems.map((problem) => [`bankAccounts.problem.${problem}`, problem])),
    'bankAccounts.reason.illegible': 'no se lee',
    'bankAccounts.reason.other': '«{reason}»',
  }),
)

test('shows no error for an IBAN that further typing can complete', () => {
  for (const text of ['', 'e', 'ES', 'ES91 21', 'es91 2100 0418 4502 0005 133', 'ES91 2100 0418 4502 0005 1332'])
    expect(ibanTyped(text, false)).toBeNull()
})

test('shows an error at once for an IBAN that can no longer become valid', () => {
  expect(ibanTyped('US', false)).toBe('country')
  expect(ibanTyped('21', false)).toBe('country')
  expect(ibanTyped('ES91 21X', false)).toBe('characters')
  expect(ibanTyped('ES91 2100 0418 4502 0005 1333', false)).toBe('check')
  expect(ibanTyped('ES91 2100 0418 4502 0005 13321', false)).toBe('length')
})

test('also shows what is missing once the field has lost the focus', () => {
  expect(ibanTyped('ES91 2100', true)).toBe('length')
  expect(ibanTyped('', true)).toBe('length')
  expect(ibanTyped('ES91 2100 0418 4502 0005 1332', true)).toBeNull()
})

test('translates a known reason and shows any other as written', () => {
  expect(reasonText('illegible')).toBe('no se lee')
  expect(reasonText('La firma falta')).toBe('«La firma falta»')
})
