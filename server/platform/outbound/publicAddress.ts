import { BlockList, isIP } from 'node:net'

/** Of IPv4 all that the IANA registry of special-purpose addresses names, and the one address that a cloud answers its own machines on. */
const specialV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carriers' own; a cloud's metadata stands here too
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's metadata in the public range
  '169.254.0.0/16', // link-local, where most clouds keep their metadata
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

/** IPv6 is public in one range alone; what is mapped, translated, unique-local, link-local or multicast lies outside of it. */
const globalV6 = '2000::/3'
/** What inside that range is no public host, or hides an IPv4 address in itself. */
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
 * Whether an IP address belongs to a host of the public internet (RFC 6890 and its registries). Anything that is no plain address, such as one with a
 * zone, is not.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  const family = isIP(address)
  if (family === 4) return !v4.check(address, 'ipv4')
  return family === 6 && global6.check(address, 'ipv6') && !v6.check(address, 'ipv6')
}
