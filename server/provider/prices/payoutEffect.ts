import { addDays, localDate, type LocalDate, startOfMadridDay } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { payoutEffect, type PayoutHistory } from '#domain/money/payoutEffect'
import { type OwnPayoutTerms, payoutTermsOn } from '#domain/money/payoutTerms'
import type { EffectOfTerms } from '#contract/provider/prices'
import { readScopePayout } from '../../money/ledger/payoutTerms.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'

/** The effect that other payment terms would have had on a merchant from a day to yesterday. `proposed`: undefined where nothing changes. */
export async function readPayoutEffect(
  db: Connection,
  scope: Scope,
  { proposed, from, today }: { proposed: OwnPayoutTerms | undefined; from: LocalDate; today: LocalDate },
): Promise<EffectOfTerms['payout']> {
  const { versions, weekday, minimumFrom } = await readScopePayout(db, scope)
  const history = await readHistory(db, scope, { from, to: addDays(today, -1), weekday, minimumFrom })
  const others = versions.own.filter(({ effectiveOn }) => effectiveOn < today)
  const after = proposed ? { ...versions, own: [...others, { effectiveOn: today, terms: proposed }] } : versions
  const [now, then] = [payoutEffect(history, payoutTermsOn(versions, today)), payoutEffect(history, payoutTermsOn(after, today))]
  return {
    payments: { before: now.payments, after: then.payments },
    reserved: { before: now.reservedCents, after: then.reservedCents },
    minimumFees: { before: now.minimumFeesCents, after: then.minimumFeesCents },
  }
}

type Period = Pick<PayoutHistory, 'from' | 'to' | 'weekday' | 'minimumFrom'>

async function readHistory(db: Connection, scope: Scope, period: Period): Promise<PayoutHistory> {
  const [days, settlements] = await Promise.all([
    db.rows<{ on: string }>(sql`select distinct (l.occurred_at at time zone 'Europe/Madrid')::date as on from settlement_lines l
      where ${inScope(scope, 'l')} and l.occurred_at >= ${startOfMadridDay(period.from)} and l.occurred_at < ${startOfMadridDay(addDays(period.to, 1))}`),
    // What a settlement earned is what its equation leaves without opening balance, reserves and the shop's own payments, after debt.
    db.rows<{
      month: string
      earned: bigint
      charged: bigint
    }>(sql`select date_trunc('month', s.value_on)::date as month, -(s.fees_cents + s.fee_refunds_cents) as charged,
        s.net_cents + s.closing_cents - s.opening_cents - s.reserve_held_cents - s.reserve_released_cents - s.repayments_cents
          + least(s.opening_cents + s.repayments_cents, 0) as earned
      from settlements s where ${inScope(scope, 's')} and s.value_on between ${period.from} and ${period.to}`),
  ])
  const charged = new Map<LocalDate, number>()
  for (const one of settlements) charged.set(localDate(one.month), (charged.get(localDate(one.month)) ?? 0) + Number(one.charged))
  return {
    ...period,
    soldOn: days.map(({ on }) => localDate(on)),
    earnedCents: settlements.map(({ earned }) => cents(earned)),
    chargedByMonth: new Map([...charged].map(([month, amount]) => [month, cents(amount)])),
  }
}
