import { BlockList, isIP } from 'node:net'
import { staffRoles, type StaffRole } from '#domain/provider/staff'
import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of the provider's console: default and description. */
export const consoleSettings = {
  CONSOLE_URL: ['', "Host of the provider's console, such as https://console.example: only there it is served; default PUBLIC_URL"],
  CONSOLE_ALLOW: ['', 'Networks that may reach the console, separated by commas, such as 10.0.0.0/8,2001:db8::/32; default all'],
  CONSOLE_OIDC_ISSUER: ['', 'Identity provider (OpenID Connect) with which staff can sign in to the console, https://…; default none'],
  CONSOLE_OIDC_CLIENT_ID: ['', 'The console there; its redirect address is CONSOLE_URL/console/openid'],
  CONSOLE_OIDC_CLIENT_SECRET: ['', 'Its secret'],
  CONSOLE_OIDC_SCOPE: ['openid email profile', 'What it asks for'],
  CONSOLE_OIDC_CLAIM: ['groups', 'Claim of the ID token that says the roles: a text or a list of texts'],
  CONSOLE_OIDC_ROLES: ['', 'Role of each value of the claim, as bnpl-admins=admin,bnpl-support=support; who has none is refused'],
  CONSOLE_OIDC_NAME: ['', "Its name on the sign-in page; default the issuer's host"],
  CONSOLE_SECOND_PERSON: [
    'yes',
    'Whether a second member of staff confirms prices, roles, payments sent again and other changes of the console that are hard to undo: yes or no',
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type Read = (name: keyof typeof consoleSettings) => string

export type ConsoleConfig = {
  /** Its own origin; null: that of the other pages. */
  url: string | null
  /** The networks that may reach it; null: all. */
  allow: BlockList | null
  /** Calls whose policy is `configured` wait for a second person. */
  secondPerson: boolean
  /** The identity provider; null: none. */
  openid: OpenidConfig | null
}

/** `roles`: of each value of the claim. */
export type OpenidConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  claim: string
  roles: Readonly<Record<string, StaffRole>>
  name: string
}

/** The origin of the console. */
export const consoleUrl = ({ console: { url }, publicUrl }: { console: ConsoleConfig; publicUrl: string }): string => url ?? publicUrl

function originOf(text: string): string | null {
  if (text === '') return null
  const url = URL.parse(text)
  if (!url || !/^https?:\/\/[\w.:[\]-]+\/?$/i.test(text))
    throw new ConfigProblem(`CONSOLE_URL="${text}" is not an origin such as https://console.example.`)
  return url.origin
}

function networksOf(text: string): BlockList | null {
  const ranges = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (ranges.length === 0) return null
  const list = new BlockList()
  for (const range of ranges) {
    const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(range) ?? []
    const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    if (longest === 0 || Number(bits ?? longest) > longest)
      throw new ConfigProblem(`CONSOLE_ALLOW="${range}" is not an address or a network such as 10.0.0.0/8.`)
    list.addSubnet(address, Number(bits ?? longest), longest === 32 ? 'ipv4' : 'ipv6')
  }
  return list
}

function openidOf(read: Read): OpenidConfig | null {
  const issuer = read('CONSOLE_OIDC_ISSUER')
  if (issuer === '') return null
  const url = URL.parse(issuer)
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
  if (!url || (url.protocol !== 'https:' && !isLocal))
    throw new ConfigProblem(`CONSOLE_OIDC_ISSUER="${issuer}" is not an address that starts with https://.`)
  for (const name of ['CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET', 'CONSOLE_OIDC_ROLES'] as const)
    if (read(name) === '') throw new ConfigProblem(`${name} is not set, and CONSOLE_OIDC_ISSUER needs it.`)
  return {
    issuer,
    clientId: read('CONSOLE_OIDC_CLIENT_ID'),
    clientSecret: read('CONSOLE_OIDC_CLIENT_SECRET'),
    scope: read('CONSOLE_OIDC_SCOPE'),
    claim: read('CONSOLE_OIDC_CLAIM'),
    roles: rolesOf(read('CONSOLE_OIDC_ROLES')),
    name: read('CONSOLE_OIDC_NAME') || url.host,
  }
}

function rolesOf(text: string): Record<string, StaffRole> {
  const pairs = text.split(',').map((pair): [string, StaffRole] => {
    const [, value = '', name] = /^\s*(.+?)\s*=\s*(\w+)\s*$/.exec(pair) ?? []
    const role = staffRoles.find((one) => one === name)
    if (!role) throw new ConfigProblem(`CONSOLE_OIDC_ROLES="${pair}" is not a value and a role, one of ${staffRoles.join(', ')}.`)
    return [value, role]
  })
  return Object.fromEntries(pairs)
}

/** Reads the settings of the console. Throws a one-line ConfigProblem that names the setting. */
export function consoleOf(read: Read): ConsoleConfig {
  const secondPerson = read('CONSOLE_SECOND_PERSON')
  if (secondPerson !== 'yes' && secondPerson !== 'no')
    throw new ConfigProblem(`CONSOLE_SECOND_PERSON="${secondPerson}" is not one of yes, no.`)
  return {
    url: originOf(read('CONSOLE_URL')),
    allow: networksOf(read('CONSOLE_ALLOW')),
    secondPerson: secondPerson === 'yes',
    openid: openidOf(read),
  }
}
