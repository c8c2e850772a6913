import { AUDIENCE_NAME, AUDIENCE_ROWS, identifierTypes, lawfulBases, MEMBER_BYTES } from '#domain/sales/campaigns/audience'
import { campaignStates } from '#domain/sales/campaigns/campaign'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationFilters } from './operations.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { admins, changesShop, readsShop } from '../platform/policy.ts'
import { hexId, instant, revision, typedText } from '../platform/values.ts'

/** Lists of customers that a campaign can be limited to (docs/domain.md#audiences). Members go in as hashes and never come out. */
const path = '/v2/merchants/{merchantId}/audiences'
const one = `${path}/{uuid}` as const

const identifierType = z.enum(identifierTypes)
const basis = z.enum(lawfulBases)
const audienceName = typedText(AUDIENCE_NAME.most).check(z.minLength(AUDIENCE_NAME.least))
/** Where the consent was given, or which interest it is; on the receipt. */
const basisNote = z._default(typedText(200), '')
/** A number of rows in a form, where all is text. */
const counted = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))

export const audience = z.strictObject({
  uuid: hexId,
  name: z.string(),
  source: z.enum(['csv', 'operations_filter']),
  identifierType,
  basis,
  basisNote: z.string(),
  /** Of operations: the query of their list. */
  filters: z.nullable(z.strictObject(operationFilters)),
  /** Of a file, as the browser counted: rows, those that came again, those left out. */
  file: z.nullable(z.strictObject({ rows: z.int(), duplicates: z.int(), invalid: z.int() })),
  size: z.int(),
  /** Members that have bought in this shop; null until they are counted. */
  matched: z.nullable(z.int()),
  status: z.enum(['processing', 'ready', 'failed', 'erased']),
  /** `key_changed`: the installation's secret is another now, and nobody would be found. */
  problem: z.nullable(z.enum(['failed', 'too_many', 'key_changed'])),
  /** 0 to 100. */
  progress: z.int(),
  /** Why no campaign can be limited to it; null when one can. */
  gap: z.nullable(z.enum(['unknown', 'not_ready', 'too_small'])),
  /** Campaigns limited to it, but for those that are over. */
  campaigns: z.array(z.strictObject({ id: hexId, name: z.string(), status: z.enum(campaignStates) })),
  campaignsCount: z.int(),
  /** A campaign that is published keeps it from being erased. */
  inUse: z.boolean(),
  created: instant,
  createdBy: z.nullable(z.string()),
  refreshedAt: instant,
  /** When its members are erased by themselves; null while a campaign without end uses it, and once they are. */
  keptUntil: z.nullable(instant),
  erased: z.nullable(z.strictObject({ at: instant, by: z.nullable(z.string()), size: z.int() })),
  /** Of its name. */
  revision,
})
export type Audience = z.output<typeof audience>

