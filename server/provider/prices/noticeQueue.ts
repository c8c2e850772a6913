import type { LocalDate } from '#domain/platform/dates'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

type Announced = { versionId: string; effectiveOn: LocalDate; now: Date }

/** Queues the notice of a version for every merchant that sells; `notifyTerms` notifies only those whose terms it changes. */
export function queueListNotices(db: Connection, { versionId, effectiveOn, now }: Announced): void {
  db.send(sql`insert into terms_notices (merchant_id, version_id, kind, effective_on, due_at)
    select m.id, ${versionId}::uuid, 'change', ${effectiveOn}::date, ${now}::timestamptz from merchants m where m.status in ('active', 'suspended')`)
}

/** Queues the notice of a merchant's own version. */
export function queueNotice(db: Connection, { versionId, merchantId, effectiveOn, now }: Announced & { merchantId: string }): void {
  db.send(sql`insert into terms_notices (merchant_id, version_id, kind, effective_on, due_at)
    values (${merchantId}, ${versionId}, 'change', ${effectiveOn}, ${now})`)
}

/** For a version that was withdrawn: removes notices that were not sent, and queues a withdrawal for merchants that were told. `merchantId`: null for the price list. */
export async function withdrawNotices(
  db: Connection,
  { versionId, merchantId, effectiveOn, now }: Announced & { merchantId: string | null },
): Promise<void> {
  const whom = merchantId === null ? sql`m.status in ('active', 'suspended')` : sql`m.id = ${merchantId}`
  await db.run(sql`with unsent as (delete from terms_notices n where n.version_id = ${versionId} and n.kind = 'change' returning n.merchant_id)
    insert into terms_notices (merchant_id, version_id, kind, effective_on, due_at)
      select m.id, ${versionId}::uuid, 'withdrawal', ${effectiveOn}::date, ${now}::timestamptz from merchants m
      where ${whom} and not exists (select from unsent u where u.merchant_id = m.id)`)
}
