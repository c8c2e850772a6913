import { confirmationRequested } from '#contract/provider/consoleCall'
import { confirmationHours } from '#domain/provider/staff'
import type { Actor } from '../calls/actor.ts'
import { serialise } from '../calls/answer.ts'
import type { Services } from '../calls/call.ts'
import type { Described } from '../calls/consoleHandler.ts'
import type { Stored } from '../calls/idempotency.ts'
import { hexOf } from '../calls/wire.ts'
import type { Connection } from '../database/database.ts'
import { newId } from '../database/newId.ts'
import { sql } from '../database/sql.ts'

/** Whether a call waits for a second person by its policy and this installation's setting. */
export const asksSecondPerson = (
  secondPerson: 'never' | 'configured' | 'always',
  { console: settings }: Pick<Services['config'], 'console'>,
): boolean => secondPerson === 'always' || (secondPerson === 'configured' && settings.secondPerson)

/** The answer of a call that waits. */
const waiting = { name: 'confirmation', answers: { 200: confirmationRequested } } as const

type Request = { call: string; params: unknown; body: unknown; described: Described; by: Actor; now: Date }

/** Stores a call, instead of doing it, for another person to confirm. `body`: as on the wire, to be parsed again then. */
export async function requestConfirmation(
  db: Connection,
  { call, params, body, described, by, now }: Request,
  { config }: Pick<Services, 'config'>,
): Promise<{ id: string; answer: Stored }> {
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + confirmationHours * 3_600_000)
  const { entity, entityId, accountId, merchantId, before, after } = described
  const [person, key] = 'providerKeyId' in by ? [null, by.providerKeyId] : [by.staffId ?? null, null]
  await db.run(sql`insert into staff_confirmations (id, call, params, body, entity, entity_id, account_id, merchant_id, before, after, requested_by, requested_key, requested_at, expires_at)
    values (${id}, ${call}, ${JSON.stringify(params)}::jsonb, ${JSON.stringify(body)}::jsonb, ${entity}, ${entityId}, ${accountId ?? null}, ${merchantId ?? null},
      ${JSON.stringify(before ?? null)}::jsonb, ${JSON.stringify(after ?? null)}::jsonb, ${person}, ${key}, ${now}, ${expiresAt})`)
  const answer = { confirmation: { id: hexOf(id), expiresAt: expiresAt.toISOString() } }
  return { id, answer: { status: 202, body: serialise(waiting, answer, config.checkAnswers) } }
}
