import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writableFolder } from '../../embedded/clusterFolder.ts'
import { ConfigProblem } from '../database/configProblem.ts'
import type { Secrets } from './secrets.ts'
import { vapidKeyOf, vapidOf } from '../outbound/vapid.ts'

type SecretName = 'SESSION_SECRET' | 'KEY_ENCRYPTION_KEY'
type Read = (name: SecretName | `${SecretName}_FALLBACKS` | 'PUSH_PRIVATE_KEY') => string

/** Reads the secret that the first start created, or creates it atomically, also when two processes start concurrently. */
function storedSecret(dataDir: string): string {
  const file = join(writableFolder(dataDir), 'session-secret')
  const draft = `${file}.${process.pid}`
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new ConfigProblem(`The session secret ${file} cannot be read: start with the account that made it, or set SESSION_SECRET.`)
  }
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new ConfigProblem(`The session secret ${file} cannot be made (${(error as NodeJS.ErrnoException).code}): set SESSION_SECRET.`)
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

function secretOf(read: Read, name: SecretName): string {
  const value = read(name)
  if (value && value.length < 32) throw new ConfigProblem(`${name} is shorter than 32 characters.`)
  return value
}

/** Secrets separated by commas. A comma within one is written %2C, a line break, with which a file of the session secret may end, %0A. */
function fallbacksOf(read: Read, name: SecretName): string[] {
  const list = read(`${name}_FALLBACKS`)
  const fallbacks = list === '' ? [] : list.split(',').map((one) => one.trim().replaceAll('%2C', ',').replaceAll('%0A', '\n'))
  if (fallbacks.some((one) => one.length < 32))
    throw new ConfigProblem(`${name}_FALLBACKS has a secret that is shorter than 32 characters (a comma within one is written %2C).`)
  if (fallbacks.length > 0 && !read(name)) throw new ConfigProblem(`${name}_FALLBACKS needs ${name}.`)
  return fallbacks
}

function pushKeyOf(read: Read): string {
  const key = read('PUSH_PRIVATE_KEY')
  try {
    if (key) vapidOf(key)
  } catch {
    throw new ConfigProblem('PUSH_PRIVATE_KEY is not a P-256 private key of 32 bytes in base64url.')
  }
  return key
}

/** The secrets of sessions, keys and push notifications: given, or derived from one that the first start creates. */
export function secretsOf(read: Read, dataDir: string): { sessionSecrets: Secrets; keySecrets: Secrets; pushKey: string } {
  const sessionSecrets: Secrets = [secretOf(read, 'SESSION_SECRET') || storedSecret(dataDir), ...fallbacksOf(read, 'SESSION_SECRET')]
  const keySecret = secretOf(read, 'KEY_ENCRYPTION_KEY')
  const keyFallbacks = fallbacksOf(read, 'KEY_ENCRYPTION_KEY')
  return {
    sessionSecrets,
    keySecrets: keySecret ? [keySecret, ...keyFallbacks] : sessionSecrets,
    pushKey: pushKeyOf(read) || vapidKeyOf(sessionSecrets[0]),
  }
}
