import { describe, expect, test } from 'vitest'
import { bodyOf, choiceOf, isAdjusted, newDraft, readEmails, rolesToGive, withChoice } from './accessDraft.ts'

const shops = [{ id: 'a' }, { id: 'b' }]

describe('the draft of an access', () => {
  test('begins with the till post in all shops, and follows each choice', () => {
    const draft = newDraft(shops)
    expect(choiceOf(draft)).toBe('cashier')
    expect(bodyOf(draft)).toMatchObject({ role: 'editor', merchants: [], refundDayLimit: 15_000 })
    for (const choice of ['cashier', 'accountant', 'admin', 'editor', 'guest', 'owner'] as const)
      expect(choiceOf(withChoice(draft, choice))).toBe(choice)
    expect(bodyOf(withChoice(draft, 'editor'))).toMatchObject({ withheld: [], refundLimit: null, refundDayLimit: null })
  })

  test('keeps the shops from one choice to the next, but an owner has all', () => {
    const chosen = { ...newDraft(shops), allShops: false, shops: ['a'], accessUntil: '2027-01-01' }
    expect(bodyOf(withChoice(chosen, 'guest'))).toMatchObject({ merchants: ['a'], accessUntil: '2027-01-01' })
    expect(bodyOf(withChoice(chosen, 'owner'))).toMatchObject({ merchants: [], accessUntil: null })
  })

  test('has no limits of refunds for whoever refunds nothing', () => {
    expect(bodyOf({ ...newDraft(shops), withheld: ['refund'] })).toMatchObject({ refundLimit: null, refundDayLimit: null })
  })

  test('knows what was adjusted', () => {
    const draft = newDraft(shops)
    expect(isAdjusted(draft)).toBe(false)
    expect(isAdjusted({ ...draft, refundDayLimit: 20_000 })).toBe(true)
    expect(isAdjusted({ ...draft, accessUntil: '2027-01-01' })).toBe(true)
  })

  test('offers one’s own role and those below', () => {
    expect(rolesToGive('admin')).toEqual(['admin', 'editor', 'guest'])
  })
})

test('reads addresses as people paste them', () => {
  expect(readEmails(' Ana@Tienda.example,luis@tienda.example\nana@tienda.example; ')).toEqual({
    emails: ['ana@tienda.example', 'luis@tienda.example'],
    wrong: null,
  })
  expect(readEmails('ana@tienda.example sin-arroba')).toMatchObject({ wrong: 'sin-arroba' })
  expect(readEmails('')).toEqual({ emails: [], wrong: null })
})
