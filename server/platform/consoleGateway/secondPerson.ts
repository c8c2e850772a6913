import type { NamedConsoleCall } from '#contract/consoleApi'
import { confirmationRequested } from '#contract/provider/consoleCall'
import { confirmationHours } from '#domain/provider/staff'
import type { AnyConsoleHandler, Described, StaffCaller } from '../calls/consoleHandler.ts'
import { serialise } from '../calls/answer.ts'
import type { Services } from '../calls/call.ts'
import type { Stored } from '../calls/idempotency.ts'
import { hexOf } from '../calls/wire.ts'
import type { Connection } from '../database/database.ts'
import { newId } from '../database/newId.ts'
import { sql } from '../database/sql.ts'

type AnyCall = Parameters<NonNullable<AnyConsoleHandler['describe']>>[0]

/** Whether a call waits for a second person: by its policy, this installation's setting, and the handler's own exception. */
export async function waitsForSecondPerson(
  { policy }: NamedConsoleCall,
  { unless }: AnyConsoleHandler,
  call: AnyCall,
  { console: { secondPerson } }: Services['config'],
): Promise<boolean> {
  if (policy.roles === 'public' || policy.secondPerson === 'never') return false
  if (policy.secondPerson === 'configured' && !secondPerson) return false
  return unless === undefined || !(await unless(call))
}

/** The answer of a call that waits. */
const waiting = { name: 'confirmation', answers: { 200: confirmationRequested } } as const

type Request = { endpoint: NamedConsoleCall; params: unknown; body: unknown; described: Described; staff: StaffCaller; now: Date }

/** Stores a call, instead of doing it, for another person to confirm. `body`: as on the wire, to be parsed again then. */
export async function requestConfirmation(
  db: Connection,
  { endpoint, params, body, described, staff, now }: Request,
  { config }: Pick<Services, 'config'>,
): Promise<{ id: string; answer: Stored }> {
  const id = newId(now)
  const expiresAt = new Date(now.getTime() + confirmationHours * 3_600_000)
  const { entity, entityId, accountId, merchantId, before, after } = described
  await db.run(sql`insert into staff_confirmations (id, call, params, body, entity, entity_id, account_id, merchant_id, before, after, requested_by, requested_at, expires_at)
    values (${id}, ${endpoint.name}, ${JSON.stringify(params)}::jsonb, ${JSON.stringify(body)}::jsonb, ${entity}, ${entityId}, ${accountId ?? null}, ${merchantId ?? null},
      ${JSON.stringify(before ?? null)}::jsonb, ${JSON.stringify(after ?? null)}::jsonb, ${staff.staffId}, ${now}, ${expiresAt})`)
  const answer = { confirmation: { id: hexOf(id), expiresAt: expiresAt.toISOString() } }
  return { id, answer: { status: 202, body: serialise(waiting, answer, config.checkAnswers) } }
}