export const audienceList = endpoint({
  name: 'audienceList',
  method: 'GET',
  path,
  summary: 'Audiencias',
  policy: { ...readsShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  providerApi: true,
  query: z.object({ page: pageNumber, status: z.optional(z.enum(['kept', 'erased'])) }),
  answers: {
    200: z.strictObject({ ...visiblePage(audience), counts: z.strictObject({ kept: z.int(), erased: z.int() }) }),
  },
  refusals: [],
})

/** All of them by name, for the campaign that chooses one. */
export const audienceNames = endpoint({
  name: 'audienceNames',
  method: 'GET',
  path: `${path}/names`,
  summary: 'Audiencias que se pueden elegir',
  policy: { ...readsShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  answers: {
    200: z.array(
      z.strictObject({
        uuid: hexId,
        name: z.string(),
        size: z.int(),
        gap: z.nullable(z.enum(['unknown', 'not_ready', 'too_small'])),
      }),
    ),
  },
  refusals: [],
})

/** How many operations pass some filters, and how many people are behind them. */
export const audiencePreview = endpoint({
  name: 'audiencePreview',
  method: 'GET',
  path: `${path}/preview`,
  summary: 'A cuánta gente llega un filtro',
  policy: { ...readsShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  query: z.object({ ...operationFilters, identifierType }),
  answers: { 200: z.strictObject({ operations: z.int(), people: z.int() }) },
  refusals: [],
})

/** One that is being filled is asked for again and again; one that was erased still has its receipt. */
export const audienceDetail = endpoint({
  name: 'audienceDetail',
  method: 'GET',
  path: one,
  summary: 'Una audiencia y cómo va',
  policy: { ...readsShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  providerApi: true,
  background: true,
  answers: { 200: audience },
  refusals: [],
})

/** From a file that the browser has read: `members` holds {@link MEMBER_BYTES} bytes of each, one after the other. */
export const audienceCreate = endpoint({
  name: 'audienceCreate',
  method: 'POST',
  path,
  summary: 'Crear una audiencia desde un archivo',
  policy: { ...changesShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  providerApi: true,
  body: z.strictObject({
    name: audienceName,
    identifierType,
    basis,
    basisNote,
    rows: counted,
    duplicates: counted,
    invalid: counted,
  }),
  file: { name: 'members', mostBytes: AUDIENCE_ROWS * MEMBER_BYTES },
  answers: { 201: audience },
  refusals: ['AudienceNotAllowed', 'FileTooLarge'],
})

export const audienceFromOperations = endpoint({
  name: 'audienceFromOperations',
  method: 'POST',
  path: `${path}/from-operations`,
  summary: 'Crear una audiencia desde tus operaciones',
  policy: { ...changesShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  body: z.strictObject({ name: audienceName, identifierType, basis, basisNote, filters: z.strictObject(operationFilters) }),
  answers: { 201: audience },
  refusals: ['AudienceNotAllowed'],
})

/** Every campaign that uses it keeps it. */
export const audienceRename = endpoint({
  name: 'audienceRename',
  method: 'PATCH',
  path: one,
  summary: 'Cambiar el nombre de una audiencia',
  policy: { ...changesShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  providerApi: true,
  body: z.strictObject({ name: audienceName, revision }),
  answers: { 200: audience },
  refusals: ['AudienceNotAllowed', 'SettingsStale'],
})

/** Looks at the operations again; until that is done the members stay as they were. */
export const audienceRefresh = endpoint({
  name: 'audienceRefresh',
  method: 'POST',
  path: `${one}/refresh`,
  summary: 'Actualizar una audiencia de operaciones',
  policy: { ...changesShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  answers: { 200: audience },
  refusals: ['AudienceNotAllowed'],
})

/** Erases the members now; what is left is the receipt, which is the answer. */
export const audienceErase = endpoint({
  name: 'audienceErase',
  method: 'DELETE',
  path: one,
  summary: 'Borrar una audiencia ya',
  policy: { ...changesShop, roles: admins, right: 'audiences', whenDisabled: 'untilEnd', afterEnd: 'allowed', clock: 'wall' },
  providerApi: true,
  answers: { 200: audience },
  refusals: ['AudienceInUse', 'AudienceNotAllowed'],
})

/** Whether one person is in it. The question travels in the body, where no log writes it down, and is not kept. */
export const audienceContains = endpoint({
  name: 'audienceContains',
  method: 'POST',
  path: `${one}/contains`,
  summary: '¿Está dentro?',
  policy: { ...changesShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  body: z.strictObject({ member: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  neverStore: true,
  answers: { 200: z.strictObject({ inside: z.boolean(), since: z.nullable(instant) }) },
  refusals: ['AudienceNotAllowed'],
})

/** How many people two audiences share, and how many of either bought in the last 90 days. */
export const audienceOverlap = endpoint({
  name: 'audienceOverlap',
  method: 'GET',
  path: `${one}/overlap`,
  summary: 'Coincidencias de una audiencia',
  policy: { ...readsShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  query: z.object({ with: z.optional(hexId) }),
  longPoll: true,
  answers: {
    200: z.strictObject({
      size: z.int(),
      other: z.nullable(
        z.strictObject({
          uuid: hexId,
          name: z.string(),
          size: z.int(),
          /** Null: members of different kinds can be compared among buyers only. */
          both: z.nullable(z.int()),
        }),
      ),
      /** People who bought in the last 90 days: all, of this audience, of the other, of both. */
      buyers: z.strictObject({ all: z.int(), inside: z.int(), other: z.nullable(z.int()), both: z.nullable(z.int()) }),
    }),
  },
  refusals: ['AudienceNotAllowed'],
})
