import type { Handler } from '../../platform/calls/call.ts'
import { handoverOf, lastHandover } from './handoverRow.ts'

/** The account's last handover, for owners and for whoever it was offered to. */
export const handoverView: Handler<'handoverView'> = async ({ db, caller, now }) => {
  const row = await lastHandover(db, caller.accountId)
  const concerns = row && (caller.role === 'owner' || row.to_user === caller.userId || row.from_user === caller.userId)
  return { handover: concerns ? handoverOf(row, now) : null }
}
