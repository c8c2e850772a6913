import type { Handler } from '../../platform/calls/call.ts'
import { readPeople } from '../../merchants/tasks/readPeople.ts'
import { noted, readNotes } from './readNotes.ts'

/** What the shop's people have written about an operation, and whom they may ask to look. */
export const noteList: Handler<'noteList'> = async ({ db, scope, caller, params, services }) => {
  const { id } = await noted(db, scope, params.operationId)
  const [results, people] = await Promise.all([
    readNotes(db, scope, id),
    readPeople(db, { scope, accountId: caller.accountId, present: services.wallClock() }),
  ])
  return { results, people }
}
