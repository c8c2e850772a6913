/** Platforms that we have a plugin for, by their product token in User-Agent. */
export const pluginPlatforms = { woocommerce: 'WooCommerce', prestashop: 'PrestaShop', magento: 'Magento' } as const
export type PluginPlatform = keyof typeof pluginPlatforms

/** A shop's plugin; `version`: null when not stated. */
export type Plugin = { platform: PluginPlatform; version: string | null }

const versionPattern = /^v?(\d{1,4}(?:\.\d{1,5}){0,3})$/i
const all = Object.entries(pluginPlatforms) as [PluginPlatform, string][]

/**
 * The plugin of a call by its User-Agent: products joined by commas, the plugin itself last, as `Sdk/0.2.2, PHP/8.2.1, WooCommerce/9.1,
 * Pagos/4.2.1`. Null: none of our plugins.
 */
export function pluginOf(userAgent: string): Plugin | null {
  const words = userAgent.split(/\s*,\s*/).map((word) => word.trim().split('/'))
  const platform = all.find(([, token]) => words.some(([name = '']) => name.toLowerCase() === token.toLowerCase()))
  if (!platform) return null
  const [name = '', number = ''] = words.at(-1) ?? []
  // A User-Agent that ends with the platform itself names no plugin.
  const isPlugin =
    words.length > 1 && ![...all.map(([, token]) => token), 'PHP', 'WordPress'].some((token) => token.toLowerCase() === name.toLowerCase())
  return { platform: platform[0], version: (isPlugin && versionPattern.exec(number)?.[1]) || null }
}

/** Whether one version is older, number by number: `4.9` before `4.10`, `4.2` equal to `4.2.0`. */
export function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]] // two in, two out
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

/** The plugin for WooCommerce that is in the product (plugins/woocommerce), and where its file is. */
export const woocommerceVersion = '4.3.0'
export const woocommerceFile = '/plugins/woocommerce.zip'
