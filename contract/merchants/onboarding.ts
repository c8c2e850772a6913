import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { ofAccount, owners } from '../platform/policy.ts'
import { amountInput, hexId, ibanText, instant, plain, typedText } from '../platform/values.ts'

/** From an account to its first shop (docs/domain.md#onboarding). */
export const onboardingStep = z.enum(['profile', 'enterprise', 'ownership', 'owner', 'docs-info', 'docs-upload', 'add-merchant'])
export const onboardingStatus = z.enum([
  'not_started',
  'in_progress',
  'submitted',
  'in_review',
  'approved',
  'changes_requested',
  'rejected',
])

const shopFields = {
  name: z.nullable(typedText(80)),
  url: z.nullable(plain(200)),
  /** "Solo tienda física": there is no URL. */
  inStoreOnly: z.boolean(),
  businessActivity: z.nullable(z.string().check(z.regex(/^\d{2}$/))),
  iban: z.nullable(ibanText),
  /** One of the account's own instead of a new one. */
  ibanId: z.nullable(hexId),
  monthlyEarnings: z.nullable(amountInput),
  averageAmount: z.nullable(amountInput),
}

/** The draft of the first shop. */
export const shopDraft = z.strictObject(shopFields)
export type ShopDraft = z.output<typeof shopDraft>

export const onboarding = z.strictObject({
  type: z.enum(['enterprise', 'self_employed', 'unknown']),
  status: onboardingStatus,
  /** Set once, by the first saved field. */
  started: z.boolean(),
  /** The step to go on with; null once all are complete. */
  step: z.nullable(onboardingStep),
  steps: z.array(z.strictObject({ name: onboardingStep, state: z.enum(['done', 'open', 'locked']) })),
  /** Changes requested by a reviewer that are not made yet. `field` as on the wire; for documents their type. */
  changes: z.array(z.strictObject({ step: onboardingStep, field: z.string(), message: z.string(), created: instant })),
  shop: shopDraft,
  submittedAt: z.nullable(instant),
  /** The provider keeps its documents in its own systems: none is asked for here. */
  papersElsewhere: z.optional(z.literal(true)),
  /** The median hours of reviews decided in the last thirty days; null when there were none. */
  usualHours: z.nullable(z.int()),
})
export type Onboarding = z.output<typeof onboarding>

export const onboardingState = endpoint({
  name: 'onboardingState',
  method: 'GET',
  path: '/v2/onboarding',
  summary: 'Por dónde va el alta',
  policy: { ...ofAccount, roles: owners, right: null },
  answers: { 200: onboarding },
  refusals: [],
})

/** Company or self-employed, for an account of unknown type. */
export const onboardingType = endpoint({
  name: 'onboardingType',
  method: 'POST',
  path: '/v2/onboarding/type',
  summary: 'Decir si es empresa o autónomo',
  policy: { ...ofAccount, roles: owners, right: null },
  body: z.strictObject({ type: z.enum(['enterprise', 'self_employed']) }),
  answers: { 200: onboarding },
  refusals: ['OnboardingNotAllowed'],
})

/** Marks the page about documents as read. */
export const onboardingDocsSeen = endpoint({
  name: 'onboardingDocsSeen',
  method: 'POST',
  path: '/v2/onboarding/docs-seen',
  summary: 'He leído qué documentos hacen falta',
  policy: { ...ofAccount, roles: owners, right: null },
  answers: { 200: onboarding },
  refusals: ['OnboardingNotAllowed'],
})

/** Any part of the first shop. */
export const onboardingShop = endpoint({
  name: 'onboardingShop',
  method: 'PATCH',
  path: '/v2/onboarding/shop',
  summary: 'Guardar datos de la primera tienda',
  policy: { ...ofAccount, roles: owners, right: null },
  body: z.partial(z.strictObject(shopFields)),
  answers: { 200: shopDraft },
  refusals: ['OnboardingNotAllowed'],
})

/** Submits the requested changes for another review. */
export const onboardingSubmit = endpoint({
  name: 'onboardingSubmit',
  method: 'POST',
  path: '/v2/onboarding/submit',
  summary: 'Volver a enviar el alta a revisión',
  policy: { ...ofAccount, roles: owners, right: null },
  answers: { 200: onboarding },
  refusals: ['OnboardingNotAllowed'],
})

/** Requests a shop; the first one submits onboarding (docs/domain.md#onboarding). It is pending until the provider approves it. */
export const merchantCreate = endpoint({
  name: 'merchantCreate',
  method: 'POST',
  path: '/v2/merchants',
  summary: 'Pedir una tienda',
  policy: { ...ofAccount, roles: owners, right: null, afterEnd: 'denied' },
  providerApi: true,
  body: z.strictObject({
    name: typedText(80),
    /** Null: "Solo tienda física". */
    url: z.nullable(plain(200)),
    businessActivity: z.string().check(z.regex(/^\d{2}$/)),
    /** Exactly one of the two. */
    iban: z.optional(ibanText),
    ibanId: z.optional(hexId),
    monthlyEarnings: amountInput,
    averageAmount: amountInput,
    paymentFrequency: z._default(z.enum(['daily', 'weekly']), 'daily'),
    ecommercePlatform: z.optional(typedText(60)),
  }),
  answers: { 201: z.strictObject({ id: hexId }) },
  refusals: ['OnboardingNotAllowed'],
})
