import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clientName, networkOf, pageHost } from './keyUse.ts'

it.each([
  ['Sdk/0.2.2, PHP/8.2.1, WordPress/6.6, WooCommerce/9.1, Plugin/4.2.1', 'WooCommerce 9.1'],
  ['PrestaShop/8.1', 'PrestaShop 8.1'],
  ['sdk/1.0,magento/2.4.6-p3', 'Magento 2.4.6'],
  ['curl/8.5.0', 'curl 8.5.0'],
  ['Mozilla/5.0 (X11; Linux)', 'Mozilla 5.0'],
  ['python-requests', 'python-requests'],
  ['', null],
  ['<script>/1', null],
])('clientName of %j', (userAgent, name) => expect(clientName(userAgent)).toBe(name))

it('clientName repeats nothing long or strange of a User-Agent', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (text) => {
      expect(clientName(text) ?? 'a').toMatch(/^[A-Za-z][\w.-]{0,30}(?: [\d.]{1,24})?$/)
    }),
  )
})

it.each([
  ['81.45.17.203', '81.45.x.x'],
  ['::ffff:81.45.17.203', '81.45.x.x'],
  ['2a02:9130:8421::7', '2a02:9130:…'],
  ['::1', '::1'],
  ['not an address', null],
])('networkOf reduces %s to its network', (address, network) => expect(networkOf(address)).toBe(network))

it('pageHost is the host of the calling page', () => {
  expect(pageHost('https://tienda.example:8443')).toBe('tienda.example:8443')
  for (const none of [undefined, 'null', '', 'file://']) expect(pageHost(none)).toBeNull()
})
