import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigProblem } from '../../platform/database/configProblem.ts'
import type { AccountInformation } from './accountInformation.ts'
import type { CardAdapter, CardBalance, CardDisputes } from './cardProvider.ts'
import type { IdentityProvider } from './identityProvider.ts'

/** What a module is given to make its adapter: its own settings, which were checked to be there, and where browsers and partners reach us. */
type ModuleContext = { settings: Readonly<Record<string, string>>; publicUrl: string }

/** The methods that an adapter of each kind must have. */
const methods = {
  cards: [
    ...(['setup', 'authorise', 'charge', 'find', 'capture', 'release', 'cancel', 'refundCharge', 'findRefund'] as const),
    ...(['verifyNotification', 'readNotification', 'checkAccess'] as const),
  ] satisfies (keyof CardAdapter)[],
  identity: [
    'way',
    'start',
    'answer',
    'find',
    'verifyNotification',
    'readNotification',
    'checkAccess',
  ] satisfies (keyof IdentityProvider)[],
  account_information: ['start', 'find', 'accounts', 'checkAccess'] satisfies (keyof AccountInformation)[],
  sms: ['send'],
} as const
export type PartnerKind = keyof typeof methods

/** Parts that an adapter may lack, and the methods of each. */
const optionalParts: Readonly<Partial<Record<PartnerKind, Readonly<Record<string, readonly string[]>>>>> = {
  cards: {
    disputes: ['find', 'list', 'submit', 'accept'] satisfies (keyof CardDisputes)[],
    balance: ['list'] satisfies (keyof CardBalance)[],
  },
}

/** Names that adapters of the product have, in addresses and in rows. */
const taken: ReadonlySet<string> = new Set(['simulated', 'simulated-identity', 'stripe', 'gocardless', 'twilio', 'sms', 'http', 'files'])

type PartnerModule = { kind: PartnerKind; setting: string; path: string; read: (name: string) => string; publicUrl: string }

/**
 * Loads an adapter from a module and checks that it is one (docs/partners.md#write-an-adapter). Throws a one-line ConfigProblem that says what is wrong, and contains no
 * value of a setting.
 */
export async function loadPartner<Adapter>(partner: PartnerModule): Promise<Adapter> {
  const { kind, setting, path, read, publicUrl } = partner
  const problem = (what: string) => new ConfigProblem(`${setting}=${path}: ${what}`)
  const module: unknown = await import(pathToFileURL(resolve(path)).href).then(
    (loaded: { default?: unknown }) => loaded.default,
    (error: unknown) => {
      throw problem(`the module cannot be loaded (${firstLine(error)}).`)
    },
  )
  if (!isObject(module) || typeof module['create'] !== 'function')
    throw problem('its default export is not an object with a function "create".')
  if (module['kind'] !== kind) throw problem(`its "kind" is not "${kind}".`)
  const name = module['name']
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]{1,30}$/.test(name) || taken.has(name))
    throw problem('its "name" is not a word of small letters, digits and hyphens that no built-in adapter has.')
  const settings = settingsOf(module['settings'] ?? {}, read, problem)
  const create = module['create'] as (context: ModuleContext) => unknown // just checked
  const adapter = await Promise.resolve()
    .then(() => create({ settings, publicUrl }))
    .catch((error: unknown) => {
      throw problem(firstLine(error))
    })
  if (!isObject(adapter)) throw problem('"create" gave no object.')
  const missing = [...lacking(adapter, methods[kind]), ...lackingInParts(adapter, kind)]
  if (missing.length > 0) throw problem(`the adapter lacks ${missing.join(', ')}.`)
  adapter['name'] = name
  return adapter as Adapter // its methods were just checked
}

const lacking = (adapter: Record<string, unknown>, names: readonly string[]): string[] =>
  names.filter((name) => typeof adapter[name] !== 'function')

const lackingInParts = (adapter: Record<string, unknown>, kind: PartnerKind): string[] =>
  Object.entries(optionalParts[kind] ?? {}).flatMap(([part, names]) => {
    const implementation = adapter[part] ?? null
    return implementation === null ? [] : lacking(isObject(implementation) ? implementation : {}, names).map((name) => `${part}.${name}`)
  })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''

/** The module's own settings by name; each that it names must be set. */
function settingsOf(named: unknown, read: PartnerModule['read'], problem: (message: string) => ConfigProblem): Record<string, string> {
  if (!isObject(named)) throw problem('its "settings" are not an object of names and what they mean.')
  const names = Object.keys(named)
  const wrong = names.find((name) => !/^[A-Z][A-Z0-9_]{2,60}$/.test(name))
  if (wrong !== undefined) throw problem(`its setting "${wrong}" is not a name of capital letters, digits and underscores.`)
  const unset = names.filter((name) => read(name) === '')
  if (unset.length > 0) throw problem(`${unset.join(', ')} not set.`)
  return Object.fromEntries(names.map((name) => [name, read(name)]))
}
