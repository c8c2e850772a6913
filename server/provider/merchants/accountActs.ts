import type { RelationEndReason } from '#domain/merchants/retention'
import { localDate, madridDay } from '#domain/platform/dates'
import { sum, ZERO } from '#domain/platform/money'
import { readOpenMoney } from '../../merchants/privacy/concluded.ts'
import { assertRelationCanEnd, endRelation } from '../../merchants/privacy/endRelation.ts'
import { assertSwitchable, switchAccount } from '../../merchants/onboarding/operatorAccounts.ts'
import { switchShop } from '../../merchants/merchants/switchShop.ts'
import { type ConsoleHandler, type Described, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { idFrom, problem, Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { shopOf } from './shop.ts'

// The functions that these call leave the entry in the account's audit log; the entry here stands in the provider's own.

/** Whether any live shop of an account has money open: then disabling it waits for a second person. */
export async function hasOpenMoney(db: Connection, accountId: string, now: Date): Promise<boolean> {
  const shops = await db.rows<{ id: string }>(sql`select m.id from merchants m where m.account_id = ${accountId}`)
  for (const { id } of shops) {
    const scope = mintScope(id, 'live')
    const { open } = await withScope(db, scope, () => readOpenMoney(db, scope, madridDay(now)))
    if (Object.keys(open).length > 0) return true
  }
  return false
}

/** What disabling an account changes. Refuses with ProviderActionNotAllowed. */
export async function describeDisabling(db: Connection, accountId: string, reason: string): Promise<Described> {
  await assertSwitchable(db, accountId, { disabled: true })
  return { entity: 'account', entityId: accountId, accountId, before: { disabled: false }, after: { disabled: true, reason } }
}

/** The end of a relation as it is asked for. */
type RelationEnd = { accountId: string; endedOn: string; reason: RelationEndReason; now: Date }

/** What ending a relation changes. Refuses with ProviderActionNotAllowed, or ApiValidationException a day that has not come. */
export async function describeEnd(db: Connection, { accountId, endedOn: day, reason, now }: RelationEnd): Promise<Described> {
  const endedOn = localDate(day)
  if (endedOn > madridDay(now)) throw new Refusal('ApiValidationException', { fields: [problem('ended_on', 'future')] })
  const { shops, waived } = await assertRelationCanEnd(db, { accountId, endedOn, now })
  const after = { endedOn, endReason: reason, shops, waivedCents: sum(ZERO, ...waived.map((one) => one.cents)) }
  return { entity: 'account', entityId: accountId, accountId, before: { endedOn: null }, after }
}

/** Disables an account, with a reason that its people read. Refuses with ProviderActionNotAllowed. */
export const consoleAccountDisable = withSecondPerson<'consoleAccountDisable'>(
  ({ db, params, body }) => describeDisabling(db, idFrom(params.accountId), body.reason),
  async ({ db, params, body, staff, now, audit }) => {
    const accountId = idFrom(params.accountId)
    await switchAccount(db, accountId, { disabled: true, reason: body.reason }, { by: staff, now })
    audit({ entity: 'account', entityId: accountId, after: { disabled: true } })
    return undefined
  },
  { unless: async ({ db, params, now }) => !(await hasOpenMoney(db, idFrom(params.accountId), now)) },
)

/** Enables a disabled account. Refuses with ProviderActionNotAllowed. */
export const consoleAccountEnable: ConsoleHandler<'consoleAccountEnable'> = async ({ db, params, staff, now, audit }) => {
  const accountId = idFrom(params.accountId)
  await switchAccount(db, accountId, { disabled: false }, { by: staff, now })
  audit({ entity: 'account', entityId: accountId, after: { disabled: false } })
  return undefined
}

/** Ends the relation with a company, once no money is open. */
export const consoleRelationEnd = withSecondPerson<'consoleRelationEnd'>(
  ({ db, params, body, now }) => describeEnd(db, { accountId: idFrom(params.accountId), ...body, now }),
  async ({ db, params, body, staff, now, audit }) => {
    const accountId = idFrom(params.accountId)
    await endRelation(db, { accountId, endedOn: localDate(body.endedOn), reason: body.reason, now }, staff)
    audit({ entity: 'account', entityId: accountId, after: { endedOn: body.endedOn } })
    return undefined
  },
)

/** Suspends a shop, with a reason that its people read. Refuses with ProviderActionNotAllowed one that is not active. */
export const consoleShopSuspend: ConsoleHandler<'consoleShopSuspend'> = async ({ db, params, body, staff, now, audit }) => {
  const { id, accountId } = await shopOf(db, params)
  await switchShop(db, { accountId, merchantId: id }, { suspended: true, reason: body.reason }, { by: staff, now })
  audit({ entity: 'merchant', entityId: id, after: { status: 'suspended' } })
  return undefined
}

/** Resumes a suspended shop. Refuses with ProviderActionNotAllowed. */
export const consoleShopResume: ConsoleHandler<'consoleShopResume'> = async ({ db, params, staff, now, audit }) => {
  const { id, accountId } = await shopOf(db, params)
  await switchShop(db, { accountId, merchantId: id }, { suspended: false }, { by: staff, now })
  audit({ entity: 'merchant', entityId: id, after: { status: 'active' } })
  return undefined
}
