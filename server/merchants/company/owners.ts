import { madridDay } from '#domain/platform/dates'
import { fieldGaps, type Values } from '#domain/merchants/company/fields'
import {
  ownershipProblems,
  shareProblem,
  undeclaredShare,
  wholeCompany,
  type Holding,
  type OwnershipProblem,
  type OwnershipType,
} from '#domain/merchants/company/ownership'
import type { OwnerField } from '#domain/merchants/company/person'
import type { Owner } from '#contract/merchants/owners'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { assertRevision, nextRevision } from '../../platform/calls/revision.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { type CompanyAccount, lockAccount, readAccount } from './account.ts'
import {
  assignments,
  changesOf,
  hasChanges,
  fieldRefusal,
  recordSavedFields,
  fieldsOf,
  type Gap,
  gapsOf,
  nestedOf,
  ownerForm,
} from './forms.ts'
import { readEnterprise } from './enterprise.ts'

type OwnerRow = { id: string; created_at: Date; revision: number; values: Values<OwnerField> }
/** The kind of ownership and the owners, oldest first. */
type Ownership = { type: OwnershipType | null; isListed: boolean; owners: OwnerRow[] }

const holdingOf = ({ values }: Pick<OwnerRow, 'values'>): Holding =>
  ({ percentage: values.percentage, controlType: values.controlType }) as Holding // its columns' kinds

/** The owners of a company; refuses with ObjectNotFoundException for an account without a company. */
export async function readOwnership(db: Connection, account: CompanyAccount): Promise<Ownership> {
  const { ownershipType, isListed } = (await readEnterprise(db, account)).values
  const owners = await db.rows<OwnerRow>(sql`select id, created_at, revision, ${fieldsOf(ownerForm)} as values from company_owners
    where account_id = ${account.id} order by created_at, id`)
  return { type: ownershipType as OwnershipType | null, isListed: isListed === true, owners } // its column's kind
}

/** The problems of the owners as a whole; null until the kind of ownership is stated. */
export const problemsOfOwnership = ({ type, isListed, owners }: Ownership): OwnershipProblem[] | null =>
  isListed ? [] : type === null ? null : ownershipProblems(type, isListed, owners.map(holdingOf))

/** The gaps of one owner's form; whether a share is required depends on the kind of ownership. */
function ownerGaps({ type, isListed }: Ownership, row: OwnerRow, now: Date): Gap[] {
  const gaps = gapsOf(ownerForm, row.values, madridDay(now))
  const share = type === null || isListed ? null : shareProblem(type, holdingOf(row))
  return share === null ? gaps : [...gaps, { field: 'percentage', code: share, message: text(`errors.field.${share}`) }]
}

/** Whether every owner's form is complete. */
export const ownersComplete = (ownership: Ownership, now: Date): boolean =>
  ownership.owners.every(({ values }) => fieldGaps(ownerForm.rules, values, ownerForm.required, madridDay(now)).size === 0)

const ownerView = (ownership: Ownership, row: OwnerRow, now: Date): Owner =>
  ({
    id: hexOf(row.id),
    ...nestedOf(ownerForm, row.values),
    created: row.created_at.toISOString(),
    gaps: ownerGaps(ownership, row, now),
    revision: row.revision,
  }) as Owner // the form has the contract's fields

/** The owners, and the problems of the whole. */
export const ownerList: Handler<'ownerList'> = async ({ db, caller, now }) => {
  const ownership = await readOwnership(db, await readAccount(db, caller))
  return {
    owners: ownership.owners.map((row) => ownerView(ownership, row, now)),
    problems: (problemsOfOwnership(ownership) ?? []).map((code) => ({ code, message: text(`errors.ownership.${code}`) })),
    undeclared: undeclaredShare(ownership.owners.map(holdingOf)),
  }
}

/** Refuses with OwnerNotAllowed more owners than this kind of ownership allows. */
function checkOwnerCount({ type, owners }: Ownership): OwnershipType {
  if (type === null) throw new Refusal('OwnerNotAllowed', { why: 'type' })
  if (type === 'full' && owners.length >= 1) throw new Refusal('OwnerNotAllowed', { why: 'one_alone' })
  if (type === 'majority' && owners.length >= 3) throw new Refusal('OwnerNotAllowed', { why: 'three_at_most' })
  return type
}

