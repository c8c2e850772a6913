import { expect, it } from 'vitest'
import { nameInEmail, properNameProblem } from './properName.ts'

it.each([
  'Comercial Núñez, S.L.',
  'S.Coop. Andaluza El Olivar',
  'José Mª O’Connor-Gómez i Puig',
  'Hnos. García & Hijos C.B.',
  'Tienda n.º 5 (Gran Vía, 12)',
  '100% Lana',
  'A.D.A. 2.0',
  "Can L'Estel·la",
  '株式会社テスト',
])('%s is a name', (name) => {
  expect(properNameProblem(name)).toBe(null)
  expect(nameInEmail(name)).toBe(name)
})

it.each([
  'Cobre 500 € en https://malo.example/x',
  'hxxp://malo.example',
  'Entra en www.malo.example',
  'malo.example/premio',
  'Gana en malo.com',
  'malo.es',
  'MALO.XYZ',
  'bit.ly/abc',
  'avisos@malo.example',
  'ｍａｌｏ．ｃｏｍ',
  'sub.dominio.malo.co.uk hoy',
])('%s holds an address', (name) => {
  expect(properNameProblem(name)).toBe('name_address')
})

it.each(['Ana\u202eanA', 'Ana\u200b', 'A\u0007na', 'Ana\u2066x\u2069', 'Ana\nGana', 'Ana\u00adB'])('%j holds what nobody sees', (name) => {
  expect(properNameProblem(name)).toBe('name_characters')
})

it('a letter shows a name cut, without addresses, quotes and what nobody sees', () => {
  expect(nameInEmail('Gana «500 €» en https://malo.example/x ya\u202e')).toBe('Gana 500 € en … ya')
  expect([...nameInEmail('ñ'.repeat(200))]).toHaveLength(60)
  // The second call gives the same result (no state in the global regular expression).
  expect([1, 2, 3].map(() => properNameProblem('malo.com'))).toEqual(['name_address', 'name_address', 'name_address'])
})
