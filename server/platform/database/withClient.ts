import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigProblem, DatabaseUnreachable } from './configProblem.ts'
import { isConnectionError, isOfFile } from './connectionErrors.ts'
import { addressesOf, clientOf } from './hosts.ts'
import { connectionOptions } from './productSchema.ts'

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ECONNRESET: 'the connection was cut',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is of an authority that is not known here: add sslrootcert=<file> to the address',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself: add sslrootcert=<file> to the address',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is of an authority that is not known here: add sslrootcert=<file> to the address',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is of an authority that is not known here: add sslrootcert=<file> to the address',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  '28P01': 'the password is wrong',
  '28000': 'the role may not sign in',
  '3D000': 'there is no such database',
  '42501': 'the role may not connect',
  '53300': 'it has too many connections',
  '57P03': 'it is starting or stopping',
}

/** The address without its password; all addresses for several hosts. */
function safeAddress(url: string): string {
  try {
    return addressesOf(url).map(withoutPassword).join(' or ')
  } catch {
    return '(unreadable address)'
  }
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  const host = parsed.searchParams.get('host') ?? (parsed.host || 'localhost')
  return `${parsed.username ? `${decodeURIComponent(parsed.username)}@` : ''}${host}${parsed.pathname}`
}

const retryMs = 5_000

/** Connects to the primary: each host is tried once, and a full accept queue (EAGAIN of a Unix socket) is retried for five seconds. */
async function connected(url: string): Promise<pg.Client> {
  const Client = clientOf(url)
  const deadline = performance.now() + retryMs
  for (let attemptsLeft = addressesOf(url).length; ;) {
    const client = new Client({
      connectionString: url,
      options: connectionOptions,
      connectionTimeoutMillis: 5_000,
      application_name: 'trastienda-setup',
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if ((error as { code?: string }).code === 'EAGAIN' && performance.now() < deadline) await sleep(50)
      else if (--attemptsLeft <= 0) throw error
    }
  }
}

/** Runs `work` on one connection outside any pool; a database that cannot be reached is a `ConfigProblem`: a `DatabaseUnreachable` if that may pass. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let client: pg.Client
  try {
    client = await connected(url)
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // What PgBouncer and its like answer to settings of a connection.
    if (/unsupported startup parameter/i.test(message))
      throw new ConfigProblem(
        `The database ${safeAddress(url)} is a connection pooler that refuses the settings of a connection (${message}): give the address of PostgreSQL itself; the server keeps a pool of its own.`,
      )
    const Problem = isConnectionError(error) ? DatabaseUnreachable : ConfigProblem
    const reason = isOfFile(error) ? message : (reasons[code] ?? (message || code))
    throw new Problem(`The database ${safeAddress(url)} cannot be reached: ${reason}.`)
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
