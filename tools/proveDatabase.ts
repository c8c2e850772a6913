import { brokenLinks } from '../server/platform/audit/brokenLinks.ts'
import { openDatabase } from '../server/platform/database/database.ts'
import { proveBooks } from '../server/money/ledger/proveBooks.ts'

/** A million operations are checked in minutes. */
const maxMs = 3_600_000

/** Violations in a database's ledger and audit chains, as sentences; read as the owner of all tables, without row-level security. */
export async function proveDatabase(ownerUrl: string): Promise<string[]> {
  const database = openDatabase({ url: ownerUrl, connections: 1 })
  try {
    return await database.write(null, async (db) => {
      await db.allow(maxMs)
      const links = await brokenLinks(db)
      return [...(await proveBooks(db)), ...links.map(({ accountId, seq }) => `the audit chain of ${accountId} breaks at ${seq}`)]
    })
  } finally {
    await database.close()
  }
}
