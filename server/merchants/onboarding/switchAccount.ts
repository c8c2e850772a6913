import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { notify } from '../notices/notify.ts'
import { operatorWrite } from './operatorWrite.ts'

/** Off, with why in words that everybody of the account reads; or on again. */
export type AccountSwitch = { disabled: true; reason: string } | { disabled: false }

/**
 * Switches an account off or on again (docs/domain.md#roles-and-rights): what it sold goes on, refunds, settlements and invoices
 * stay; no new sale, campaign or audience begins. Its people are told, its owners by mail too. Returns why not, when it is not possible.
 */
export const switchAccount = (database: Database, accountId: string, order: AccountSwitch, now: Date): Promise<string | null> =>
  operatorWrite(database, order.disabled ? 'disable-account' : 'enable-account', async (db) => {
    const row = await db.first<{ disabled: boolean; ended: boolean }>(
      sql`select disabled_at is not null as disabled, relation_ended_on is not null as ended from accounts where id = ${accountId} for update`,
    )
    if (!row) return 'there is no such account'
    const after = order.disabled ? { disabled: true, note: order.reason } : { disabled: false }
    const line = { accountId, entity: 'account', entityId: accountId, before: { disabled: row.disabled }, after }
    if (row.ended) return { ...line, problem: 'its relation has ended' }
    if (row.disabled === order.disabled) return { ...line, problem: `it is ${row.disabled ? 'disabled' : 'enabled'} already` }
    await db.run(sql`update accounts set disabled_at = ${order.disabled ? now : null} where id = ${accountId}`)
    const news = order.disabled
      ? ({ type: 'account_disabled', level: 'error', values: [{ key: 'reason', value: order.reason }] } as const)
      : ({ type: 'account_enabled', level: 'success', values: [] } as const)
    notify(db, { about: { accountId }, ...news, actionUrl: null, roles: ['owner'], byMail: true, now })
    notify(db, { about: { accountId }, ...news, actionUrl: null, roles: ['admin', 'editor', 'guest'], now })
    return { ...line, problem: null }
  })
