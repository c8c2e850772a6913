import { madridDay } from '#domain/platform/dates'
import type { EnterpriseField } from '#domain/merchants/company/company'
import type { Values } from '#domain/merchants/company/fields'
import type { EnterpriseView } from '#contract/merchants/company'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { assertRevision, nextRevision } from '../../platform/calls/revision.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { type CompanyAccount, lockAccount, readAccount } from './account.ts'
import { noteMove, taxAddressOf } from './noteMove.ts'
import { assignments, changesOf, hasChanges, enterpriseForm, fieldRefusal, recordSavedFields, fieldsOf, gapsOf, nestedOf } from './forms.ts'

type StoredEnterprise = { values: Values<EnterpriseField>; revision: number }

/**
 * The company under flat names, with empty fields before anything was saved; refuses with ObjectNotFoundException for an account without a
 * company.
 */
export async function readEnterprise(db: Connection, { id, type }: CompanyAccount): Promise<StoredEnterprise> {
  if (type !== 'enterprise') throw notFound(hexOf(id))
  const row = await db.first<StoredEnterprise>(sql`select ${fieldsOf(enterpriseForm)} as values, coalesce(revision, 0) as revision from (
    select e.* from enterprises e where e.account_id = ${id}
    union all select (jsonb_populate_record(null::enterprises, '{"name": "", "country": "ES", "is_listed": false}')).* limit 1) found`)
  if (!row) throw new Error(`enterprise of account ${id} not found`)
  return row
}

/** The company in the shape of the contract, with the gaps of its own page. */
export function enterpriseView({ values, revision }: StoredEnterprise, now: Date): EnterpriseView {
  return { ...nestedOf(enterpriseForm, values), gaps: gapsOf(enterpriseForm, values, madridDay(now)), revision } as EnterpriseView // the form has the contract's fields
}

/** The company of an enterprise account; a self-employed account has none. */
export const enterprise: Handler<'enterprise'> = async ({ db, caller, now }) =>
  enterpriseView(await readEnterprise(db, await readAccount(db, caller)), now)

const addressOfCompany = (values: Values<EnterpriseField>) => taxAddressOf(values, values.cif)

/** Fields that belong to the ownership step. */
const ofOwnership: ReadonlySet<string> = new Set(['ownershipType', 'isListed'])

/**
 * Writes the changed fields of a company; refuses with ApiValidationException by field, and with SettingsStale when its revision is
 * outdated. `by`: null when a delegation link saves. Returns the company afterwards.
 */
export async function saveEnterprise(
  db: Connection,
  account: CompanyAccount,
  { revision: seen, ...body }: Call<'enterpriseUpdate'>['body'],
  { by, now }: { by: string | null; now: Date },
): Promise<StoredEnterprise & { names: string[] }> {
  const { values: before, revision } = await readEnterprise(db, account)
  const changes = changesOf(enterpriseForm, before, body, { today: madridDay(now), mayBeIncomplete: account.requiresOnboarding })
  const names = Object.keys(changes)
  const values = { ...before, ...changes }
  if (names.length === 0) return { values, names, revision }
  const present = sql`select revision, changed_by from enterprises where account_id = ${account.id}`
  const changed = hasChanges(before, changes)
  if (seen !== undefined) await assertRevision(db, { seen, changes: changed, present })
  db.send(sql`insert into enterprises (account_id, name) values (${account.id}, '') on conflict (account_id) do nothing`)
  const saved = await db.first<{ revision: number }>(
    sql`update enterprises set ${assignments(enterpriseForm, changes)}, ${nextRevision(by, changed)} where account_id = ${account.id} returning revision`,
  )
  if (!saved) throw new Error(`enterprise of account ${account.id} not found`)
  noteMove(db, account, { before: addressOfCompany(before), after: addressOfCompany(values), on: madridDay(now) })
  recordSavedFields(
    db,
    account,
    'enterprise',
    names.filter((name) => !ofOwnership.has(name)),
    now,
  )
  recordSavedFields(
    db,
    account,
    'ownership',
    names.filter((name) => ofOwnership.has(name)),
    now,
  )
  return { values, names, revision: saved.revision }
}

/** Changes any part of the company's data. */
export const enterpriseUpdate: Handler<'enterpriseUpdate'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  const { names, ...stored } = await saveEnterprise(db, account, body, { by: caller.userId, now })
  audit({ entity: 'enterprise', entityId: account.id, after: { fields: names } })
  return enterpriseView(stored, now)
}

/** Stores the company's data as a whole: refuses with ApiValidationException everything that is missing, the ownership included. */
export const enterpriseCreate: Handler<'enterpriseCreate'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  const { names, ...stored } = await saveEnterprise(db, account, body, { by: caller.userId, now })
  const view = enterpriseView(stored, now)
  const missing = view.gaps.map(({ field, code }): [string, string] => [field, code])
  if (stored.values.ownershipType === null) missing.push(['ownershipType', 'required'])
  if (missing.length > 0) throw fieldRefusal(missing)
  audit({ entity: 'enterprise', entityId: account.id, after: { fields: names } })
  return view
}
