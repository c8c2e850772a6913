import { openingTerms } from '#domain/sales/plans/openingTerms'
import { isOwed } from '#domain/merchants/company/papers'
import { readAccount } from '../company/account.ts'
import { readPapers } from '../company/papers.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { operatorWrite, type Reviewed } from './operatorWrite.ts'
import { tellOwner } from './tellOwner.ts'

/** The provider's answer to a shop that was asked for; a no with its reason in words for the owner. */
export type ShopVerdict = { approved: true } | { approved: false; reason: string }

type Row = { account_id: string; name: string; status: string; iban: string | null; bank_account_id: string | null }

/** Lets a shop sell, or not. Returns why not, when it is not possible. */
export async function decideShop(database: Database, merchantId: string, verdict: ShopVerdict, now: Date): Promise<string | null> {
  if (verdict.approved) for (const mode of ['live', 'sandbox'] as const) await giveTerms(database, merchantId, mode)
  return operatorWrite(database, verdict.approved ? 'approve-merchant' : 'reject-merchant', async (db) => {
    const row = await db.first<Row>(sql`select m.account_id, m.name, m.status, s.iban, s.bank_account_id
      from merchants m join shop_applications s on s.merchant_id = m.id where m.id = ${merchantId} for update`)
    if (!row) return 'that shop was not asked for'
    const decided = { accountId: row.account_id, entity: 'merchant', entityId: merchantId, before: { status: row.status }, after: verdict }
    const problem = await whyNot(db, row, verdict, now)
    if (problem === null) await carryOut(db, merchantId, row, verdict, now)
    return { ...decided, problem } satisfies Reviewed
  })
}

/** A shop is approved once every paper is, and nothing asked for is open. */
async function whyNot(
  db: Connection,
  { account_id: accountId, status }: Row,
  { approved }: ShopVerdict,
  now: Date,
): Promise<string | null> {
  if (status !== 'pending') return `it is ${status}`
  if (!approved) return null
  const ended = await db.first(sql`select from accounts where id = ${accountId} and relation_ended_on is not null`)
  if (ended) return "its company's relation has ended"
  const papers = await readPapers(db, await readAccount(db, { accountId }), now)
  const open = papers.filter((paper) => paper.status !== 'approved')
  if (open.length > 0) return `${open.map((paper) => `${paper.type} is ${isOwed(paper.status) ? 'owed' : 'not approved'}`).join(', ')}`
  const asked = await db.first(sql`select from change_requests where account_id = ${accountId} and solved_at is null limit 1`)
  return asked ? 'the owner still has something to put right' : null
}

async function carryOut(db: Connection, merchantId: string, row: Row, verdict: ShopVerdict, now: Date): Promise<void> {
  const { account_id: accountId, name } = row
  const outcome = verdict.approved ? 'approved' : 'rejected'
  await db.run(sql`update shop_applications set outcome = ${outcome}, decided_at = ${now}, reason = ${verdict.approved ? null : verdict.reason}
    where merchant_id = ${merchantId}`)
  db.send(
    sql`update onboardings set status = ${outcome}, decided_at = ${now} where account_id = ${accountId} and status not in ('approved', 'rejected')`,
  )
  const values = [{ key: 'shop', value: name }]
  if (verdict.approved) {
    const bankAccountId = row.bank_account_id ?? (await openAccount(db, accountId, row.iban ?? '', now))
    await db.run(sql`update merchants set status = 'active', live_on = ${now}, bank_account_id = ${bankAccountId} where id = ${merchantId}`)
    tellOwner(db, accountId, 'merchant_approved', { values, actionUrl: '/', now })
  } else {
    await db.run(sql`update merchants set status = 'rejected' where id = ${merchantId}`)
    tellOwner(db, accountId, 'merchant_rejected', { values: [...values, { key: 'why', value: verdict.reason }], now })
  }
}

/** The account that was told when the shop was asked for: the reviewer has seen its certificate. The company's first is the one offered first. */
async function openAccount(db: Connection, accountId: string, iban: string, now: Date): Promise<string> {
  const id = newId(now)
  await db.run(sql`insert into bank_accounts (id, account_id, iban, holder_name, is_default, reviewed_at, created_at)
    select ${id}::uuid, ${accountId}::uuid, ${iban}, coalesce((select e.name from enterprises e where e.account_id = ${accountId}),
      (select p.first_name || ' ' || p.last_name from profiles p where p.account_id = ${accountId}), ''),
      not exists (select from bank_accounts b where b.account_id = ${accountId} and b.is_default and b.state = 'active'), ${now}, ${now}`)
  return id
}

/** What it sells from the first day on, in one mode; a second time changes nothing. */
const giveTerms = (database: Database, merchantId: string, mode: 'live' | 'sandbox'): Promise<void> =>
  database.write(mintScope(merchantId, mode), async (db) => {
    for (const [product, terms] of Object.entries(openingTerms))
      await db.run(sql`insert into merchant_products (merchant_id, mode, product, min_cents, max_cents, instalments_allowed, tin_bps, opening_fee_bps, downpayment,
          capture_mode, fee_bps, fee_fixed_cents, vat_bps)
        select m.id, ${mode}, ${product}, ${terms.minCents}, ${terms.maxCents}, ${[...terms.instalmentsAllowed]}::integer[], ${terms.tinBps}, ${terms.openingFeeBps},
          ${terms.downpayment}, ${terms.captureMode}, ${terms.fees.rate}, ${terms.fees.fixedCents}, ${terms.fees.vatRate}
        from merchants m where m.id = ${merchantId} and m.status = 'pending' on conflict do nothing`)
  })
