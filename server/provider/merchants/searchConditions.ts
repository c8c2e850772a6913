import type { ConsoleAccountRow } from '#contract/provider/merchants'
import { localDate, startOfMadridDay } from '#domain/platform/dates'
import { plainText } from '#domain/platform/plainText'
import { uuidOf } from '../../platform/calls/wire.ts'
import { allOf, joinSql, sql, type Sql } from '../../platform/database/sql.ts'

type AccountFilters = {
  search?: string | undefined
  status?: string | undefined
  onboarding?: string | undefined
  state?: ConsoleAccountRow['state'] | undefined
  since?: string | undefined
}

/** As `plain_text` of the database: lower case, without accents. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** What was typed, as patterns for `like`: each word has to be there; or all of it without separators, as a tax number or a telephone is stored. */
function patternsOf(search: string): { words: string[]; code: string } {
  const words = folded(plainText(search))
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
    .split(/\s+/)
    .filter((word) => word !== '')
  return { words: words.map(containing), code: containing(words.join('').replaceAll(/[.\-/]/g, '')) }
}

/** At least the last four digits of an IBAN, or all of it: `like` pattern; undefined for anything else. */
function ibanPattern(search: string): string | undefined {
  const compact = plainText(search)
    .replaceAll(/[\s.-]/g, '')
    .toUpperCase()
  return /^(?:[A-Z]{2}\d{2}[A-Z0-9]{4,30}|\d{4,30})$/.test(compact) ? `%${compact}` : undefined
}

/** SQL: account `a` has something that matches. Each part reads one table, so that none is joined for each account. */
function matches(search: string): Sql {
  const { words, code } = patternsOf(search)
  const says = (column: Sql) => sql`(${column} like all(${words}::text[]) or ${column} like ${code})`
  const iban = ibanPattern(search)
  const id = uuidOf(plainText(search).replaceAll('-', '').toLowerCase())
  const parts = [
    sql`select m.account_id from merchants m where ${says(sql`m.search_text`)}`,
    sql`select e.account_id from enterprises e where ${says(sql`e.search_text`)}`,
    sql`select p.account_id from profiles p where ${says(sql`p.search_text`)}`,
    sql`select s.account_id from users u join memberships s on s.user_id = u.id where s.removed_at is null and ${says(sql`u.search_text`)}`,
    ...(iban === undefined ? [] : [sql`select b.account_id from bank_accounts b where b.iban like ${iban}`]),
    ...(id === undefined ? [] : [sql`select i.account_id from merchants i where i.id = ${id}`, sql`select ${id}::uuid`]),
  ]
  return sql`a.id in (${joinSql(parts, sql` union all `)})`
}

/** SQL: the ids of the shops whose names have every word, twenty at most. */
export const shopsNamed = (search: string): Sql =>
  sql`select m.id from merchants m where m.search_text like all(${patternsOf(search).words}::text[]) order by m.id limit 20`

/** The state of an account without an onboarding: one that never needed any is approved. */
const withoutOnboarding = sql`case when a.requires_onboarding or a.type = 'unknown' then 'not_started' else 'approved' end`

/** SQL: the state of the onboarding of account `a`. */
export const onboardingStatus = sql`coalesce((select o.status from onboardings o where o.account_id = a.id), ${withoutOnboarding})`

/**
 * SQL condition: `onboardingStatus` is `status`, written with sets: PostgreSQL expects few rows of a comparison with `coalesce`, and then compares each account
 * with all shops.
 */
const hasOnboarding = (status: string): Sql => sql`(a.id in (select o.account_id from onboardings o where o.status = ${status})
  or (${withoutOnboarding} = ${status} and a.id not in (select o.account_id from onboardings o)))`

const states: Readonly<Record<NonNullable<AccountFilters['state']>, Sql>> = {
  enabled: sql`a.disabled_at is null and a.relation_ended_on is null and ${hasOnboarding('approved')}`,
  opening: sql`a.disabled_at is null and a.relation_ended_on is null and not ${hasOnboarding('approved')}`,
  disabled: sql`a.disabled_at is not null and a.relation_ended_on is null`,
  ended: sql`a.relation_ended_on is not null`,
}

/** SQL condition on account `a`. */
export function accountConditions({ search, status, onboarding, state, since }: AccountFilters): Sql {
  return allOf([
    ...(search ? [matches(search)] : []),
    ...(status ? [sql`a.id in (select f.account_id from merchants f where f.status = ${status})`] : []),
    ...(onboarding ? [hasOnboarding(onboarding)] : []),
    ...(state ? [states[state]] : []),
    ...(since ? [sql`a.created_at >= ${startOfMadridDay(localDate(since))}`] : []),
  ])
}
