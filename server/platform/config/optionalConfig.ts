import { isCreditorId } from '#domain/money/directDebit'
import { type JournalAccount, spanishChart } from '#domain/money/journal'
import { type PluginPlatform, pluginPlatforms, woocommerceVersion } from '#domain/merchants/plugin'
import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of the analytics client: default and description. */
export const analyticsSettings = {
  ANALYTICS_URL: [
    '/analytics',
    'Where usage events of the back office are sent, for users who consent: this server, another address, or none',
  ],
  ANALYTICS_KEY: ['', 'Public key of the analytics client; default BRAND_VENDOR'],
  ANALYTICS_SCRIPT_URL: ['', 'Script of another analytics provider, which receives the events instead of ANALYTICS_URL; default none'],
  ANALYTICS_GLOBAL: ['analytics', 'Global that the script puts into the page, with logEvent(type, properties) and init(key)'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

/** `url`: a path of this server, a URL of another host, or empty for none. `scriptUrl` empty: no other provider's script. */
export type Analytics = { url: string; key: string; scriptUrl: string; global: string }

/** The collector of this server. */
export const ownCollector = analyticsSettings.ANALYTICS_URL[0]

const isAddress = (text: string): boolean => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')

/** Reads the settings of the analytics client. Throws ConfigProblem. */
export function analyticsOf(read: (name: keyof typeof analyticsSettings) => string, vendor: string): Analytics {
  const [url, scriptUrl, global] = [read('ANALYTICS_URL'), read('ANALYTICS_SCRIPT_URL'), read('ANALYTICS_GLOBAL')]
  if (url !== 'none' && url !== ownCollector && !isAddress(url))
    throw new ConfigProblem(`ANALYTICS_URL="${url}" is not an address that starts with http:// or https://, ${ownCollector} or none.`)
  if (scriptUrl !== '' && !isAddress(scriptUrl))
    throw new ConfigProblem(`ANALYTICS_SCRIPT_URL="${scriptUrl}" is not an address that starts with http:// or https://.`)
  if (!/^[A-Za-z_$][\w$]{0,60}$/.test(global)) throw new ConfigProblem(`ANALYTICS_GLOBAL="${global}" is not the name of a global.`)
  return { url: url === 'none' ? '' : url, key: read('ANALYTICS_KEY') || vendor, scriptUrl, global }
}

/** The setting of accounting entries for shops' books: default and description. */
export const journalSettings = {
  JOURNAL_ACCOUNTS: [
    '',
    `Accounts of the month's entries to change, as bank=5720001,fees=6269; default ${Object.entries(spanishChart)
      .map(([name, code]) => `${name}=${code}`)
      .join(',')}`,
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

/** The account of each part of an entry in the shop's chart of accounts. */
export type JournalAccounts = Readonly<Record<JournalAccount, string>>

/** Reads the accounts that differ from the Spanish chart of accounts. Throws ConfigProblem for an unknown name or code. */
export function journalAccountsOf(read: (name: 'JOURNAL_ACCOUNTS') => string): JournalAccounts {
  const changed = read('JOURNAL_ACCOUNTS')
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const [, name = '', code = ''] = /^\s*([a-z]+)\s*=\s*(\d{3,12})\s*$/.exec(pair) ?? []
      if (!Object.hasOwn(spanishChart, name))
        throw new ConfigProblem(
          `JOURNAL_ACCOUNTS="${pair}" is not one of ${Object.keys(spanishChart).join(', ')} and a code of 3 to 12 digits.`,
        )
      return [name, code]
    })
  return { ...spanishChart, ...Object.fromEntries(changed) }
}

/** The plugins of this release; PLUGIN_VERSIONS names those that the provider hands out itself. No update server is queried. */
const newest: PluginVersions = { woocommerce: woocommerceVersion }

export const pluginSettings = {
  PLUGIN_VERSIONS: [
    '',
    'Newest versions of plugins that the provider itself gives to shops, as prestashop=8.4.0, magento=3.2.1; that for WooCommerce is in the product',
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

export type PluginVersions = Readonly<Partial<Record<PluginPlatform, string>>>

/** Reads PLUGIN_VERSIONS. Throws a one-line ConfigProblem. */
export function pluginVersionsOf(read: (name: keyof typeof pluginSettings) => string): PluginVersions {
  const versions: Partial<Record<PluginPlatform, string>> = { ...newest }
  for (const part of read('PLUGIN_VERSIONS')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [platform = '', version = ''] = part.split('=').map((one) => one.trim())
    if (!Object.hasOwn(pluginPlatforms, platform) || !/^\d{1,4}(\.\d{1,5}){0,3}$/.test(version))
      throw new ConfigProblem(
        `PLUGIN_VERSIONS="${part}" is not one of ${Object.keys(pluginPlatforms).join(', ')} with a version, as magento=3.2.1.`,
      )
    versions[platform as PluginPlatform] = version // checked above
  }
  return versions
}

/** The setting of direct debits: default and description. */
export const debitSettings = {
  DEBIT_CREDITOR_ID: [
    '',
    "The provider's SEPA creditor identifier, ES…; with the INVOICE_ISSUER_ settings shops can let old debts be charged to their account; default only demo shops",
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type Read = (name: keyof typeof debitSettings) => string

/** Direct debits of old debts; `creditorId` null: real shops cannot sign a mandate. */
export type Debiting = { creditorId: string | null }

/** Reads the setting of direct debits. Throws ConfigProblem for an invalid creditor identifier. */
export function debitingOf(read: Read): Debiting {
  const creditorId = read('DEBIT_CREDITOR_ID')
  if (creditorId !== '' && !isCreditorId(creditorId))
    throw new ConfigProblem(`DEBIT_CREDITOR_ID="${creditorId}" is not a Spanish SEPA creditor identifier.`)
  return { creditorId: creditorId === '' ? null : creditorId }
}
