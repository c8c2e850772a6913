import type { MoneyProof } from '#contract/provider/moneyProofs'
import { brokenLinks } from '../../platform/audit/brokenLinks.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { proveBalanceDays, proveRegister, proveShop } from '../../money/ledger/proveBooks.ts'

/** How often a proof is made by itself. */
const everyDays = sql`interval '7 days'`

/**
 * When the next proof is due: one that was asked for and is not through, else a week after the last one, or after the first shop. Null: there is no shop.
 */
export const nextProof = (): Sql => sql`select coalesce((select min(p.asked_at) from book_proofs p where p.finished_at is null),
  (select max(p.asked_at) from book_proofs p) + ${everyDays}, (select min(m.created_at) from merchants m) + ${everyDays})`

/** Shops, and accounts, that are proved by one run; the proof then goes on with the next. */
const shopsOfRun = 5
const accountsOfRun = 20
/** The violations that are kept. */
const maxBroken = 20
/** A shop of a million operations is checked in minutes. */
const statementMs = 600_000
/** Before the first account: the books are through. */
const firstAccount = '00000000-0000-0000-0000-000000000000'

type Broken = MoneyProof['broken']
type Proof = { id: string; after_merchant: string | null; after_account: string | null; shops: number; accounts: number }

/**
 * Makes a part of the proof that is under way, or begins the one that is due: the register of invoices (a break of it is logged too), the days of card
 * providers and the books of some shops, each in its own scopes, or the chains of some accounts. A proof that was interrupted goes on where it was; two processes never work on the same. Returns how much was proved.
 */
export const prove = ({ database, now, log }: Pick<Services, 'database' | 'now' | 'log'>): Promise<number> =>
  database.write(null, async (db) => {
    await db.allow(statementMs)
    await db.run(
      sql`insert into book_proofs (id, asked_at) select ${newId(now())}, ${now()} where (${nextProof()}) <= ${now()} on conflict do nothing`,
    )
    const proof = await db.first<Proof>(sql`select p.id, p.after_merchant, p.after_account, p.shops, p.accounts from book_proofs p
      where p.finished_at is null for update skip locked`)
    if (!proof) return 0
    return proof.after_account === null ? proveShops({ database, log }, db, proof) : proveAccounts(db, proof, now())
  })

async function proveShops({ database, log }: Pick<Services, 'database' | 'log'>, db: Connection, proof: Proof): Promise<number> {
  const shops = await db.rows<{ id: string; name: string }>(sql`select m.id, m.name from merchants m
    where ${proof.after_merchant === null ? sql`true` : sql`m.id > ${proof.after_merchant}::uuid`} order by m.id limit ${shopsOfRun}`)
  const broken: Broken = []
  if (proof.after_merchant === null) {
    for (const problem of await proveRegister(db)) {
      log('error', 'invoice_register_broken', { what: problem })
      broken.push({ about: 'register', where: '', what: problem })
    }
    broken.push(...(await proveBalanceDays(db)).map((what) => ({ about: 'cards' as const, where: '', what })))
  }
  for (const { id, name } of shops)
    for (const mode of ['live', 'sandbox'] as const) {
      const found = await database.read(mintScope(id, mode), async (shopDb) => {
        await shopDb.allow(statementMs)
        return proveShop(shopDb)
      })
      broken.push(...found.map((what) => ({ about: 'books' as const, where: name, what })))
    }
  const last = shops.at(-1)
  await keep(
    db,
    proof,
    broken,
    sql`shops = p.shops + ${shops.length}, after_merchant = ${last?.id ?? proof.after_merchant},
    after_account = ${last ? null : firstAccount}`,
  )
  return 1
}

async function proveAccounts(db: Connection, proof: Proof, now: Date): Promise<number> {
  const heads = await db.rows<{ id: string }>(
    sql`select h.account_id as id from audit_heads h where h.account_id > ${proof.after_account}::uuid order by h.account_id limit ${accountsOfRun}`,
  )
  const ids = heads.map(({ id }) => id)
  const links = ids.length === 0 ? [] : await brokenLinks(db, ids)
  const broken = links.map(({ accountId, seq }) => ({ about: 'trail' as const, where: accountId, what: String(seq) }))
  await keep(
    db,
    proof,
    broken,
    sql`accounts = p.accounts + ${ids.length}, after_account = ${ids.at(-1) ?? proof.after_account},
    finished_at = ${ids.length === 0 ? now : null}`,
  )
  return 1
}

/** Stores what a run found, and how far it came. */
async function keep(db: Connection, { id }: Proof, broken: Broken, progress: Sql): Promise<void> {
  const sample = JSON.stringify(broken.slice(0, maxBroken))
  await db.run(sql`update book_proofs p set broken_count = p.broken_count + ${broken.length},
      broken = case when jsonb_array_length(p.broken) >= ${maxBroken} then p.broken else p.broken || ${sample}::jsonb end, ${progress}
    where p.id = ${id}`)
}
