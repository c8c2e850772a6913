import { sentence } from '../server/platform/calls/answer.ts'
import type { Actor } from '../server/platform/calls/actor.ts'
import { atTerminal } from '../server/platform/calls/providerChange.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Connection, Database } from '../server/platform/database/database.ts'

/** Makes a change of the provider's, and prints that it is done; throws the sentence of its refusal. */
export async function reportChange(database: Database, work: (db: Connection, by: Actor) => Promise<unknown>): Promise<void> {
  const refusal = await atTerminal(database, work)
  if (refusal) throw new ConfigProblem(`Not possible: ${sentence(refusal)}`)
  console.log('Done.')
}
