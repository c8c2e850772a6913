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

test('nothing is said of a number that can still become right', () => {
  for (const text of ['', 'e', 'ES', 'ES91 21', 'es91 2100 0418 4502 0005 133', 'ES91 2100 0418 4502 0005 1332'])
    expect(ibanTyped(text, false)).toBeNull()
})

test('what can never become right is said at once', () => {
  expect(ibanTyped('US', false)).toBe('country')
  expect(ibanTyped('21', false)).toBe('country')
  expect(ibanTyped('ES91 21X', false)).toBe('characters')
  expect(ibanTyped('ES91 2100 0418 4502 0005 1333', false)).toBe('check')
  expect(ibanTyped('ES91 2100 0418 4502 0005 13321', false)).toBe('length')
})

test('once it is left, what is missing is said too', () => {
  expect(ibanTyped('ES91 2100', true)).toBe('length')
  expect(ibanTyped('', true)).toBe('length')
  expect(ibanTyped('ES91 2100 0418 4502 0005 1332', true)).toBeNull()
})

test('a reason that is known has its words, another stays as it was written', () => {
  expect(reasonText('illegible')).toBe('no se lee')
  expect(reasonText('La firma falta')).toBe('«La firma falta»')
})
