import { z } from 'zod/mini'
import { preset, role } from './account.ts'
import { endpoint } from '../platform/endpoint.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { admins, ofAccount } from '../platform/policy.ts'
import { date, hexId, instant, mode } from '../platform/values.ts'

/** What people of an account did or were refused, from the audit log (docs/domain.md#activity-log). */
const path = '/v2/activity'

/** The kind of an entry, for the filter. */
export const activityKind = z.enum(['access', 'team', 'money', 'bank', 'sales', 'other'])

export const activityEntry = z.strictObject({
  /** Its sequence number in the account's audit log, which has no gaps. */
  id: z.string(),
  at: instant,
  /** Null: nobody signed in, or a scheduled job. */
  person: z.nullable(z.strictObject({ id: hexId, name: z.string() })),
  role: z.nullable(role),
  preset,
  /** Done by a program of the shop with its API key. */
  byKey: z.boolean(),
  /** Done by the provider: its staff, whose names and addresses are not shown. */
  byProvider: z.boolean(),
  /** In words. */
  action: z.string(),
  kind: activityKind,
  /** Null: it was done; else the reason of the refusal, in words. */
  refused: z.nullable(z.string()),
  merchant: z.nullable(z.strictObject({ id: hexId, name: z.string() })),
  mode: z.nullable(mode),
  entity: z.nullable(z.string()),
  entityId: z.nullable(hexId),
  /** The person or shop that it was about. */
  about: z.nullable(z.string()),
  changes: z.array(z.strictObject({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  ip: z.nullable(z.string()),
  /** It required a right of a team member: `activityWho` lists who had it then. */
  byRight: z.boolean(),
})
export type ActivityEntry = z.output<typeof activityEntry>

const filters = {
  from: z.optional(date),
  to: z.optional(date),
  person: z.optional(hexId),
  kind: z.optional(activityKind),
  /** Only what was done to one object. */
  object: z.optional(hexId),
}

export const activityList = endpoint({
  name: 'activityList',
  method: 'GET',
  path,
  summary: 'Registro de actividad',
  policy: { ...ofAccount, roles: admins, right: 'activity' },
  query: z.object({ page: pageNumber, ...filters }),
  answers: { 200: z.strictObject(visiblePage(activityEntry)) },
  refusals: [],
})

/** All entries as a Spanish CSV file. */
export const activityDownload = endpoint({
  name: 'activityDownload',
  method: 'GET',
  path: `${path}/download`,
  summary: 'Descargar el registro de actividad',
  policy: { ...ofAccount, roles: admins, right: 'activity' },
  // Reads in batches, in transactions of its own.
  longPoll: true,
  query: z.object(filters),
  answers: { 200: 'file' },
  refusals: [],
})

/** Everyone who had the right to make this call at that time, and who made it. */
export const activityWho = endpoint({
  name: 'activityWho',
  method: 'GET',
  path: `${path}/{entryId}/who`,
  summary: 'Quién pudo hacer algo',
  policy: { ...ofAccount, roles: admins, right: 'activity' },
  answers: {
    200: z.strictObject({ at: instant, people: z.array(z.strictObject({ id: hexId, name: z.string(), role, preset, did: z.boolean() })) }),
  },
  refusals: [],
})
