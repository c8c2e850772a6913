import { ConfigProblem } from './db/configProblem.ts'

/** Settings of the analytics client: names, fallbacks and what they are for. */
export const analyticsSettings = {
  ANALYTICS_URL: ['/analytics', 'Where the use of the back office is told, of those who agree: this server, another address, or none'],
  ANALYTICS_KEY: ['', 'Public key of the analytics client; default BRAND_VENDOR'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

/** `url`: a path of this server, another host's address, or empty for nowhere. */
export type Analytics = { url: string; key: string }

/** The collector of this server. */
export const ownCollector = analyticsSettings.ANALYTICS_URL[0]

/** Reads them. A wrong address is a `ConfigProblem`. */
export function analyticsOf(read: (name: keyof typeof analyticsSettings) => string, vendor: string): Analytics {
  const url = read('ANALYTICS_URL')
  const isAddress = ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '')
  if (url !== 'none' && url !== ownCollector && !isAddress)
    throw new ConfigProblem(`ANALYTICS_URL="${url}" is not an address that starts with http:// or https://, ${ownCollector} or none.`)
  return { url: url === 'none' ? '' : url, key: read('ANALYTICS_KEY') || vendor }
}
