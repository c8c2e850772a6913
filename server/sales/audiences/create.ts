import { setImmediate } from 'node:timers/promises'
import { MEMBER_BYTES } from '#domain/sales/campaigns/audience'
import { sql } from '../../platform/database/sql.ts'
import { asking } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { keying, memberKey } from '../operation/audienceMembers.ts'
import { thisAudience } from './audienceRow.ts'
import { showAudience } from './view.ts'
import { writeAudience, writeMembers } from './writeAudience.ts'

/** How many are keyed before other calls have their turn. */
const atATime = 2_000

/**
 * Makes an audience of the hashes of a file that the browser has read: nothing of the file itself ever comes here. How many have bought is counted
 * in the background. Refuses with ApiValidationException a file that is no row of hashes.
 */
export const audienceCreate = asking<'audienceCreate', Buffer>(
  async ({ services, scope, file }) => {
    const { bytes } = file
    if (bytes.length === 0 || bytes.length % MEMBER_BYTES !== 0) {
      const code = bytes.length === 0 ? 'empty' : 'format'
      throw new Refusal('ApiValidationException', {
        fields: [{ name: 'members', code, message: text(`audiences.server.members.${code}`) }],
      })
    }
    return keyed(bytes, memberKey(services.config.sessionSecret, scope))
  },
  async ({ db, scope, body, caller, services, now, audit }, hashes) => {
    const { rows, duplicates, invalid, ...said } = body
    const id = await writeAudience(db, scope, services, {
      ...said,
      filters: null,
      file: { rows, duplicates, invalid },
      userId: caller.userId,
      now,
    })
    const size = await writeMembers(db, scope, id, hashes, now)
    await db.run(sql`update audiences a set size = ${size} where ${thisAudience(scope, id)}`)
    audit({
      entity: 'audience',
      entityId: id,
      after: { source: 'csv', identifierType: said.identifierType, basis: said.basis, size, duplicates, invalid },
    })
    return showAudience(db, scope, hexOf(id), { now, services })
  },
)

async function keyed(digests: Buffer, key: Buffer): Promise<Buffer> {
  const hashes = Buffer.allocUnsafe(digests.length)
  const keyedMember = keying(key)
  for (let at = 0, nth = 1; at < digests.length; at += MEMBER_BYTES, nth += 1) {
    hashes.set(keyedMember(digests.subarray(at, at + MEMBER_BYTES)), at)
    if (nth % atATime === 0) await setImmediate()
  }
  return hashes
}
