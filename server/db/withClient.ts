import pg from 'pg'
import { ConfigProblem } from './configProblem.ts'

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ECONNRESET: 'the connection was cut',
  '28P01': 'the password is wrong',
  '28000': 'the role may not sign in',
  '3D000': 'there is no such database',
  '42501': 'the role may not connect',
  '53300': 'it has too many connections',
  '57P03': 'it is starting or stopping',
}

/** The address without its password. */
export function safeAddress(url: string): string {
  try {
    const parsed = new URL(url)
    const host = parsed.searchParams.get('host') ?? (parsed.host || 'localhost')
    return `${parsed.username ? `${decodeURIComponent(parsed.username)}@` : ''}${host}${parsed.pathname}`
  } catch {
    return '(unreadable address)'
  }
}

/** Runs `work` on one connection outside any pool; a database that cannot be reached is a `ConfigProblem`. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let client: pg.Client
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, application_name: 'trastienda-setup' })
    client.on('error', () => {})
    await client.connect()
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    throw new ConfigProblem(`The database ${safeAddress(url)} cannot be reached: ${reasons[code] ?? (message || code)}.`)
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
