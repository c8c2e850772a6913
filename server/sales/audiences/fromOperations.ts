import type { Handler } from '../../platform/calls/call.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { showAudience } from './view.ts'
import { writeAudience } from './writeAudience.ts'

/** Makes an audience of the customers of the operations that some filters let through; they are looked for in the background. */
export const audienceFromOperations: Handler<'audienceFromOperations'> = async ({ db, scope, body, caller, services, now, audit }) => {
  const id = await writeAudience(db, scope, services, { ...body, file: null, userId: caller.userId, now })
  const { identifierType, basis, filters } = body
  // What was searched for may be a person's name.
  audit({ entity: 'audience', entityId: id, after: { source: 'operations_filter', identifierType, basis, filters: Object.keys(filters) } })
  return showAudience(db, scope, hexOf(id), { now, services })
}
