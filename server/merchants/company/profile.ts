import { madridDay } from '#domain/platform/dates'
import type { Values } from '#domain/merchants/company/fields'
import type { ProfileField } from '#domain/merchants/company/person'
import type { ProfileView } from '#contract/merchants/company'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call, Handler } from '../../platform/calls/call.ts'
import { assertRevision, nextRevision } from '../../platform/calls/revision.ts'
import { type CompanyAccount, lockAccount, readAccount } from './account.ts'
import { noteMove, taxAddressOf } from './noteMove.ts'
import { assignments, changesOf, hasChanges, fieldRefusal, recordSavedFields, fieldsOf, gapsOf, nestedOf, profileForm } from './forms.ts'

type StoredProfile = { values: Values<ProfileField>; revision: number }

/** The owner's profile under flat names; before anything was saved, with the names of the account's first owner. */
export async function readProfile(db: Connection, { id, type }: CompanyAccount): Promise<StoredProfile> {
  const row = await db.first<StoredProfile>(sql`select ${fieldsOf(profileForm(type))} as values, coalesce(revision, 0) as revision from (
    select p.* from profiles p where p.account_id = ${id}
    union all
    (select n.* from members u, jsonb_populate_record(null::profiles, jsonb_build_object('account_id', u.account_id, 'first_name', u.first_name,
      'last_name', u.last_name, 'country', 'ES')) n where u.account_id = ${id} and u.role = 'owner' order by u.created_at, u.id)
    limit 1) found`)
  if (!row) throw new Error(`account ${id} has no owner`)
  return row
}

/** The profile in the shape of the contract, with its gaps. */
function profileView(account: CompanyAccount, { values, revision }: StoredProfile, now: Date): ProfileView {
  const form = profileForm(account.type)
  return { ...nestedOf(form, values), gaps: gapsOf(form, values, madridDay(now)), revision } as ProfileView // the form has the contract's fields
}

/** The account's owner as a person. */
export const profile: Handler<'profile'> = async ({ db, caller, now }) => {
  const account = await readAccount(db, caller)
  return profileView(account, await readProfile(db, account), now)
}

/**
 * Writes the changed fields of a profile; refuses with ApiValidationException by field, and with SettingsStale when its revision is
 * outdated. Returns the profile afterwards.
 */
export async function saveProfile(
  db: Connection,
  account: CompanyAccount,
  { revision: seen, ...body }: Call<'profileUpdate'>['body'],
  { by, now }: { by: string | null; now: Date },
): Promise<StoredProfile & { names: string[] }> {
  const form = profileForm(account.type)
  const { values: before, revision } = await readProfile(db, account)
  const changes = changesOf(form, before, body, { today: madridDay(now), mayBeIncomplete: account.requiresOnboarding })
  const names = Object.keys(changes)
  const values = { ...before, ...changes }
  if (names.length === 0) return { values, names, revision }
  const present = sql`select revision, changed_by from profiles where account_id = ${account.id}`
  const changed = hasChanges(before, changes)
  if (seen !== undefined) await assertRevision(db, { seen, changes: changed, present })
  db.send(sql`insert into profiles (account_id, first_name, last_name) values (${account.id}, ${before.firstName}, ${before.lastName})
    on conflict (account_id) do nothing`)
  const saved = await db.first<{ revision: number }>(
    sql`update profiles set ${assignments(form, changes)}, ${nextRevision(by, changed)} where account_id = ${account.id} returning revision`,
  )
  if (!saved) throw new Error(`profile of account ${account.id} not found`)
  // The person behind a company is not who is taxed.
  if (account.type !== 'enterprise')
    noteMove(db, account, { before: addressOfPerson(before), after: addressOfPerson(values), on: madridDay(now) })
  recordSavedFields(db, account, 'profile', names, now)
  return { values, names, revision: saved.revision }
}

const addressOfPerson = (values: Values<ProfileField>) => taxAddressOf(values, values.documentNumber)

/** Changes any part of the profile. */
export const profileUpdate: Handler<'profileUpdate'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  const { names, ...stored } = await saveProfile(db, account, body, { by: caller.userId, now })
  // The names of the fields, never their values.
  audit({ entity: 'profile', entityId: account.id, after: { fields: names } })
  return profileView(account, stored, now)
}

/** Stores the profile as a whole: refuses with ApiValidationException everything that is missing. */
export const profileCreate: Handler<'profileCreate'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  const { names, ...stored } = await saveProfile(db, account, body, { by: caller.userId, now })
  const view = profileView(account, stored, now)
  if (view.gaps.length > 0) throw fieldRefusal(view.gaps.map(({ field, code }) => [field, code] as const))
  audit({ entity: 'profile', entityId: account.id, after: { fields: names } })
  return view
}
