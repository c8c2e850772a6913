import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import {
  type CardAnswer,
  type CardLookup,
  type CardPlace,
  type CardRefund,
  type CardRequest,
  type DeclineRetry,
  type PaymentProvider,
  type RefundAnswer,
  type SavedCard,
  type SignedRequest,
} from './cardProvider.ts'
import { disputesInMemory, type SimulatedDisputes, simulatedDisputes } from './simulatedDisputes.ts'
import { recordsInMemory, type SimulatedRecord, type SimulatedRecords } from './simulatedCardRecords.ts'
import { movementsInMemory, type SimulatedMovements, simulatedBalance, simulatedFee } from './simulatedMovements.ts'

/** How the simulated provider treats a card; in its token and in the references of its payments. */
const outcomes = ['accepted', 'declined', 'expired', 'stolen', 'authenticate', 'pending', 'refundlater', 'refundfails'] as const
type Outcome = (typeof outcomes)[number]

const declines: Partial<Record<Outcome, { retry: DeclineRetry; code: string }>> = {
  declined: { retry: 'later', code: 'insufficient_funds' },
  expired: { retry: 'other_card', code: 'expired_card' },
  stolen: { retry: 'never', code: 'stolen_card' },
}

/** `sim_<outcome>_<brand>_<last4>_<nonce>`, made by the simulated card field; the card number is not in it. */
const tokenPattern = new RegExp(`^sim_(${outcomes.join('|')})_([a-z]{2,20})_(\\d{4})_([A-Za-z0-9]{4,64})$`)
const outcomeOf = (token: string) => (tokenPattern.exec(token)?.[1] ?? 'declined') as Outcome // one of the pattern's

/** `sim_<hold|charge>_<outcome>_<cents>_<hash of the id>`: what its captures and refunds are judged by. */
const referencePattern = new RegExp(`^sim_(?:hold|charge)_(${outcomes.join('|')})_(\\d+)_[0-9a-f]{24}$`)
const hashOf = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 24)

/** Where the customer authenticates a simulated payment. */
export const challengePath = '/card-challenge'

const tooOldMs = 300_000

/** The signature of a simulated notification. */
export const simulatedSignature = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/**
 * Cards without a network, for sandbox and demonstration; the card's number decides the answer (docs/domain.md#test-mode). `secret` signs its
 * notifications.
 */
export function simulatedCards(
  records: SimulatedRecords = recordsInMemory(),
  secret = '',
  movements: SimulatedMovements = movementsInMemory(),
  disputes: SimulatedDisputes = disputesInMemory(movements),
): PaymentProvider {
  const pay = async (kind: 'hold' | 'charge', request: CardRequest): Promise<CardAnswer> => {
    const outcome = outcomeOf(request.method.token)
    const reference = `sim_${kind}_${outcome}_${request.amountCents}_${hashOf(request.id)}`
    const decline = declines[outcome]
    if (decline) return { state: 'declined', reference, ...decline }
    if (outcome !== 'authenticate' && outcome !== 'pending') return noteTaken(movements, request, { state: 'succeeded', reference })
    const { id, amountCents, returnUrl } = request
    const record = await records.keep({ id, reference, state: 'waiting', amountCents, chargeReference: null, returnUrl })
    return record ? noteTaken(movements, request, answerOf(record)) : { state: 'pending', reference }
  }
  return {
    name: 'simulated',
    checkAccess: async () => {},
    setup: () => ({
      kind: 'field',
      url: '/card-field',
      readToken: async (token) => cardOf(token),
      verify: async ({ method }) => (declines[outcomeOf(method.token)] ? 'declined' : 'verified'),
    }),
    authorise: (request) => pay('hold', request),
    charge: (request) => pay('charge', request),
    find: (lookup) => findPayment(records, movements, lookup),
    async capture({ reference, amountCents }) {
      const heldCents = Number(referencePattern.exec(reference)?.[2] ?? Infinity)
      if (amountCents > heldCents) throw new Error(`captured ${amountCents} of ${heldCents} cents held as ${reference}`)
      unawaited(noteCaptured(movements, reference, amountCents))
      return 'captured'
    },
    release: async ({ reference }) => {
      const outcome = referencePattern.exec(reference)?.[1]
      if (outcome === 'authenticate' || outcome === 'pending') await records.end(reference)
      unawaited(noteReleased(movements, reference))
    },
    async cancel({ id, place, reference }) {
      await records.end(reference)
      const record = await records.read(id)
      return record
        ? noteTaken(movements, { id, place }, answerOf(record))
        : { state: 'declined', reference, retry: 'later', code: 'canceled' }
    },
    refundCharge: async (refund) => noteRefund(movements, refund, await refundOf(records, refund)),
    async findRefund({ id, place }) {
      const record = await records.read(id)
      if (!record || record.chargeReference === null) return null
      return noteRefund(movements, { id, place, cents: record.amountCents }, refundAnswer(record, 'asked'))
    },
    disputes: simulatedDisputes(disputes),
    balance: simulatedBalance(movements),
    verifyNotification: async (request) => verifySimulated(secret, request),
    readNotification: async ({ objectId, type }) => {
      const about = simulatedObject(objectId)
      if (about && type === 'dispute') return { kind: type, reference: about.id, place: about.place }
      return about && (type === 'payment' || type === 'refund') ? { kind: type, ...about } : null
    },
  }
}

