import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of partners for identity, account information and text messages: default and description. */
export const partnersSettings = {
  IDENTITY_PROVIDER: ['simulated', 'Partner that checks identities: simulated, or the path of a module (docs/partners.md)'],
  ACCOUNT_INFORMATION_PROVIDER: [
    'simulated',
    "Partner that reads customers' bank accounts: simulated, gocardless, or the path of a module (docs/partners.md)",
  ],
  GOCARDLESS_SECRET_ID: ['', "Id of a secret of GoCardless's Bank Account Data; with ACCOUNT_INFORMATION_PROVIDER=gocardless"],
  GOCARDLESS_SECRET_KEY: ['', 'Its key'],
  GOCARDLESS_URL: ['https://bankaccountdata.gocardless.com/api/v2', 'Address of that API; another one of its shape, or for tests'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

export type GocardlessConfig = { url: string; secretId: string; secretKey: string }
/** A module that holds an adapter, by its path. */
export type ModuleConfig = { name: 'module'; path: string }

/** The module that a setting names; null: it names a built-in adapter. */
export const moduleOf = (value: string): ModuleConfig | null => (/^(?:\.{1,2})?\//.test(value) ? { name: 'module', path: value } : null)

export type IdentityProviderConfig = { name: 'simulated' } | ModuleConfig
export type AccountInformationConfig = ModuleConfig | { name: 'simulated' } | ({ name: 'gocardless' } & GocardlessConfig)

type Read = (name: keyof typeof partnersSettings) => string

/** An address with TLS, or of this machine. */
export function assertSafeUrl(setting: string, text: string): void {
  const { protocol, hostname } = URL.parse(text) ?? {}
  const isLocal = hostname === '127.0.0.1' || hostname === 'localhost'
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new ConfigProblem(`${setting} is not an address that starts with https://.`)
}

/** Reads the settings of the account-information partner. Throws a one-line ConfigProblem, which contains no key. */
export function accountInformationOf(read: Read): AccountInformationConfig {
  const name = read('ACCOUNT_INFORMATION_PROVIDER')
  const module = moduleOf(name)
  if (module) return module
  if (name === 'simulated') return { name }
  if (name !== 'gocardless')
    throw new ConfigProblem(`ACCOUNT_INFORMATION_PROVIDER="${name}" is not one of simulated, gocardless, or the path of a module (./…).`)
  const [url, secretId, secretKey] = [read('GOCARDLESS_URL'), read('GOCARDLESS_SECRET_ID'), read('GOCARDLESS_SECRET_KEY')]
  assertSafeUrl('GOCARDLESS_URL', url)
  if (secretId === '' || secretKey === '') throw new ConfigProblem('GOCARDLESS_SECRET_ID and GOCARDLESS_SECRET_KEY are not both set.')
  return { name, url, secretId, secretKey }
}

/** Reads who checks identities. Throws a one-line ConfigProblem. */
export function identityProviderOf(read: Read): IdentityProviderConfig {
  const name = read('IDENTITY_PROVIDER')
  if (name !== 'simulated' && !moduleOf(name))
    throw new ConfigProblem(`IDENTITY_PROVIDER="${name}" is not simulated, or the path of a module (./…).`)
  return moduleOf(name) ?? { name: 'simulated' }
}
