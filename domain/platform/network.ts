/**
 * The network part of an IP address, without the machine: `83.45.12.•` (24 bits of IPv4), `2001:db8:1:…` (48 bits of
 * IPv6); null if it is not an address. Enough to recognise one's own shop, not to identify a person.
 */
export function networkPrefix(ip: string): string | null {
  const plain = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(ip)?.[1]
  if (plain !== undefined) return `${plain}.•`
  if (!/^[0-9a-f:]+$/i.test(ip) || !ip.includes(':')) return null
  const [head = '', tail] = ip.toLowerCase().split('::')
  const [front, back] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''))
  return groups.length === 8 ? `${groups.slice(0, 3).join(':')}:…` : null
}
