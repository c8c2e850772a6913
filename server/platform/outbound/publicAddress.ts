import { BlockList, isIP } from 'node:net'

/** IPv4: the IANA special-purpose address registry, and the public address of a cloud's metadata service. */
const specialV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; also a cloud's metadata service
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's metadata service in the public range
  '169.254.0.0/16', // link-local, where most clouds have their metadata service
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]

/** The only public range of IPv6; mapped, translated, unique-local, link-local and multicast addresses are outside it. */
const globalV6 = '2000::/3'
/** Ranges inside it that are not public, or embed an IPv4 address. */
const specialV6 = [
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: any IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]

function listOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

const [v4, global6, v6] = [listOf('ipv4', specialV4), listOf('ipv6', [globalV6]), listOf('ipv6', specialV6)]

/**
 * Whether an IP address is a public one (RFC 6890 and its registries). Anything that is not a plain address, such as one with a zone, is not.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 4) return !v4.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !v6.check(address, 'ipv6')
}