async function findPayment(
  records: SimulatedRecords,
  movements: SimulatedMovements,
  { id, place, reference }: CardLookup,
): Promise<CardAnswer | null> {
  const record = await records.read(id)
  if (!record) return reference?.endsWith(`_${hashOf(id)}`) ? answerOfReference(reference) : null
  if (record.chargeReference !== null) return null
  // A pending payment succeeds as soon as it is asked about.
  if (record.state === 'waiting' && !needsCustomer(record)) {
    await records.answer(id, 'approved')
    return noteTaken(movements, { id, place }, { state: 'succeeded', reference: record.reference })
  }
  return noteTaken(movements, { id, place }, answerOf(record))
}

type OfCharge = { id: string; place: CardPlace }

/** What was taken is on the balance; whose a hold is, is remembered for its capture. */
async function noteTaken(movements: SimulatedMovements, { id, place }: OfCharge, answer: CardAnswer): Promise<CardAnswer> {
  if (answer.state !== 'succeeded') return answer
  const { reference } = answer
  const kind = reference.startsWith('sim_hold_') ? 'hold' : 'charge'
  const amountCents = kind === 'hold' ? 0 : Number(referencePattern.exec(reference)?.[2] ?? 0)
  const feeCents = kind === 'hold' ? 0 : simulatedFee(amountCents)
  await movements.add({ ...place, reference, kind, about: { type: 'charge', id }, amountCents, feeCents })
  return answer
}

/** Captures and releases are asked for inside a transaction: waiting there for a second connection could leave all of them waiting for each other. */
const unawaited = (work: Promise<void>): void => void work.catch(() => {})

const captureOf = (reference: string) => `${reference}_captured`

/** A hold of before the balance was kept is not known. */
async function noteCaptured(movements: SimulatedMovements, reference: string, amountCents: number): Promise<void> {
  const hold = await movements.read(reference)
  if (hold)
    await movements.add({ ...hold, reference: captureOf(reference), kind: 'charge', amountCents, feeCents: simulatedFee(amountCents) })
}

/** What had been captured is given back. */
async function noteReleased(movements: SimulatedMovements, reference: string): Promise<void> {
  const known = (await movements.read(captureOf(reference))) ?? (await movements.read(reference))
  if (known?.kind !== 'charge') return
  await movements.add({ ...known, reference: `${reference}_released`, kind: 'refund', amountCents: -known.amountCents, feeCents: 0 })
}

