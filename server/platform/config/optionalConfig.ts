import { isCreditorId } from '#domain/money/directDebit'
import { type JournalAccount, spanishChart } from '#domain/money/journal'
import { type PluginPlatform, pluginPlatforms } from '#domain/merchants/plugin'
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

/** The setting of entries in shops' books: value when unset, and what it is for. */
export const journalSettings = {
  JOURNAL_ACCOUNTS: [
    '',
    `Accounts of the month's entries to change, as bank=5720001,fees=6269; default ${Object.entries(spanishChart)
      .map(([name, code]) => `${name}=${code}`)
      .join(',')}`,
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

/** Where each part of an entry stands in the shop's chart of accounts. */
export type JournalAccounts = Readonly<Record<JournalAccount, string>>

/** Reads the accounts that are to be others than Spain's chart says; an unknown name or code is a `ConfigProblem`. */
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

/** The newest version of each plugin that shops are given; the provider says another in PLUGIN_VERSIONS, and nobody is called to learn it. */
const newest: Readonly<Record<PluginPlatform, string>> = { woocommerce: '4.3.0', prestashop: '8.4.0', magento: '3.2.1' }

export const pluginSettings = {
  PLUGIN_VERSIONS: [
    '',
    `Newest versions of the shops' plugins, as woocommerce=${newest.woocommerce}, prestashop=${newest.prestashop}; default those of this release`,
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

export type PluginVersions = Readonly<Record<PluginPlatform, string>>

/** Reads them. A wrong one is a `ConfigProblem` of one line. */
export function pluginVersionsOf(read: (name: keyof typeof pluginSettings) => string): PluginVersions {
  const versions = { ...newest }
  for (const part of read('PLUGIN_VERSIONS')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [platform = '', version = ''] = part.split('=').map((one) => one.trim())
    if (!Object.hasOwn(pluginPlatforms, platform) || !/^\d{1,4}(\.\d{1,5}){0,3}$/.test(version))
      throw new ConfigProblem(
        `PLUGIN_VERSIONS="${part}" is not one of ${Object.keys(pluginPlatforms).join(', ')} with a version, as magento=3.2.1.`,
      )
    versions[platform as PluginPlatform] = version // looked for one line above
  }
  return versions
}

/** The setting of direct debits: value when unset, and what it is for. */
export const debitSettings = {
  DEBIT_CREDITOR_ID: [
    '',
    "The provider's SEPA creditor identifier, ES…; with the INVOICE_ISSUER_ settings shops can let old debts be charged to their account; default only demo shops",
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type Read = (name: keyof typeof debitSettings) => string

/** How old debts are charged; `creditorId` null: real shops cannot sign for that. */
export type Debiting = { creditorId: string | null }

/** Reads how old debts are charged; a creditor identifier that is none is a `ConfigProblem`. */
export function debitingOf(read: Read): Debiting {
  const creditorId = read('DEBIT_CREDITOR_ID')
  if (creditorId !== '' && !isCreditorId(creditorId))
    throw new ConfigProblem(`DEBIT_CREDITOR_ID="${creditorId}" is not a Spanish SEPA creditor identifier.`)
  return { creditorId: creditorId === '' ? null : creditorId }
}
