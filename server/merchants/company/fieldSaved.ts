import type { OnboardingStep } from '#domain/merchants/onboarding'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { snakeKey } from '../../platform/calls/wire.ts'
import type { CompanyAccount } from './account.ts'

/**
 * Told whenever something of an account was saved, in the caller's transaction: onboarding begins, once, with the first saved field, and what a reviewer
 * asked to be put right in one of these fields counts as put right.
 */
export function fieldSaved(
  db: Connection,
  { id, requiresOnboarding }: CompanyAccount,
  step: OnboardingStep,
  names: readonly string[],
  now: Date,
): void {
  if (requiresOnboarding)
    db.send(sql`insert into onboardings as o (account_id, status, started_at) values (${id}, 'in_progress', ${now})
      on conflict (account_id) do update set status = case when o.status = 'not_started' then 'in_progress' else o.status end,
        started_at = coalesce(o.started_at, excluded.started_at)
      where o.started_at is null`)
  const fields = names.map((name) => name.split('.').map(snakeKey).join('.'))
  db.send(sql`update change_requests set solved_at = ${now}
    where account_id = ${id} and step = ${step} and field = any(${fields}::text[]) and solved_at is null`)
}
