import { largeDatabase, notYetPlanned } from './largeDatabase.ts'
import { planStatements, problemText } from './planStatements.ts'
import type { SentStatement } from './sentStatements.ts'

/** Plans the statements that are new in this run, and reports each that reads too many rows; exceptions, with reasons, are in allowedReads.ts. */
export async function planNew(statements: readonly SentStatement[]): Promise<string[]> {
  const { ownerUrl, appUrl } = await largeDatabase()
  const mine = await notYetPlanned(ownerUrl, statements)
  return mine.length === 0 ? [] : (await planStatements(appUrl, mine)).map(problemText)
}