/** Refuses with ApiValidationException a share that this kind of ownership does not have, or that brings the total above 100 %. */
function checkShare({ type, owners }: Ownership, id: string, values: Values<OwnerField>): void {
  const holding = holdingOf({ values })
  if (holding.percentage === null || type === null) return
  const alone = shareProblem(type, holding)
  if (alone !== null) throw fieldRefusal([['percentage', alone]])
  const others = owners.filter((other) => other.id !== id).map(holdingOf)
  if ([...others, holding].reduce((sum, { percentage }) => sum + (percentage ?? 0), 0) > wholeCompany)
    throw fieldRefusal([['percentage', 'sum']])
}

const nobody = Object.fromEntries(
  Object.keys(ownerForm.columns).map((name) => [name, ownerForm.empty[name as OwnerField] ?? null]),
) as Values<OwnerField> // every field, empty

/** Values that follow from the kind of ownership: a sole owner has all of it, an administrator none. */
const impliedBy: Readonly<Record<OwnershipType, object>> = {
  full: { percentage: wholeCompany, controlType: 'ownership' },
  majority: { controlType: 'ownership' },
  minority: { controlType: 'administrator' },
}

/** Adds an owner. During onboarding it may be incomplete. Refuses with OwnerNotAllowed, or ApiValidationException by field. */
export const ownerCreate: Handler<'ownerCreate'> = async ({ db, caller, body, now, audit }) => {
  const account = await lockAccount(db, caller)
  const ownership = await readOwnership(db, account)
  const type = checkOwnerCount(ownership)
  const validation = { today: madridDay(now), mayBeIncomplete: account.requiresOnboarding }
  const changes = changesOf(ownerForm, nobody, { ...impliedBy[type], ...body }, validation)
  const row: OwnerRow = { id: newId(now), created_at: now, revision: 1, values: { ...nobody, ...changes } }
  checkShare(ownership, row.id, row.values)
  const gaps = ownerGaps(ownership, row, now)
  if (!account.requiresOnboarding && gaps.length > 0) throw fieldRefusal(gaps.map(({ field, code }) => [field, code] as const))
  await db.run(sql`insert into company_owners (id, account_id, created_at) values (${row.id}, ${account.id}, ${now})`)
  await db.run(sql`update company_owners set ${assignments(ownerForm, changes)} where id = ${row.id}`)
  recordSavedFields(db, account, 'owner', ['owners', ...Object.keys(changes)], now)
  audit({ entity: 'company_owner', entityId: row.id, after: { fields: Object.keys(changes) } })
  return ownerView(ownership, row, now)
}

async function ownerOf(ownership: Ownership, hex: string): Promise<OwnerRow> {
  const id = uuidOf(hex)
  const row = ownership.owners.find((one) => one.id === id)
  if (!row) throw notFound(hex)
  return row
}

/** Changes any part of an owner; answers not found for another account's. Refuses with ApiValidationException by field, or SettingsStale. */
export const ownerUpdate: Handler<'ownerUpdate'> = async ({ db, caller, params, body: { revision, ...body }, now, audit }) => {
  const account = await lockAccount(db, caller)
  const ownership = await readOwnership(db, account)
  const row = await ownerOf(ownership, params.ownerId)
  const condition = sql`id = ${row.id} and account_id = ${account.id}`
  const changes = changesOf(ownerForm, row.values, body, { today: madridDay(now), mayBeIncomplete: account.requiresOnboarding })
  const saves = Object.keys(changes).length > 0
  const changed = hasChanges(row.values, changes)
  const present = sql`select revision, changed_by from company_owners where ${condition}`
  if (revision !== undefined) await assertRevision(db, { seen: revision, changes: changed, present })
  const after: OwnerRow = { ...row, revision: row.revision + (changed ? 1 : 0), values: { ...row.values, ...changes } }
  if ('percentage' in changes) checkShare(ownership, row.id, after.values)
  if (saves)
    await db.run(
      sql`update company_owners set ${assignments(ownerForm, changes)}, ${nextRevision(caller.userId, changed)} where ${condition}`,
    )
  recordSavedFields(db, account, 'owner', ['owners', ...Object.keys(changes)], now)
  audit({ entity: 'company_owner', entityId: row.id, after: { fields: Object.keys(changes) } })
  return ownerView(ownership, after, now)
}

/** Removes an owner; answers not found for another account's. */
export const ownerDelete: Handler<'ownerDelete'> = async ({ db, caller, params, now, audit }) => {
  const account = await lockAccount(db, caller)
  const row = await ownerOf(await readOwnership(db, account), params.ownerId)
  await db.run(sql`delete from company_owners where id = ${row.id} and account_id = ${account.id}`)
  recordSavedFields(db, account, 'owner', ['owners'], now)
  audit({ entity: 'company_owner', entityId: row.id, before: { percentage: row.values.percentage } })
  return undefined
}