/** A refund leaves the balance when it is accepted, and comes back when it fails afterwards. */
async function noteRefund<Answer extends RefundAnswer>(
  movements: SimulatedMovements,
  { id, place, cents }: OfCharge & { cents: number },
  answer: Answer,
): Promise<Answer> {
  const isDeclined = answer.state === 'declined'
  if (isDeclined && !(await movements.read(answer.reference))) return answer
  const reference = isDeclined ? `${answer.reference}_failed` : answer.reference
  const amountCents = isDeclined ? cents : -cents
  await movements.add({ ...place, reference, kind: 'refund', about: { type: 'refund', id }, amountCents, feeCents: 0 })
  return answer
}

/** What a simulated notification is about: `<merchant>/<mode>/<operation>/<our id>`. */
export function simulatedObject(objectId: string): { id: string; place: CardPlace } | null {
  const [merchantId, mode, operationId, id] = objectId.split('/')
  if (merchantId === undefined || operationId === undefined || id === undefined || (mode !== 'live' && mode !== 'sandbox')) return null
  return { id, place: { merchantId, mode, operationId } }
}

function cardOf(token: string): SavedCard | null {
  const [, , brand, last4] = tokenPattern.exec(token) ?? []
  return brand === undefined || last4 === undefined ? null : { token, brand, last4, expiresOn: null }
}

const needsCustomer = ({ reference }: SimulatedRecord) => referencePattern.exec(reference)?.[1] === 'authenticate'

/** The address of the page on which a simulated payment is authenticated. */
const challengeUrl = (id: string, returnUrl: string) => new URL(`${challengePath}/${id}`, returnUrl).href

function answerOf(record: SimulatedRecord): CardAnswer {
  const { id, reference, state, returnUrl } = record
  if (state === 'approved') return { state: 'succeeded', reference }
  if (state === 'refused' || state === 'ended') return { state: 'declined', reference, retry: 'later', code: 'authentication_failed' }
  if (!needsCustomer(record)) return { state: 'pending', reference }
  return { state: 'needs_action', reference, redirectUrl: returnUrl === null ? null : challengeUrl(id, returnUrl) }
}

/** What was answered at once is not recorded: the reference says it. */
function answerOfReference(reference: string): CardAnswer {
  const decline = declines[referencePattern.exec(reference)?.[1] as Outcome] // one of the pattern's
  return decline ? { state: 'declined', reference, ...decline } : { state: 'succeeded', reference }
}

async function refundOf(records: SimulatedRecords, { id, reference: chargeReference, cents }: CardRefund): Promise<RefundAnswer> {
  const reference = `sim_refund_${hashOf(id)}`
  const chargeCents = Number(referencePattern.exec(chargeReference)?.[2] ?? Number.MAX_SAFE_INTEGER)
  const record = await records.keep({ id, reference, state: 'waiting', amountCents: cents, chargeReference, returnUrl: null }, chargeCents)
  return record ? refundAnswer(record, 'new') : { state: 'declined', reference, retry: 'never', code: 'charge_already_refunded' }
}

/** `refundlater` succeeds and `refundfails` fails once it is asked about. */
function refundAnswer({ reference, chargeReference }: SimulatedRecord, when: 'new' | 'asked'): RefundAnswer {
  const outcome = referencePattern.exec(chargeReference ?? '')?.[1]
  if (when === 'new' && (outcome === 'refundlater' || outcome === 'refundfails')) return { state: 'pending', reference }
  if (outcome === 'refundfails') return { state: 'declined', reference, retry: 'other_card', code: 'expired_or_canceled_card' }
  return { state: 'succeeded', reference }
}

/** `x-simulated-signature: t=<seconds>,v1=<HMAC of "t.body">`; the body is `{"id", "type", "object"}`. */
export function verifySimulated(secret: string, { headers, body, now }: SignedRequest) {
  const text = body.toString('utf8')
  const [, timestamp = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['x-simulated-signature'])) ?? []
  const expected = simulatedSignature(secret, timestamp, text)
  if (secret === '' || signature === '' || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > tooOldMs) return null
  const { id, type, object } = JSON.parse(text) as { id: unknown; type: unknown; object: unknown } // each is checked below
  return typeof id === 'string' && typeof type === 'string' && typeof object === 'string' ? { id, type, objectId: object } : null
}
