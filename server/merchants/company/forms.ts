import { type EnterpriseField, enterpriseRules, requiredOfEnterprise } from '#domain/merchants/company/company'
import type { LocalDate } from '#domain/platform/dates'
import {
  fieldGaps,
  fieldProblems,
  type FieldRules,
  type FieldValue,
  flatten,
  normalized,
  unflatten,
  type Values,
} from '#domain/merchants/company/fields'
import type { OnboardingStep } from '#domain/merchants/onboarding'
import {
  type OwnerField,
  ownerRules,
  type ProfileField,
  profileRules,
  requiredOfOwner,
  requiredOfProfile,
} from '#domain/merchants/company/person'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { snakeKey } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { activityOf } from '../places/activities.ts'
import type { CompanyAccount } from './account.ts'

/** The columns of a form's fields; `empty`: the value of a non-null field that was not given. */
type FieldTable<F extends string> = {
  columns: { readonly [Name in F]: Sql }
  empty: Partial<Record<F, FieldValue>>
}

const namesOf = <F extends string>(table: FieldTable<F>): F[] => Object.keys(table.columns) as F[] // the columns name every field

/** All fields of a row as one object under their flat names. */
export const fieldsOf = <F extends string>(table: FieldTable<F>): Sql =>
  sql`jsonb_build_object(${joinSql(namesOf(table).map((name) => sql`${name}::text, ${table.columns[name]}`))})`

/** The assignments of an update; at least one field. */
export const assignments = <F extends string>(table: FieldTable<F>, changes: Partial<Values<F>>): Sql =>
  joinSql(
    namesOf(table).flatMap((name) => {
      const value = changes[name]
      return value === undefined ? [] : [sql`${table.columns[name]} = ${value ?? table.empty[name] ?? null}`]
    }),
  )

/** A form and where it is stored. */
export type Form<F extends string> = FieldTable<F> & { rules: FieldRules<F>; required: ReadonlySet<F> }

const address = {
  'address.street': sql`street`,
  'address.addressAddition': sql`address_addition`,
  'address.city': sql`city`,
  'address.state': sql`province`,
  'address.country': sql`country`,
  'address.postcode': sql`postcode`,
}
const identity = {
  firstName: sql`first_name`,
  lastName: sql`last_name`,
  documentType: sql`document_type`,
  documentNumber: sql`document_number`,
  birthday: sql`birthday`,
  nationality: sql`nationality`,
  isPep: sql`is_pep`,
}

const profileTable: FieldTable<ProfileField> = {
  columns: {
    ...identity,
    ...address,
    phone: sql`phone`,
    landline: sql`landline`,
    jobTitle: sql`job_title`,
    isLegalRepresentative: sql`is_legal_representative`,
    tradeName: sql`trade_name`,
    businessActivity: sql`business_activity`,
    cnae: sql`cnae`,
    iaeEpigraph: sql`iae_epigraph`,
    startDate: sql`start_date`,
  },
  empty: { firstName: '', lastName: '', 'address.country': 'ES' },
}

/** The profile's form by account type; an unknown type uses that of the self-employed. */
export const profileForm = (type: 'enterprise' | 'self_employed' | 'unknown'): Form<ProfileField> => ({
  ...profileTable,
  rules: profileRules,
  required: requiredOfProfile[type === 'enterprise' ? 'enterprise' : 'self_employed'],
})

export const enterpriseForm: Form<EnterpriseField> = {
  columns: {
    name: sql`name`,
    tradeName: sql`trade_name`,
    cif: sql`cif`,
    legalForm: sql`legal_form`,
    incorporationDate: sql`incorporation_date`,
    'registryData.province': sql`registry_province`,
    'registryData.volume': sql`registry_volume`,
    'registryData.page': sql`registry_page`,
    'registryData.sheet': sql`registry_sheet`,
    businessActivity: sql`business_activity`,
    cnae: sql`cnae`,
    phone: sql`phone`,
    website: sql`website`,
    ...address,
    annualRevenueBand: sql`annual_revenue_band`,
    employeesBand: sql`employees_band`,
    ownershipType: sql`ownership_type`,
    isListed: sql`is_listed`,
  },
  empty: { name: '', 'address.country': 'ES', isListed: false },
  rules: enterpriseRules,
  required: requiredOfEnterprise,
}

