import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './publicAddress.ts'

const publicOnes = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4003:80d::200e',
  '2001:470::1',
]

test.each(publicOnes)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

// prettier-ignore
const hostile = [
  '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200', '100.127.255.255', '127.0.0.1', '127.255.255.254', '168.63.129.16', '169.254.169.254', '169.254.170.2', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.168.0.1', '198.18.0.1', '203.0.113.7', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', '2606:4700::1%eth0', 'fec0::1', 'ff02::1', '', 'localhost', '127.1', '0x7f.0.0.1', '1.1.1.1.', ' 1.1.1.1',
]

test.each(hostile)('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test('no private address is public, nor any IPv4 address embedded in IPv6', () => {
  const byte = fc.nat(255)
  const privateHost = fc.oneof(
    fc.tuple(fc.constant(10), byte, byte, byte),
    fc.tuple(fc.constant(127), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  )
  fc.assert(fc.property(privateHost, (parts) => !isPublicAddress(parts.join('.'))))
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), fc.constantFrom('::ffff:', '::', '64:ff9b::'), (parts, prefix) => {
      return !isPublicAddress(`${prefix}${parts.join('.')}`)
    }),
  )
})
