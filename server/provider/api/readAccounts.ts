import type { ProviderAccountView, ProviderMerchantView } from '#contract/providerApi/accounts'
import { type LocalDate, madridDay } from '#domain/platform/dates'
import { payoutTermsOn } from '#domain/money/payoutTerms'
import { readPayoutTermsOf, type ShopPayout } from '../../money/ledger/payoutTerms.ts'
import { accountName } from '../../platform/calls/membership.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { stateOf } from '../merchants/accountList.ts'
import { onboardingStatus } from '../merchants/searchConditions.ts'

type MerchantRow = {
  id: string
  account_id: string
  external_id: string | null
  name: string
  url: string | null
  status: ProviderMerchantView['status']
  created_at: Date
  live_on: Date | null
}
const merchantColumns = sql`m.id, m.account_id, m.external_id, m.name, m.url, m.status, m.created_at, m.live_on`

const merchantOf = (row: MerchantRow, payout: ShopPayout | undefined, today: LocalDate): ProviderMerchantView => ({
  id: hexOf(row.id),
  accountId: hexOf(row.account_id),
  externalId: row.external_id,
  name: row.name,
  url: row.url,
  status: row.status,
  paymentFrequency: payoutTermsOn(payout?.versions ?? { list: [], own: [] }, today).frequency,
  createdAt: row.created_at.toISOString(),
  liveOn: row.live_on?.toISOString() ?? null,
})

/** A shop by its hexadecimal id. Refuses with ObjectNotFoundException. */
export async function readMerchantView(db: Connection, hex: string, now: Date): Promise<ProviderMerchantView> {
  const row = await db.first<MerchantRow>(sql`select ${merchantColumns} from merchants m where m.id = ${idFrom(hex)}`)
  if (!row) throw notFound(hex)
  const payout = await readPayoutTermsOf(db, [row.id])
  return merchantOf(row, payout.get(row.id), madridDay(now))
}

type AccountRow = {
  id: string
  external_id: string | null
  name: string
  type: ProviderAccountView['type']
  cif: string | null
  disabled: boolean
  ended: boolean
  application: ProviderAccountView['application']
  papers_elsewhere: boolean
  created_at: Date
  changed_at: Date
}

/** The accounts `a` of a condition, by their id. */
export async function readAccountViews(db: Connection, which: Sql, now: Date): Promise<Map<string, ProviderAccountView>> {
  const rows =
    await db.rows<AccountRow>(sql`select a.id, a.external_id, ${accountName(sql`a.id`)} as name, a.type, (select e.cif from enterprises e where e.account_id = a.id) as cif,
      a.disabled_at is not null as disabled, a.relation_ended_on is not null as ended, ${onboardingStatus} as application, a.papers_elsewhere, a.created_at,
      coalesce((select c.changed_at from provider_changes c where c.kind = 'account' and c.id = a.id), a.created_at) as changed_at
    from accounts a where ${which}`)
  const ids = rows.map(({ id }) => id)
  const merchants = await db.rows<MerchantRow>(
    sql`select ${merchantColumns} from merchants m where m.account_id = any(${ids}::uuid[]) order by m.created_at, m.id`,
  )
  const payout = await readPayoutTermsOf(
    db,
    merchants.map(({ id }) => id),
  )
  const byAccount = Map.groupBy(merchants, (row) => row.account_id)
  const merchantsOf = (id: string) => (byAccount.get(id) ?? []).map((row) => merchantOf(row, payout.get(row.id), madridDay(now)))
  return new Map(rows.map((row) => [row.id, accountOf(row, merchantsOf(row.id))]))
}

const accountOf = (row: AccountRow, merchants: ProviderMerchantView[]): ProviderAccountView => ({
  id: hexOf(row.id),
  externalId: row.external_id,
  name: row.name.trim(),
  type: row.type,
  cif: row.cif,
  state: stateOf({ ...row, onboarding: row.application }),
  application: row.application,
  papersElsewhere: row.papers_elsewhere,
  merchants,
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
})

/** An account by its hexadecimal id. Refuses with ObjectNotFoundException. */
export async function readAccountView(db: Connection, hex: string, now: Date): Promise<ProviderAccountView> {
  const id = idFrom(hex)
  const found = (await readAccountViews(db, sql`a.id = ${id}`, now)).get(id)
  if (!found) throw notFound(hex)
  return found
}
