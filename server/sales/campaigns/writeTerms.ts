import type { BodyOf } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import type { CampaignField, CampaignTerms } from '#domain/sales/campaigns/campaign'
import { basisPoints, cents } from '#domain/platform/money'
import { normaliseText } from '#domain/sales/operations/search'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

export type AskedTerms = BodyOf<Api['campaignCreate']>

const instantOrNull = (text: string | null) => (text === null ? null : new Date(text))
const centsOrNull = (amount: number | null) => (amount === null ? null : cents(amount))

/** What was asked for, over what there was. */
export function askedTerms(asked: AskedTerms, before: CampaignTerms): CampaignTerms {
  const {
    name,
    scope,
    startDate,
    endDate,
    interest,
    numInstalments,
    minOrderAmount,
    maxOrderAmount,
    waitingPeriod,
    channels,
    budgetAmount,
  } = asked
  return {
    name: name ?? before.name,
    scope: scope ?? before.scope,
    startsAt: startDate === undefined ? before.startsAt : instantOrNull(startDate),
    endsAt: endDate === undefined ? before.endsAt : instantOrNull(endDate),
    consumerTin: interest === undefined ? before.consumerTin : interest === null ? null : basisPoints(interest),
    numInstalments: numInstalments === undefined ? before.numInstalments : distinct(numInstalments).toSorted((a, b) => a - b),
    minOrderCents: minOrderAmount === undefined ? before.minOrderCents : centsOrNull(minOrderAmount),
    maxOrderCents: maxOrderAmount === undefined ? before.maxOrderCents : centsOrNull(maxOrderAmount),
    waitingMonths: waitingPeriod ?? before.waitingMonths,
    budgetCents: budgetAmount === undefined ? before.budgetCents : centsOrNull(budgetAmount),
    channels: channels === undefined ? before.channels : distinct(channels),
    audienceId:
      asked.audienceUuid === undefined ? before.audienceId : asked.audienceUuid === null ? null : (uuidOf(asked.audienceUuid) ?? null),
  }
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** Fields that differ. */
export function changedFields(before: CampaignTerms, after: CampaignTerms): CampaignField[] {
  const fields = Object.keys(after) as CampaignField[] // a literal of that type made it
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

/** Every column that a person decides, for an update or, in the same order, an insert. */
export const termColumns: Sql = sql`name, slug, scope, starts_at, ends_at, interest_bps, num_instalments, min_order_cents, max_order_cents, waiting_months, channels,
  audience_id, budget_cents`
export const termValues = (
  terms: CampaignTerms,
  slug: string,
): Sql => sql`${terms.name}, ${slug}, ${terms.scope}, ${terms.startsAt}::timestamptz,
  ${terms.endsAt}::timestamptz, ${terms.consumerTin}::integer, ${[...terms.numInstalments]}::integer[], ${terms.minOrderCents}::bigint, ${terms.maxOrderCents}::bigint,
  ${terms.waitingMonths}::smallint, ${[...terms.channels]}::text[], ${terms.audienceId}::uuid, ${terms.budgetCents}::bigint`

/** The name as an address has it, with the end of the id, so that no two are alike. */
export function slugOf(name: string, id: string): string {
  const words = normaliseText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return [words, id.slice(-6)].filter((part) => part !== '').join('-')
}

/** What the audit trail keeps of some fields. */
export const pick = (terms: CampaignTerms, fields: readonly CampaignField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, terms[field]]))
