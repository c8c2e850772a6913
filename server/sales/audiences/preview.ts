import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { identifierColumn } from '../operation/identifierColumn.ts'
import { chosenOperations } from './chosenOperations.ts'

/** How many operations some filters let through, and how many people have such an identifier there. */
export const audiencePreview: Handler<'audiencePreview'> = async ({ db, scope, query }) => {
  const { identifierType, ...filters } = query
  const column = identifierColumn(identifierType)
  const counted = await db.firstByValue<{ operations: number; people: number }>(sql`select count(*)::integer as operations,
      count(distinct nullif(${column}, ''))::integer as people from operations o where ${chosenOperations(scope, filters)}`)
  return counted ?? { operations: 0, people: 0 }
}
