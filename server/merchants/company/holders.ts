import { holderProblems, type Holder } from '#domain/merchants/company/shareholding'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { assertSeen } from '../../platform/calls/revision.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { type CompanyAccount, lockAccount, readAccount } from './account.ts'
import { fieldRefusal } from './forms.ts'

type Row = { id: string; parent_id: string | null; kind: Holder['kind']; name: string; share_bps: number }

/** Who holds which part, in the order of its page; refuses with ObjectNotFoundException for an account that has no company. */
export async function readHolders(db: Connection, { id, type }: CompanyAccount): Promise<Holder[]> {
  if (type !== 'enterprise') throw notFound(hexOf(id))
  const rows = await db.rows<Row>(
    sql`select id, parent_id, kind, name, share_bps from company_holders where account_id = ${id} order by position`,
  )
  return rows.map((row) => ({
    id: hexOf(row.id),
    parentId: row.parent_id && hexOf(row.parent_id),
    kind: row.kind,
    name: row.name,
    share: row.share_bps,
  }))
}

/** Who holds which part of the company. */
export const holderList: Handler<'holderList'> = async ({ db, caller }) => show(db, await readAccount(db, caller))

async function show(db: Connection, account: CompanyAccount) {
  const saved = await db.first<{ revision: number }>(sql`select holders_revision as revision from accounts where id = ${account.id}`)
  return { holders: await readHolders(db, account), revision: saved?.revision ?? 0 }
}

/**
 * Writes them all in place of those of before; ids are the server's own. Refuses with ApiValidationException on `holders` whatever keeps them from being a
 * whole picture (`domain/merchants/company/shareholding.ts`), and with SettingsStale what was decided on earlier ones.
 */
export const holderSave: Handler<'holderSave'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  await assertSeen(
    db,
    body.revision,
    sql`select holders_revision as revision, holders_changed_by as changed_by from accounts where id = ${account.id}`,
  )
  const before = await readHolders(db, account)
  const wanted = body.holders.map((one) => ({ ...one, name: one.name.trim() }))
  const [problem] = repeated(wanted) ? [{ code: 'stray' }] : holderProblems(wanted)
  if (problem) throw fieldRefusal([['holders', `holder_${problem.code}`]])
  const ids = new Map(wanted.map(({ id }) => [id, newId(now)]))
  await db.run(sql`delete from company_holders where account_id = ${account.id}`)
  for (const [position, one] of inOrder(wanted).entries())
    db.send(sql`insert into company_holders (id, account_id, parent_id, position, kind, name, share_bps)
      values (${ids.get(one.id)}, ${account.id}, ${one.parentId === null ? null : ids.get(one.parentId)}, ${position}, ${one.kind}, ${one.name}, ${one.share})`)
  db.send(sql`update accounts set holders_revision = holders_revision + 1, holders_changed_by = ${caller.userId} where id = ${account.id}`)
  audit({ entity: 'enterprise', entityId: account.id, before: { holders: before.length }, after: { holders: wanted.length } })
  return show(db, account)
}

const repeated = (holders: readonly Holder[]): boolean => new Set(holders.map(({ id }) => id)).size < holders.length

/** Every company before its own holders. */
function inOrder(holders: readonly Holder[], parentId: string | null = null): Holder[] {
  return holders.filter((one) => one.parentId === parentId).flatMap((one) => [one, ...inOrder(holders, one.id)])
}
