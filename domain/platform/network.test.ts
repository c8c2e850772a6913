import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deviceOf } from '../access/device.ts'
import { networkPrefix } from './network.ts'

it.each([
  ['83.45.12.9', '83.45.12.•'],
  ['::ffff:83.45.12.9', '83.45.12.•'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:…'],
  ['2001:DB8:0001::7', '2001:db8:1:…'],
  ['::1', '0:0:0:…'],
  ['', null],
  ['no soy una dirección', null],
  ['1:2:3', null],
])('of %s the network is %s', (ip, prefix) => expect(networkPrefix(ip)).toBe(prefix))

it('never says which machine it is, nor tells two machines of one network apart', () => {
  const byte = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(byte, byte, byte, byte, byte, (a, b, c, one, other) => {
      expect(networkPrefix(`${a}.${b}.${c}.${one}`)).toBe(networkPrefix(`${a}.${b}.${c}.${other}`))
    }),
  )
  fc.assert(
    fc.property(fc.ipV6(), (ip) => {
      const prefix = networkPrefix(ip)
      expect(prefix === null || prefix.split(':').length === 4 || prefix.endsWith('.•')).toBe(true)
    }),
  )
})

it('repeats nothing of what a browser sent', () => {
  const names = [
    'Edge',
    'Opera',
    'Samsung Internet',
    'Firefox',
    'Chrome',
    'Safari',
    'iOS',
    'Android',
    'Windows',
    'macOS',
    'ChromeOS',
    'Linux',
    null,
  ]
  fc.assert(
    fc.property(fc.string(), (userAgent) => {
      const { browser, system } = deviceOf(userAgent)
      expect(names).toContain(browser)
      expect(names).toContain(system)
    }),
  )
})
