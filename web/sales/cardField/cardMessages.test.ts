import { expect, it } from 'vitest'
import { readFromCardField, readToCardField } from './cardMessages.ts'

it('parses messages of the card field and rejects any other message', () => {
  expect(readFromCardField({ card: 'token', token: 'sim_accepted_visa_1111_ab12', number: '4111' })).toEqual({
    card: 'token',
    token: 'sim_accepted_visa_1111_ab12',
  })
  expect(readFromCardField({ card: 'ready', height: 240 })).toEqual({ card: 'ready', height: 240 })
  for (const other of [
    null,
    'token',
    {},
    { card: 'token' },
    { card: 'token', token: 'a b c d e f' },
    { card: 'height', height: 9e9 },
    { card: 'height', height: '9' },
  ])
    expect(readFromCardField(other)).toBeNull()
})

it('parses messages of the embedding page and rejects any other message', () => {
  expect(readToCardField({ card: 'hello', payee: 'Tienda', amount: '0,00 €' })).toEqual({
    card: 'hello',
    payee: 'Tienda',
    amount: '0,00 €',
  })
  expect(readToCardField({ card: 'submit', more: 1 })).toEqual({ card: 'submit' })
  for (const other of [undefined, 3, { card: 'hello', payee: 1 }, { card: 'token', token: 'x' }]) expect(readToCardField(other)).toBeNull()
})
