import { expect, it } from 'vitest'
import { isOnWebsite, originOf } from './keyOrigins.ts'

it('an origin is scheme, host and port, as in browsers', () => {
  expect(originOf('HTTPS://Tienda.es:443/notify?a=b')).toBe('https://tienda.es')
  expect(originOf('https://tienda.es@ladron.test/')).toBe('https://ladron.test')
  expect(originOf('https://ladron.test\\@tienda.es/')).toBe('https://ladron.test')
  expect(originOf('tienda')).toBe('')
})

it.each([
  ['https://tienda.es/notify', 'https://tienda.es', true],
  ['https://www.tienda.es/notify', 'http://tienda.es/es/', true],
  ['https://tienda.es/notify', 'WWW.tienda.es', true],
  ['https://tienda.es.ladron.test/', 'https://tienda.es', false],
  ['https://pagos.tienda.es/', 'https://tienda.es', false],
  ['https://tienda.es:8443/', 'https://tienda.es', false],
  ['https://tienda.es@ladron.test/', 'https://tienda.es', false],
  ['https://tienda.es/', null, false],
  ['tienda', '', false],
])('%s on the website %s: %s', (url, website, isOn) => {
  expect(isOnWebsite(url, website)).toBe(isOn)
})
