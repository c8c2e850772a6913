import { unboundStatements } from './bindStatements.ts'
import { largeDatabase, notYetPlanned } from './largeDatabase.ts'
import { planStatements, problemText } from './planStatements.ts'
import type { SentStatement } from './sentStatements.ts'

/**
 * Plans the statements that are new in this run, and reports each that reads too many rows or does not bind one merchant; exceptions, with reasons, are in
 * allowedReads.ts and acrossShops.ts.
 */
export async function planNew(statements: readonly SentStatement[]): Promise<string[]> {
  const { ownerUrl, appUrl } = await largeDatabase()
  const own = await notYetPlanned(ownerUrl, statements)
  if (own.length === 0) return []
  const generic = own.filter(({ byValue }) => !byValue)
  return [...(await planStatements(appUrl, generic)).map(problemText), ...(await unboundStatements(ownerUrl, own))]
}
