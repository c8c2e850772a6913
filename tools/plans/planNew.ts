import { largeDatabase, notYetPlanned } from './largeDatabase.ts'
import { planStatements, told } from './planStatements.ts'
import type { SentStatement } from './sentStatements.ts'

/** Plans those of the statements that are new to the run, and tells of each that reads too much; what may, and why, stands in allowedReads.ts. */
export async function planNew(statements: readonly SentStatement[]): Promise<string[]> {
  const { ownerUrl, appUrl } = await largeDatabase()
  const mine = await notYetPlanned(ownerUrl, statements)
  return mine.length === 0 ? [] : (await planStatements(appUrl, mine)).map(told)
}
