import { localDate } from '#domain/platform/dates'
import { lockAccount } from '../../merchants/company/account.ts'
import { saveEnterprise } from '../../merchants/company/enterprise.ts'
import { saveProfile } from '../../merchants/company/profile.ts'
import { switchAccount } from '../../merchants/onboarding/operatorAccounts.ts'
import { endRelation } from '../../merchants/privacy/endRelation.ts'
import { confirmedByStaff, type ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { idFrom, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { describeDisabling, describeEnd, hasOpenMoney } from '../merchants/accountActs.ts'
import { createOwnedAccount } from '../merchants/peopleActs.ts'
import { readChanges } from './changes.ts'
import { readAccountView, readAccountViews } from './readAccounts.ts'

// The functions that these call leave the entry in the account's audit log; the entry here stands in the provider's own.

/** Accounts in the order of their last change, or the one of an external id. */
export const providerAccountList: ProviderHandler<'providerAccountList'> = async ({ db, query, now }) => {
  const { externalId, ...filters } = query
  if (externalId !== undefined)
    return { results: [...(await readAccountViews(db, sql`a.external_id = ${externalId}`, now)).values()], next: null }
  const { changes, next } = await readChanges(db, { kind: 'account', ...filters })
  const ids = changes.map(({ id }) => id)
  const views = await readAccountViews(db, sql`a.id = any(${ids}::uuid[])`, now)
  return { results: ids.flatMap((id) => views.get(id) ?? []), next }
}

export const providerAccount: ProviderHandler<'providerAccount'> = ({ db, params, now }) => readAccountView(db, params.accountId, now)

/** Refuses with ApiValidationException an id of the provider's own systems that another one has. Two requests at once: the second waits for the first. */
export async function assertFreeId(db: Connection, table: 'accounts' | 'merchants', externalId: string | undefined): Promise<void> {
  if (externalId === undefined) return
  db.send(sql`select pg_advisory_xact_lock(hashtextextended(${`external_id/${table}/${externalId}`}, 0))`)
  const taken = await db.first(
    table === 'accounts'
      ? sql`select from accounts where external_id = ${externalId}`
      : sql`select from merchants where external_id = ${externalId}`,
  )
  if (taken) throw new Refusal('ApiValidationException', { fields: [problem('external_id', 'taken')] })
}

/** Creates an account with its owner, and what is known of it. */
export const providerAccountCreate: ProviderHandler<'providerAccountCreate'> = async ({ db, body, by, now, audit }) => {
  const { externalId, type, owner, website, company, holder, papersElsewhere, invite } = body
  if (type === 'self_employed' && company !== undefined)
    throw new Refusal('ApiValidationException', { fields: [problem('company', 'invalid')] })
  await assertFreeId(db, 'accounts', externalId)
  const account = { ...owner, type, website, company: company?.name ?? '' }
  const accountId = await createOwnedAccount(db, account, { by, now, invite, emailField: 'owner.email' })
  await db.run(sql`update accounts set external_id = ${externalId ?? null}, papers_elsewhere = ${papersElsewhere} where id = ${accountId}`)
  const stored = await lockAccount(db, { accountId })
  if (company !== undefined) await saveEnterprise(db, stored, company, { by: null, now })
  if (holder !== undefined) await saveProfile(db, stored, holder, { by: null, now })
  audit({ entity: 'account', entityId: accountId, after: { invited: invite, papersElsewhere } })
  return readAccountView(db, hexOf(accountId), now)
}

export const providerAccountDisable = confirmedByStaff<'providerAccountDisable'>(
  ({ db, params, body }) => describeDisabling(db, idFrom(params.accountId), body.reason),
  async ({ db, params, body, by, now, audit }) => {
    const accountId = idFrom(params.accountId)
    await switchAccount(db, accountId, { disabled: true, reason: body.reason }, { by, now })
    audit({ entity: 'account', entityId: accountId, after: { disabled: true } })
    return undefined
  },
  { unless: async ({ db, params, now }) => !(await hasOpenMoney(db, idFrom(params.accountId), now)) },
)

export const providerAccountEnable: ProviderHandler<'providerAccountEnable'> = async ({ db, params, by, now, audit }) => {
  const accountId = idFrom(params.accountId)
  await switchAccount(db, accountId, { disabled: false }, { by, now })
  audit({ entity: 'account', entityId: accountId, after: { disabled: false } })
  return undefined
}

export const providerAccountClose = confirmedByStaff<'providerAccountClose'>(
  ({ db, params, body, now }) => describeEnd(db, { accountId: idFrom(params.accountId), ...body, now }),
  async ({ db, params, body, by, now, audit }) => {
    const accountId = idFrom(params.accountId)
    await endRelation(db, { accountId, endedOn: localDate(body.endedOn), reason: body.reason, now }, by)
    audit({ entity: 'account', entityId: accountId, after: { endedOn: body.endedOn } })
    return undefined
  },
)
