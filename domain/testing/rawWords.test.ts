import { expect, it } from 'vitest'
import { rawWords } from './rawWords.ts'

it.each([
  ['a code', 'Estado: payment_completed', 'a code: payment_completed'],
  ['an id', 'Operación 01941f297c0074b39fd746d5474cf3e5', 'an id: 01941f297c0074b39fd746d5474cf3e5'],
  ['an id with hyphens', 'de 5b1f7c1e-0a4d-4c2b-9e57-3d0c6a1f2b90', 'an id: 5b1f7c1e-0a4d-4c2b-9e57-3d0c6a1f2b90'],
  ['a day', 'Vence el 2026-11-28.', 'a day of a program: 2026-11-28'],
  ['an instant', '2026-11-28T10:30:00.000Z', 'a day of a program: 2026-11-28T10:30:00.000Z'],
  ['a name of the code', 'verdict: bankLink', 'a name of the code: bankLink'],
  ['a key of a message', 'mail.reset.newSubject', 'a key of a message: mail.reset.newSubject'],
  ['a boolean', 'Activa: true', 'no value: true'],
  ['nothing', 'Cuenta: null', 'no value: null'],
  ['an object', 'Motivo: [object Object]', 'no value: [object Object]'],
  ['an English word', 'Estado: pending', 'an English word: pending'],
])('finds %s', (_kind, text, found) => expect(rawWords(text)).toContain(found))

it.each([
  'Pedido PED-10493, 28.11.2026 11:30, 1.234,56 €, ES79 2100 0813 6101 2345 6789',
  'Escribe a ana_mora@order.test o abre https://tienda.test/orders?state=pending&id=01941f297c0074b39fd746d5474cf3e5',
  'Con tu iPhone o un lector de códigos QR; el fichero pain.001 del banco',
  'La clave que acaba en oaBF, de xabier_martin3410',
  'Liquidación L-2026-000318 y referencia 5D474CF3',
])('leaves what people read: %s', (text) => expect(rawWords(text)).toEqual([]))
