/** Programs of shops by their product token in User-Agent. The shop's platform is more specific than the language under it. */
const platforms = ['PrestaShop', 'WooCommerce', 'Magento', 'Shopify', 'VTEX', 'Palbin', 'LogiCommerce', 'WordPress'] as const
const version = /^v?(\d{1,4}(?:\.\d{1,5}){0,3})/i

/**
 * The calling program as people name it: «PrestaShop 8.1», else the first product of User-Agent with its version; null when unreadable.
 * Clients of shops join several products with commas or spaces.
 */
export function clientName(userAgent: string): string | null {
  const words = userAgent.split(/[\s,;]+/).map((word) => word.split('/'))
  const known = platforms.flatMap((platform) =>
    words
      .filter(([name = '']) => name.toLowerCase() === platform.toLowerCase())
      .slice(0, 1)
      .map(([, number]) => [platform, number] as const),
  )
  const [name = '', number] = known[0] ?? words.find(([word = '']) => /^[A-Za-z][\w.-]{1,30}$/.test(word)) ?? []
  if (name === '') return null
  const digits = version.exec(number ?? '')?.[1]
  return digits === undefined ? name : `${name} ${digits}`
}

/** The network of an IP address, without the host part: `81.45.x.x`, `2a02:9130:…`; null when it is no address. */
export function networkOf(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d)/i, '')
  const four = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(plain)
  if (four) return `${four[1]}.${four[2]}.x.x`
  const six = /^([0-9a-f]{1,4}):([0-9a-f]{0,4}):[0-9a-f:.]*$/i.exec(plain)
  return six ? `${six[1]}:${six[2]}:…` : plain === '::1' ? '::1' : null
}

/** The host of a browser's Origin header; null when absent or opaque. */
export function pageHost(origin: string | undefined): string | null {
  const host = origin !== undefined && URL.canParse(origin) ? new URL(origin).host : ''
  return host === '' || host.length > 100 ? null : host
}
