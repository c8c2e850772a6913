import { api, type CallName } from '#contract/index'
import { isMemberPolicy } from '#contract/platform/policy'
import { couldCall } from '#contract/teamAccess'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { presetPart } from '../../platform/calls/presetIn.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { readMembersThen } from './heldThen.ts'

type Entry = { at: Date; call: string; user_id: string | null; merchant_id: string | null; mode: 'live' | 'sandbox' | null }

/** Whether a call requires a right of a team member: calls open to anybody, of customers and of scheduled jobs do not. */
export const requiresRight = (call: string): call is CallName => Object.hasOwn(api, call) && isMemberPolicy(api[call as CallName].policy) // own key just asked

/** Everyone who had the right to make the entry's call at that time. Answers not found for an entry of a shop that the caller may not enter. */
export const activityWho: Handler<'activityWho'> = async ({ db, caller, params }) => {
  const seq = /^\d{1,18}$/.test(params.entryId) ? params.entryId : null
  const entry =
    seq &&
    (await db.first<Entry>(sql`select a.at, a.call, a.user_id, a.merchant_id, a.mode from audit_entries a where a.account_id = ${caller.accountId} and a.seq = ${seq}
      and (a.merchant_id is null or a.merchant_id = any(${[...caller.merchantIds]}::uuid[]))`))
  if (!entry || !requiresRight(entry.call)) throw notFound(params.entryId)
  const { at, call, merchant_id: shop, mode } = entry
  const members = await readMembersThen(db, caller.accountId, at)
  return {
    at: at.toISOString(),
    people: members.flatMap(({ id, name, heldAt }) => {
      const held = heldAt(at)
      if (held === null || !couldCall(held, call, shop, mode, at)) return []
      return [{ id: hexOf(id), name, role: held.role, ...presetPart(held), did: id === entry.user_id }]
    }),
  }
}