export const ownerForm: Form<OwnerField> = {
  columns: {
    ...identity,
    ...address,
    countryOfResidence: sql`country_of_residence`,
    percentage: sql`percentage_bps`,
    controlType: sql`control_type`,
    isSignatory: sql`is_signatory`,
  },
  empty: { firstName: '', lastName: '', isSignatory: false },
  rules: ownerRules,
  required: requiredOfOwner,
}

/** A gap in the shape of the contract. */
export type Gap = { field: string; code: string; message: string }

const wireName = (name: string): string => name.split('.').map(snakeKey).join('.')
const gapOf = (name: string, code: string): Gap => ({ field: wireName(name), code, message: text(`errors.field.${code}`) })

/** The missing and invalid fields of a form, in its order. */
export function gapsOf<F extends string>(form: Form<F>, values: Values<F>, today: LocalDate): Gap[] {
  return [...fieldGaps(form.rules, values, form.required, today)].map(([name, code]) => gapOf(name, code))
}

/** Refuses with ApiValidationException and one message for each field. */
export const fieldRefusal = (problems: Iterable<readonly [name: string, code: string]>): Refusal =>
  new Refusal('ApiValidationException', {
    fields: [...problems].map(([name, code]) => {
      const { field, message } = gapOf(name, code)
      return { name: field, code, message }
    }),
  })

/** Fields validated through another one: both are reported together. */
const validatedWith: Readonly<Record<string, string>> = { documentType: 'documentNumber', 'address.country': 'address.postcode' }

type GivenFields = { [name: string]: FieldValue | undefined | Record<string, FieldValue | undefined> }
type Validation = { today: LocalDate; mayBeIncomplete: boolean }

/**
 * The normalised changes of a form. Refuses with ApiValidationException invalid values; and, when the form must stay complete, changes that
 * empty a required field or invalidate another one.
 */
export function changesOf<F extends string>(
  form: Form<F>,
  before: Values<F>,
  input: GivenFields,
  { today, mayBeIncomplete }: Validation,
): Partial<Values<F>> {
  const entries = Object.entries(flatten(input)) as [F, FieldValue][] // the contract's shape knows no other fields
  const changes = Object.fromEntries(entries.map(([name, value]) => [name, normalized(form.rules, name, value)])) as Partial<Values<F>>
  const after: Values<F> = { ...before, ...changes }
  const names = new Set<F>(entries.map(([name]) => name))
  const validated = [...names].flatMap((name) => (validatedWith[name] === undefined ? [] : [validatedWith[name] as F]))
  const problems = new Map<F, string>(fieldProblems(form.rules, after, mayBeIncomplete ? names : [...names, ...validated], today))
  for (const name of mayBeIncomplete ? [] : names)
    if (form.required.has(name) && (after[name] === null || after[name] === '')) problems.set(name, 'required')
  const activity = changes['businessActivity' as F]
  if (typeof activity === 'string' && !activityOf(activity)?.allowed) problems.set('businessActivity' as F, 'activity')
  if (problems.size > 0) throw fieldRefusal(problems)
  return changes
}

/** Whether any value changes: what was saved before may be sent again. */
export const hasChanges = <F extends string>(before: Values<F>, changes: Partial<Values<F>>): boolean =>
  (Object.keys(changes) as F[]).some((name) => (changes[name] ?? '') !== (before[name] ?? ''))

/** The form's values in the shape of the contract: nested objects, and names that are never null. */
export const nestedOf = <F extends string>(form: Form<F>, values: Values<F>): Record<string, unknown> =>
  unflatten(Object.fromEntries(Object.entries<FieldValue>(values).map(([name, value]) => [name, value ?? form.empty[name as F] ?? null])))

/**
 * Called whenever account data was saved, in the caller's transaction: the first saved field starts onboarding, once, and a change
 * requested by a reviewer for one of these fields counts as made.
 */
export function recordSavedFields(
  db: Connection,
  { id, requiresOnboarding }: CompanyAccount,
  step: OnboardingStep,
  names: readonly string[],
  now: Date,
): void {
  if (requiresOnboarding)
    db.send(sql`insert into onboardings as o (account_id, status, started_at) values (${id}, 'in_progress', ${now})
      on conflict (account_id) do update set status = case when o.status = 'not_started' then 'in_progress' else o.status end,
        started_at = coalesce(o.started_at, excluded.started_at)
      where o.started_at is null`)
  const fields = names.map(wireName)
  db.send(sql`update change_requests set solved_at = ${now}
    where account_id = ${id} and step = ${step} and field = any(${fields}::text[]) and solved_at is null`)
}
