import { AUDIENCE_NAME, AUDIENCE_ROWS, identifierTypes, lawfulBases, MEMBER_BYTES } from '#domain/sales/campaigns/audience'
import { campaignStates } from '#domain/sales/campaigns/campaign'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { operationFilters } from './operations.ts'
import { pageNumber, visiblePage } from '../platform/page.ts'
import { admins, changesShop, readsShop } from '../platform/policy.ts'
import { hexId, instant, revision, typedText } from '../platform/values.ts'

/** Lists of customers that a campaign can be limited to (docs/domain.md#audiences). Members are uploaded as hashes and never returned. */
const path = '/v2/merchants/{merchantId}/audiences'
const itemPath = `${path}/{uuid}` as const

const identifierType = z.enum(identifierTypes)
const basis = z.enum(lawfulBases)
const audienceName = typedText(AUDIENCE_NAME.most).check(z.minLength(AUDIENCE_NAME.least))
/** Where consent was given, or the legitimate interest; shown on the receipt. */
const basisNote = z._default(typedText(200), '')
/** A number of rows in a form field, sent as text. */
const counted = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))

export const audience = z.strictObject({
  uuid: hexId,
  name: z.string(),
  source: z.enum(['csv', 'operations_filter']),
  identifierType,
  basis,
  basisNote: z.string(),
  /** For audiences made from operations: the query of their list. */
  filters: z.nullable(z.strictObject(operationFilters)),
  /** For audiences made from a file, as counted by the browser: rows, duplicates, invalid rows. */
  file: z.nullable(z.strictObject({ rows: z.int(), duplicates: z.int(), invalid: z.int() })),
  size: z.int(),
  /** Members that have bought in this shop; null until counted. */
  matched: z.nullable(z.int()),
  status: z.enum(['processing', 'ready', 'failed', 'erased']),
  /** `key_changed`: the installation's secret has changed, so that no member would match. */
  problem: z.nullable(z.enum(['failed', 'too_many', 'key_changed'])),
  /** 0 to 100. */
  progress: z.int(),
  /** Why no campaign can be limited to it; null when one can. */
  gap: z.nullable(z.enum(['unknown', 'not_ready', 'too_small'])),
  /** Campaigns limited to it that are not finished. */
  campaigns: z.array(z.strictObject({ id: hexId, name: z.string(), status: z.enum(campaignStates) })),
  campaignsCount: z.int(),
  /** A published campaign uses it, so it cannot be erased. */
  inUse: z.boolean(),
  created: instant,
  createdBy: z.nullable(z.string()),
  refreshedAt: instant,
  /** When its members are erased automatically; null while a campaign without end uses it, and once they are erased. */
  keptUntil: z.nullable(instant),
  erased: z.nullable(z.strictObject({ at: instant, by: z.nullable(z.string()), size: z.int() })),
  /** Revision of its name. */
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

/** All of them by name, to choose one for a campaign. */
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

/** How many operations match some filters, and how many distinct people they belong to. */
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

/** An audience being filled is polled; an erased one still has its receipt. */
export const audienceDetail = endpoint({
  name: 'audienceDetail',
  method: 'GET',
  path: itemPath,
  summary: 'Una audiencia y cómo va',
  policy: { ...readsShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  providerApi: true,
  background: true,
  answers: { 200: audience },
  refusals: [],
})

/** From a file read by the browser: `members` holds {@link MEMBER_BYTES} bytes of each, concatenated. */
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
  file: { name: 'members', maxBytes: AUDIENCE_ROWS * MEMBER_BYTES },
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

/** Campaigns that use it keep using it. */
export const audienceRename = endpoint({
  name: 'audienceRename',
  method: 'PATCH',
  path: itemPath,
  summary: 'Cambiar el nombre de una audiencia',
  policy: { ...changesShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  providerApi: true,
  body: z.strictObject({ name: audienceName, revision }),
  answers: { 200: audience },
  refusals: ['AudienceNotAllowed', 'SettingsStale'],
})

/** Collects the members again from the operations; until that is done the old members stay. */
export const audienceRefresh = endpoint({
  name: 'audienceRefresh',
  method: 'POST',
  path: `${itemPath}/refresh`,
  summary: 'Actualizar una audiencia de operaciones',
  policy: { ...changesShop, roles: admins, right: 'audiences', whenDisabled: 'denied', clock: 'wall' },
  answers: { 200: audience },
  refusals: ['AudienceNotAllowed'],
})

/** Erases the members now and answers with the receipt that remains. */
export const audienceErase = endpoint({
  name: 'audienceErase',
  method: 'DELETE',
  path: itemPath,
  summary: 'Borrar una audiencia ya',
  policy: { ...changesShop, roles: admins, right: 'audiences', whenDisabled: 'untilEnd', afterEnd: 'allowed', clock: 'wall' },
  providerApi: true,
  answers: { 200: audience },
  refusals: ['AudienceInUse', 'AudienceNotAllowed'],
})

/** Whether one person is a member. The identifier is in the body, which is not logged, and is not stored. */
export const audienceContains = endpoint({
  name: 'audienceContains',
  method: 'POST',
  path: `${itemPath}/contains`,
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
  path: `${itemPath}/overlap`,
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
          /** Null: members with different identifier types can be compared by their purchases only. */
          both: z.nullable(z.int()),
        }),
      ),
      /** People who bought in the last 90 days: all, in this audience, in the other, in both. */
      buyers: z.strictObject({ all: z.int(), inside: z.int(), other: z.nullable(z.int()), both: z.nullable(z.int()) }),
    }),
  },
  refusals: ['AudienceNotAllowed'],
})
