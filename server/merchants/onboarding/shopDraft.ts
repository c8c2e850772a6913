import type { ShopDraft } from '#contract/merchants/onboarding'
import { type LocalDate, madridDay } from '#domain/platform/dates'
import { fieldProblems, type Values } from '#domain/merchants/company/fields'
import { compactIban } from '#domain/money/iban'
import { centsOrNull } from '#domain/platform/money'
import { type ShopField, shopRules } from '#domain/merchants/shopApplication'
import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { lockAccount } from '../company/account.ts'
import { fieldRefusal, recordSavedFields } from '../company/forms.ts'
import { activityOf } from '../places/activities.ts'
import { isUnknownBank } from '../places/bank.ts'

type Row = {
  name: string | null
  url: string | null
  in_store_only: boolean
  business_activity: string | null
  iban: string | null
  bank_account_id: string | null
  monthly_cents: bigint | null
  average_cents: bigint | null
}

/** The draft of the first shop; its activity defaults to that of the business. */
export async function readShopDraft(db: Connection, accountId: string): Promise<ShopDraft> {
  const row = await db.first<Row>(sql`select d.name, d.url, coalesce(d.in_store_only, false) as in_store_only,
      coalesce(d.business_activity, e.business_activity, p.business_activity) as business_activity, d.iban, d.bank_account_id, d.monthly_cents, d.average_cents
    from accounts a left join shop_drafts d on d.account_id = a.id left join profiles p on p.account_id = a.id left join enterprises e on e.account_id = a.id
    where a.id = ${accountId}`)
  if (!row) throw new Error(`account ${accountId} not found`)
  return {
    name: row.name,
    url: row.url,
    inStoreOnly: row.in_store_only,
    businessActivity: row.business_activity,
    iban: row.iban,
    ibanId: row.bank_account_id && hexOf(row.bank_account_id),
    monthlyEarnings: centsOrNull(row.monthly_cents),
    averageAmount: centsOrNull(row.average_cents),
  }
}

type GivenFields = {
  name?: string | null | undefined
  url?: string | null | undefined
  businessActivity?: string | null | undefined
  iban?: string | null | undefined
}

/** The problems of a shop's filled-in fields, by name as in the contract. */
export function shopProblems(
  { name: shopName, url, businessActivity, iban }: GivenFields,
  today: LocalDate,
): [name: string, code: string][] {
  const values = { ...nothing, name: shopName ?? null, url: url ?? null, iban: iban ? compactIban(iban) : null }
  const found: [string, string][] = [...fieldProblems(shopRules, values, ['name', 'url', 'iban'], today)]
  if (businessActivity && !activityOf(businessActivity)?.allowed) found.push(['businessActivity', 'activity'])
  if (values.iban !== null && !found.some(([name]) => name === 'iban') && isUnknownBank(values.iban)) found.push(['iban', 'iban_bank'])
  return found
}

const nothing = Object.fromEntries(Object.keys(shopRules).map((name) => [name, null])) as Values<ShopField> // every field, empty

/** A bank account of the company that is already paid; refuses any other. */
export async function ownAccount(db: Connection, accountId: string, hex: string): Promise<string> {
  const id = uuidOf(hex)
  const row =
    id &&
    (await db.first<{ id: string }>(sql`select id from bank_accounts where id = ${id} and account_id = ${accountId} and state = 'active'`))
  if (!row) throw fieldRefusal([['ibanId', 'option']])
  return row.id
}

/** Saves any part of the first shop during onboarding; refuses with ApiValidationException by field, or OnboardingNotAllowed. */
export const onboardingShop: Handler<'onboardingShop'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  if (!account.requiresOnboarding) throw new Refusal('OnboardingNotAllowed', { why: 'over' })
  const problems = shopProblems(body, madridDay(now))
  if (problems.length > 0) throw fieldRefusal(problems)
  const isSet = <T>(value: T | undefined) => value !== undefined
  const bankAccount = body.ibanId ? await ownAccount(db, account.id, body.ibanId) : null
  const iban = body.iban ? compactIban(body.iban) : null
  await db.run(sql`insert into shop_drafts as d (account_id) values (${account.id}) on conflict do nothing`)
  await db.run(sql`update shop_drafts d set
    name = case when ${isSet(body.name)} then nullif(${body.name ?? null}::text, '') else d.name end,
    url = case when ${body.inStoreOnly === true} then null when ${isSet(body.url)} then nullif(${body.url ?? null}::text, '') else d.url end,
    in_store_only = coalesce(${body.inStoreOnly ?? null}::boolean, d.in_store_only),
    business_activity = case when ${isSet(body.businessActivity)} then ${body.businessActivity ?? null}::text else d.business_activity end,
    iban = case when ${bankAccount !== null} then null when ${isSet(body.iban)} then ${iban}::text else d.iban end,
    bank_account_id = case when ${iban !== null} then null when ${isSet(body.ibanId)} then ${bankAccount}::uuid else d.bank_account_id end,
    monthly_cents = case when ${isSet(body.monthlyEarnings)} then ${body.monthlyEarnings ?? null}::bigint else d.monthly_cents end,
    average_cents = case when ${isSet(body.averageAmount)} then ${body.averageAmount ?? null}::bigint else d.average_cents end
    where d.account_id = ${account.id}`)
  recordSavedFields(db, account, 'add-merchant', Object.keys(body), now)
  audit({ entity: 'shop_draft', entityId: account.id, after: { fields: Object.keys(body) } })
  return readShopDraft(db, account.id)
}
