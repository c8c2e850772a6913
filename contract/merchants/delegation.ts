import { z } from 'zod/mini'
import { enterpriseBody, enterpriseView } from './company.ts'
import { paper, paperSide, paperType } from './documents.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ofAccount, owners, withoutSession } from '../platform/policy.ts'
import { hexId, instant, revision, typedText } from '../platform/values.ts'

/**
 * Links by which a partner or a "gestoría" does one task of onboarding without a session: the company's data, or one document. A link is
 * `/delegated#<linkId>.<token>`: browsers do not send the fragment to servers.
 */
const step = z.enum(['enterprise', 'docs-upload'])
const link = z.strictObject({
  id: hexId,
  step,
  documentType: z.nullable(paperType),
  /** For whom, as the owner wrote it. */
  recipient: z.string(),
  state: z.enum(['open', 'done', 'expired', 'revoked']),
  created: instant,
  expiresAt: instant,
  openedAt: z.nullable(instant),
  doneAt: z.nullable(instant),
})
export type DelegationLink = z.output<typeof link>

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,128}$/))

export const delegationList = endpoint({
  name: 'delegationList',
  method: 'GET',
  path: '/v2/onboarding/links',
  summary: 'Lo que he encargado a otras personas',
  policy: { ...ofAccount, roles: owners, right: null },
  answers: { 200: z.array(link) },
  refusals: [],
})

/** Valid for seven days; the address is returned only here. */
export const delegationCreate = endpoint({
  name: 'delegationCreate',
  method: 'POST',
  path: '/v2/onboarding/links',
  summary: 'Encargar un paso o un documento con un enlace',
  policy: { ...ofAccount, roles: owners, right: null },
  body: z.strictObject({ step, documentType: z.nullable(paperType), recipient: typedText(80).check(z.minLength(1)) }),
  answers: { 201: z.strictObject({ link, address: z.string() }) },
  refusals: ['OnboardingNotAllowed', 'DocumentNotAllowed'],
})

export const delegationRevoke = endpoint({
  name: 'delegationRevoke',
  method: 'DELETE',
  path: '/v2/onboarding/links/{linkId}',
  summary: 'Anular un enlace',
  policy: { ...ofAccount, roles: owners, right: null },
  answers: { 204: null },
  refusals: [],
})

/** The one step that a link is for. */
export const delegatedView = endpoint({
  name: 'delegatedView',
  method: 'POST',
  path: '/v2/delegated/view',
  summary: 'Lo que pide un enlace',
  policy: { ...withoutSession, bearer: 'ignored' },
  body: z.strictObject({ linkId: hexId, token }),
  answers: {
    200: z.strictObject({
      recipient: z.string(),
      /** Who asks. */
      owner: z.string(),
      expiresAt: instant,
      enterprise: z.nullable(enterpriseView),
      paper: z.nullable(paper),
    }),
  },
  refusals: ['LinkReplaced'],
})

/** The company's own data; its ownership can be stated by the owner only. */
export const delegatedSave = endpoint({
  name: 'delegatedSave',
  method: 'POST',
  path: '/v2/delegated/save',
  summary: 'Guardar lo que pide un enlace',
  policy: { ...withoutSession, bearer: 'ignored' },
  body: z.strictObject({ linkId: hexId, token, enterprise: z.omit(enterpriseBody, { ownershipType: true, isListed: true }), revision }),
  answers: { 200: enterpriseView },
  refusals: ['LinkReplaced', 'SettingsStale'],
})

export const delegatedUpload = endpoint({
  name: 'delegatedUpload',
  method: 'POST',
  path: '/v2/delegated/papers',
  summary: 'Entregar el documento que pide un enlace',
  policy: { ...withoutSession, bearer: 'ignored' },
  body: z.strictObject({ linkId: hexId, token, side: paperSide }),
  file: { name: 'file', maxBytes: 10_000_000 },
  answers: { 201: paper },
  refusals: ['LinkReplaced', 'FileTooLarge', 'FileNotAccepted', 'DocumentNotAllowed'],
})

/** Closes the link, whose task is done. */
export const delegatedDone = endpoint({
  name: 'delegatedDone',
  method: 'POST',
  path: '/v2/delegated/done',
  summary: 'Terminar lo que pide un enlace',
  policy: { ...withoutSession, bearer: 'ignored' },
  body: z.strictObject({ linkId: hexId, token }),
  answers: { 204: null },
  refusals: ['LinkReplaced'],
})
