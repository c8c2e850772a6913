import { madridDay } from '#domain/dates'
import type { EnterpriseField } from '#domain/company'
import type { Values } from '#domain/fields'
import type { EnterpriseView } from '#contract/company'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Call, Handler } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { hexOf } from '../http/wire.ts'
import { type CompanyAccount, lockAccount, readAccount } from './account.ts'
import { changesOf, fieldRefusal, gapsOf, nestedOf } from './checkFields.ts'
import { fieldSaved } from './fieldSaved.ts'
import { assignments, fieldsOf } from './fieldTable.ts'
import { enterpriseForm } from './forms.ts'

/** The company under flat names, empty before anything was told; refuses with ObjectNotFoundException for an account that has none. */
export async function readEnterprise(db: Connection, { id, type }: CompanyAccount): Promise<Values<EnterpriseField>> {
  if (type !== 'enterprise') throw notFound(hexOf(id))
  const row = await db.first<{ values: Values<EnterpriseField> }>(sql`select ${fieldsOf(enterpriseForm)} as values from (
    select e.* from enterprises e where e.account_id = ${id}
    union all select (jsonb_populate_record(null::enterprises, '{"name": "", "country": "ES", "is_listed": false}')).* limit 1) found`)
  if (!row) throw new Error('no company and no empty one')
  return row.values
}

/** The company as the contract shows it, with what its own page lacks. */
export function enterpriseView(values: Values<EnterpriseField>, now: Date): EnterpriseView {
  return { ...nestedOf(enterpriseForm, values), gaps: gapsOf(enterpriseForm, values, madridDay(now)) } as EnterpriseView // the form has the contract's fields
}

/** The company behind an enterprise account (specification §3); a self-employed account has none. */
export const enterprise: Handler<'enterprise'> = async ({ db, caller, now }) =>
  enterpriseView(await readEnterprise(db, await readAccount(db, caller)), now)

/** Fields that belong to the step that asks how the company is owned. */
const ofOwnership: ReadonlySet<string> = new Set(['ownershipType', 'isListed'])

/** Writes what changed of a company; refuses with ApiValidationException by field. Returns the whole afterwards. */
export async function saveEnterprise(
  db: Connection,
  account: CompanyAccount,
  body: Call<'enterpriseUpdate'>['body'],
  now: Date,
): Promise<{ values: Values<EnterpriseField>; names: string[] }> {
  const before = await readEnterprise(db, account)
  const changes = changesOf(enterpriseForm, before, body, { today: madridDay(now), mayBeIncomplete: account.requiresOnboarding })
  const names = Object.keys(changes)
  const values = { ...before, ...changes }
  if (names.length === 0) return { values, names }
  db.send(sql`insert into enterprises (account_id, name) values (${account.id}, '') on conflict (account_id) do nothing`)
  await db.run(sql`update enterprises set ${assignments(enterpriseForm, changes)} where account_id = ${account.id}`)
  fieldSaved(
    db,
    account,
    'enterprise',
    names.filter((name) => !ofOwnership.has(name)),
    now,
  )
  fieldSaved(
    db,
    account,
    'ownership',
    names.filter((name) => ofOwnership.has(name)),
    now,
  )
  return { values, names }
}

/** Changes any part of the company's data. */
export const enterpriseUpdate: Handler<'enterpriseUpdate'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  const { values, names } = await saveEnterprise(db, account, body, now)
  audit({ entity: 'enterprise', entityId: account.id, after: { fields: names } })
  return enterpriseView(values, now)
}

/** Takes the company's data as a whole: refuses with ApiValidationException whatever is missing, how it is owned included. */
export const enterpriseCreate: Handler<'enterpriseCreate'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  const { values, names } = await saveEnterprise(db, account, body, now)
  const view = enterpriseView(values, now)
  const missing = view.gaps.map(({ field, code }): [string, string] => [field, code])
  if (values.ownershipType === null) missing.push(['ownershipType', 'required'])
  if (missing.length > 0) throw fieldRefusal(missing)
  audit({ entity: 'enterprise', entityId: account.id, after: { fields: names } })
  return view
}
