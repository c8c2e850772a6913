import { expect, it } from 'vitest'
import { posterTarget } from './posterTarget.ts'

it.each([
  ['', null],
  ['  ', null],
  ['mitienda.es', 'https://mitienda.es/'],
  [' http://mitienda.es/plazos ', 'http://mitienda.es/plazos'],
  ['https://mitienda.es/?a=1', 'https://mitienda.es/?a=1'],
  ['mi tienda', undefined],
  ['tienda', undefined],
  ['ftp://mitienda.es', undefined],
  ['javascript:alert(1)', undefined],
])('"%s" leads to %s', (typed, address) => {
  expect(posterTarget(typed)).toBe(address)
})
