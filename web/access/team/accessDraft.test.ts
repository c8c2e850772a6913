import { describe, expect, test } from 'vitest'
import { bodyOf, choiceOf, isAdjusted, newDraft, readEmails, rolesToGive, withChoice } from './accessDraft.ts'

const shops = [{ id: 'a' }, { id: 'b' }]

describe('the draft of a member’s access', () => {
  test('starts with the till preset in all merchants, and follows each choice', () => {
    const draft = newDraft(shops)
    expect(choiceOf(draft)).toBe('cashier')
    expect(bodyOf(draft)).toMatchObject({ role: 'editor', merchants: [], refundDayLimit: 15_000 })
    for (const choice of ['cashier', 'accountant', 'admin', 'editor', 'guest', 'owner'] as const)
      expect(choiceOf(withChoice(draft, choice))).toBe(choice)
    expect(bodyOf(withChoice(draft, 'editor'))).toMatchObject({ withheld: [], refundLimit: null, refundDayLimit: null })
  })

  test('keeps the merchants when the role changes, except that an owner has all', () => {
    const chosen = { ...newDraft(shops), allShops: false, shops: ['a'], accessUntil: '2027-01-01' }
    expect(bodyOf(withChoice(chosen, 'guest'))).toMatchObject({ merchants: ['a'], accessUntil: '2027-01-01' })
    expect(bodyOf(withChoice(chosen, 'owner'))).toMatchObject({ merchants: [], accessUntil: null })
  })

  test('has no refund limits for a role that may not refund', () => {
    expect(bodyOf({ ...newDraft(shops), withheld: ['refund'] })).toMatchObject({ refundLimit: null, refundDayLimit: null })
  })

  test('tells whether it was customised', () => {
    const draft = newDraft(shops)
    expect(isAdjusted(draft)).toBe(false)
    expect(isAdjusted({ ...draft, refundDayLimit: 20_000 })).toBe(true)
    expect(isAdjusted({ ...draft, accessUntil: '2027-01-01' })).toBe(true)
  })

  test('offers the user’s own role and those below', () => {
    expect(rolesToGive('admin')).toEqual(['admin', 'editor', 'guest'])
  })
})

test('parses a pasted list of addresses', () => {
  expect(readEmails(' Ana@Tienda.example,luis@tienda.example\nana@tienda.example; ')).toEqual({
    emails: ['ana@tienda.example', 'luis@tienda.example'],
    wrong: null,
  })
  expect(readEmails('ana@tienda.example sin-arroba')).toMatchObject({ wrong: 'sin-arroba' })
  expect(readEmails('')).toEqual({ emails: [], wrong: null })
})
