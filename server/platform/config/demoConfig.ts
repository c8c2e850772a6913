import { isLoopback } from '#domain/platform/loopback'
import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of demo data, and those whose default depends on it: default and description. */
export const demoSettings = {
  SEED: [
    '',
    'demo or none; default demo on the embedded database, none on another. Where HOST or PUBLIC_URL is not this machine alone, demo data is there only if this says demo',
  ],
  DEMO_PASSWORD: ['Trastienda-demo-1', 'Password of all demo personas'],
  DEMO_OPERATIONS: ['20000', 'Operations of the big demo shop, 1000 to 20000: fewer are loaded sooner'],
  CONFIRM_NEW_DEVICES: ['', 'Whether a first sign-in from a device is confirmed by mail: yes or no; default yes, no with demo data'],
  PRIVATE_ADDRESSES: [
    '',
    'Whether the addresses that shops give for tests may be inside our network: sandbox or no; default sandbox with demo data, else no',
  ],
  LOG_LEVEL: ['', 'error, warn, info or silent; default warn with demo data, else info'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type SettingName = keyof typeof demoSettings
type Read = (name: SettingName) => string

export type DemoConfig = {
  /** Demo data exists and is in use. Otherwise demo accounts cannot sign in, and their keys are not accepted. */
  demo: boolean
  /** Whether calls to shops' own URLs may go to private addresses. */
  privateAddresses: 'sandbox' | 'no'
  /** Whether the first sign-in from a device requires a code sent by e-mail; not with a second factor. */
  confirmNewDevices: boolean
  logLevel: 'error' | 'warn' | 'info' | 'silent'
}

/** The settings that depend on demo data: the value set, or the default. */
export function demoConfigOf(read: Read, demo: boolean): DemoConfig {
  const oneOf = <const T extends string>(name: SettingName, fallback: T, choices: readonly T[]): T => {
    const value = read(name) || fallback
    const found = choices.find((choice) => choice === value)
    if (!found) throw new ConfigProblem(`${name}="${value}" is not one of ${choices.join(', ')}.`)
    return found
  }
  return {
    demo,
    privateAddresses: oneOf('PRIVATE_ADDRESSES', demo ? 'sandbox' : 'no', ['sandbox', 'no']),
    confirmNewDevices: oneOf('CONFIRM_NEW_DEVICES', demo ? 'no' : 'yes', ['yes', 'no']) === 'yes',
    logLevel: oneOf('LOG_LEVEL', demo ? 'warn' : 'info', ['error', 'warn', 'info', 'silent']),
  }
}

type Place = { host: string; publicUrl: string }

/** Whether the server is only reachable from this machine, according to the settings. */
const isOnlyHere = ({ host, publicUrl }: Place): boolean => isLoopback(host) && isLoopback(new URL(publicUrl).hostname)

/** The passwords of demo data are public, so it is exposed beyond this machine only on explicit request. Throws ConfigProblem. */
export function refusePublicDemo({ seedIsDefault, ...place }: Place & { seedIsDefault: boolean }): void {
  if (!seedIsDefault || isOnlyHere(place)) return
  const name = isLoopback(place.host) ? `PUBLIC_URL="${place.publicUrl}"` : `HOST="${place.host}"`
  throw new ConfigProblem(
    `${name} is not this machine alone, and everybody knows the passwords of the demo data: set SEED=none to start empty, or SEED=demo to show the demo to whoever gets there.`,
  )
}
