import { chownSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresAccount } from './postgresAccount.ts'

/** The address of the embedded database: a socket folder, or (Windows) a local port. */
export type DatabasePlace = { host: string; port: number; socketFolder: string | null }

/** A socket in a short private folder (its path may have 107 bytes at most); on Windows a random local port. */
export async function databasePlace(account: PostgresAccount): Promise<DatabasePlace> {
  if (process.platform === 'win32') {
    const probe = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => probe.once('listening', resolve))
    const { port } = probe.address() as { port: number }
    await new Promise((resolve) => probe.close(resolve))
    return { host: '127.0.0.1', port, socketFolder: null }
  }
  const base = Buffer.byteLength(tmpdir()) > 60 || account ? '/tmp' : tmpdir()
  const socketFolder = mkdtempSync(join(base, 'trastienda-'))
  if (account) chownSync(socketFolder, account.uid, account.gid)
  return { host: socketFolder, port: 5432, socketFolder }
}

/** The connection string of a role at an address. */
export const addressOf = (place: DatabasePlace, role: string, password: string, database: string) =>
  place.socketFolder
    ? `postgres://${role}:${password}@localhost:${place.port}/${database}?host=${encodeURIComponent(place.socketFolder)}`
    : `postgres://${role}:${password}@${place.host}:${place.port}/${database}`
