import { expect, test } from 'vitest'
import { isShopHost } from './goLive.ts'

test.each([
  ['tienda.example', 'https://www.tienda.example/producto', true],
  ['www.tienda.example:8443', 'tienda.example', true],
  ['TIENDA.example', 'http://tienda.example', true],
  ['tienda.example.malo.example', 'tienda.example', false],
  ['pruebas.tienda.example', 'tienda.example', false],
  ['cualquiera.example', null, true],
  [null, 'tienda.example', false],
])('a widget on %s with shop address %s counts as the shop: %s', (host, url, is) => expect(isShopHost(host, url)).toBe(is))
