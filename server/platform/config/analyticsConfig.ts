import { ConfigProblem } from '../database/configProblem.ts'

/** Settings of the analytics client: names, fallbacks and what they are for. */
export const analyticsSettings = {
  ANALYTICS_URL: ['/analytics', 'Where the use of the back office is told, of those who agree: this server, another address, or none'],
  ANALYTICS_KEY: ['', 'Public key of the analytics client; default BRAND_VENDOR'],
  ANALYTICS_SCRIPT_URL: ['', 'Script of another analytics provider, which is told instead of ANALYTICS_URL; default none'],
  ANALYTICS_GLOBAL: ['analytics', 'Global that the script puts into the page, with logEvent(type, properties) and init(key)'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

/** `url`: a path of this server, another host's address, or empty for nowhere. `scriptUrl` empty: there is no other provider's script. */
export type Analytics = { url: string; key: string; scriptUrl: string; global: string }

/** The collector of this server. */
export const ownCollector = analyticsSettings.ANALYTICS_URL[0]

const isAddress = (text: string): boolean => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')

/** Reads them. A wrong one is a `ConfigProblem`. */
export function analyticsOf(read: (name: keyof typeof analyticsSettings) => string, vendor: string): Analytics {
  const [url, scriptUrl, global] = [read('ANALYTICS_URL'), read('ANALYTICS_SCRIPT_URL'), read('ANALYTICS_GLOBAL')]
  if (url !== 'none' && url !== ownCollector && !isAddress(url))
    throw new ConfigProblem(`ANALYTICS_URL="${url}" is not an address that starts with http:// or https://, ${ownCollector} or none.`)
  if (scriptUrl !== '' && !isAddress(scriptUrl))
    throw new ConfigProblem(`ANALYTICS_SCRIPT_URL="${scriptUrl}" is not an address that starts with http:// or https://.`)
  if (!/^[A-Za-z_$][\w$]{0,60}$/.test(global)) throw new ConfigProblem(`ANALYTICS_GLOBAL="${global}" is not the name of a global.`)
  return { url: url === 'none' ? '' : url, key: read('ANALYTICS_KEY') || vendor, scriptUrl, global }
}
