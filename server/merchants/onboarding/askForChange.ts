import { onboardingMoves, reopeningSteps, type OnboardingStatus, type OnboardingStep } from '#domain/merchants/onboarding'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { operatorWrite } from './operatorWrite.ts'
import { tellOwner } from './tellOwner.ts'

/** What is to be put right: the step, the very field as on the wire (of papers their type), and why. */
export type ChangeWish = { step: Exclude<OnboardingStep, 'docs-info' | 'add-merchant'>; field: string; message: string }

/**
 * Asks an owner to put a field right. Data of person or company open onboarding again (docs/domain.md#onboarding); papers do not. Returns why not, when it is not
 * possible.
 */
export const askForChange = (database: Database, accountId: string, wish: ChangeWish, now: Date): Promise<string | null> =>
  operatorWrite(database, 'ask-change', async (db) => {
    const row = await db.first<{ status: OnboardingStatus }>(sql`select o.status from onboardings o join accounts a on a.id = o.account_id
      where o.account_id = ${accountId} for update`)
    if (!row) return 'that account has no onboarding'
    const asked = {
      accountId,
      entity: 'onboarding',
      entityId: accountId,
      before: { status: row.status },
      after: { step: wish.step, field: wish.field },
    }
    const isOpen = row.status === 'changes_requested' || onboardingMoves(row.status, 'changes_requested')
    if (!isOpen) return { ...asked, problem: `it is ${row.status}` }
    await db.run(sql`insert into change_requests (id, account_id, step, field, message, created_at)
      values (${newId(now)}, ${accountId}, ${wish.step}, ${wish.field}, ${wish.message}, ${now})`)
    db.send(sql`update onboardings set status = 'changes_requested' where account_id = ${accountId}`)
    if (reopeningSteps.has(wish.step)) db.send(sql`update accounts set requires_onboarding = true where id = ${accountId}`)
    tellOwner(db, accountId, 'onboarding_changes', { values: [{ key: 'message', value: wish.message }], actionUrl: '/', now })
    return { ...asked, problem: null }
  })
