import { chargeFee, FakeBalance, type FakeMove, type FakeObject, type Params } from './fakeStripeBalance.ts'

export type FakeAnswer = { status: number; body: object; isReplayed?: boolean }

type Payment = FakeObject & {
  amount: number
  amount_received: number
  status: string
  capture_method: string
  /** Where the customer goes from the page of their bank. */
  return_url: string
  customer: string
  payment_method: string
  metadata: Params
  last_payment_error: object | null
  next_action: object | null
}
type Refund = FakeObject & { amount: number; payment_intent: string; status: string; metadata: Params; failure_reason?: string }
type Dispute = FakeObject & { status: string; amount: number; balance_transactions: object[]; payment_intent: string; evidence: Params }
type Session = FakeObject & {
  customer: string
  success_url: string
  status: string
  setup_intent: { payment_method: string | FakeObject } | null
}

/** Stripe's test cards (docs.stripe.com/testing), and one of our own that stays undecided. */
const cards: Readonly<Record<string, { code: string; decline_code?: string; advice_code?: string }>> = {
  '4000000000009995': { code: 'card_declined', decline_code: 'insufficient_funds', advice_code: 'try_again_later' },
  '4000000000000069': { code: 'expired_card', decline_code: 'expired_card' },
  '4000000000009979': { code: 'card_declined', decline_code: 'stolen_card', advice_code: 'do_not_try_again' },
}
const authenticates = '4000002760003184'
const undecided = '4000000000001000'
const refundsLater = '4000000000007726'
const refundsNever = '4000000000005126'

/** What Stripe takes for a dispute in the euro area, in cents. */
const disputeFee = 2_000

const refuse = (status: number, error: object): FakeAnswer => ({ status, body: { error } })
const invalid = (code: string, message: string) => refuse(400, { type: 'invalid_request_error', code, message })
const ok = (body: object): FakeAnswer => ({ status: 200, body })

/** The objects of a Stripe account, and what requests do with them. */
export class FakeAccount {
  #count = 0
  readonly #customers = new Map<string, FakeObject>()
  readonly #methods = new Map<string, FakeObject & { number: string }>()
  readonly #sessions = new Map<string, Session>()
  readonly #payments = new Map<string, Payment>()
  readonly #refunds = new Map<string, Refund>()
  readonly #disputes = new Map<string, Dispute>()
  readonly #charges = new Map<string, FakeObject>()
  readonly #balance = new FakeBalance(() => this.#newId('txn'))
  readonly #searchable = new Set<string>()
  readonly #url: () => string

  constructor(url: () => string) {
    this.#url = url
  }

  /** Answers a request, as `POST refunds`. */
  answer(route: string, params: Params): FakeAnswer {
    const [method, path = ''] = route.split(' ')
    const [kind = '', id = '', verb] = path.replace('checkout/sessions', 'sessions').split('/')
    switch (`${method} ${kind}`) {
      case 'GET balance':
        return ok({ object: 'balance', available: [], pending: [] })
      case 'POST customers':
        return this.#customer(params)
      case 'POST sessions':
        return this.#beginSession(params)
      case 'GET sessions':
        return this.#session(id)
      case 'GET payment_methods': {
        const found = this.#methods.get(id)
        return found ? ok({ ...found, customer: this.#customers.get(String(found['customer'])) }) : missing(kind, id)
      }
      case 'GET payment_intents':
        return id === 'search' ? this.#search(String(params['query'])) : one(this.#payments, kind, id)
      case 'POST payment_intents': {
        if (id === '') return this.#pay(params)
        const payment = this.#payments.get(id)
        if (!payment) return missing(kind, id)
        if (verb !== 'capture') return cancel(payment)
        const answer = capture(payment, params)
        if (answer.status === 200) this.#taken(payment)
        return answer
      }
      case 'POST refunds':
        return this.#refund(params)
      case 'GET refunds':
        return id === ''
          ? list([...this.#refunds.values()].filter((own) => own.payment_intent === params['payment_intent']))
          : one(this.#refunds, kind, id)
      case 'GET disputes':
        return id === '' ? list([...this.#disputes.values()].map((own) => this.#withPayment(own))) : this.#dispute(id)
      case 'POST disputes': {
        const dispute = this.#disputes.get(id)
        return dispute ? this.#answerDispute(dispute, verb, params) : missing(kind, id)
      }
      case 'GET balance_transactions':
        return ok(this.#balance.list(params, (one) => this.#sourceOf(one)))
      case 'POST files':
        return ok({ id: this.#newId('file'), object: 'file', purpose: 'dispute_evidence' })
      default:
        return refuse(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${route}).` })
    }
  }

  /** The customer gives a card on the page of a session; returns where they go then. */
  giveCard(sessionUrl: string, number: string): string {
    const session = this.#sessions.get(sessionUrl.split('/').at(-1) ?? '')
    if (!session) throw new Error(`no session at ${sessionUrl}`)
    const card = { brand: 'visa', last4: number.slice(-4), exp_month: 8, exp_year: 2030 }
    const method = { id: this.#newId('pm'), object: 'payment_method', type: 'card', card, customer: session.customer, number }
    this.#methods.set(method.id, method)
    Object.assign(session, { status: 'complete', setup_intent: { payment_method: method.id } })
    return session.success_url
  }

  /** The customer answers on the page of their bank; returns where they go then. */
  authenticate(challengeUrl: string, answered: 'approved' | 'refused'): string {
    const payment = this.#payments.get(challengeUrl.split('/').at(-1) ?? '')
    if (!payment) throw new Error(`no payment at ${challengeUrl}`)
    if (payment.status === 'requires_action')
      if (answered === 'approved') this.#succeed(payment)
      else decline(payment, { code: 'payment_intent_authentication_failure' })
    return payment.return_url
  }

  settle(): void {
    for (const payment of this.#payments.values()) if (payment.status === 'processing') this.#succeed(payment)
    for (const refund of this.#refunds.values()) {
      if (refund.status !== 'pending') continue
      const fails = this.#numberOf(this.#payments.get(refund.payment_intent)) === refundsNever
      Object.assign(refund, fails ? { status: 'failed', failure_reason: 'expired_or_canceled_card' } : { status: 'succeeded' })
      if (fails) this.#balance.move('refund_failure', refund.id, refund.amount)
    }
  }

  /** The newest payment that took an amount, by its id. */
  paymentOf(amount: number): string {
    const payment = [...this.#payments.values()].findLast((payment) => payment.amount_received === amount)
    if (!payment) throw new Error(`no payment took ${amount}`)
    return payment.id
  }

  /** A cardholder disputes a payment; returns the id of the dispute. An inquiry withdraws nothing. */
  dispute(paymentId: string, { reason, isInquiry, createdAt }: { reason: string; isInquiry: boolean; createdAt: Date }): string {
    const { amount } = this.#payments.get(paymentId) ?? { amount: 0 }
    const id = this.#newId('dp')
    const created = Math.floor(createdAt.getTime() / 1_000)
    // The shape of the example in Stripe's OpenAPI repository (MIT, © 2011- Stripe, Inc.).
    this.#disputes.set(id, {
      id,
      object: 'dispute',
      amount,
      balance_transactions: isInquiry ? [] : [this.#balance.move('adjustment', id, -amount, disputeFee)],
      charge: `ch_of_${paymentId}`,
      created,
      currency: 'eur',
      evidence: {},
      evidence_details: { due_by: created + 10 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
      is_charge_refundable: isInquiry,
      livemode: false,
      metadata: {},
      payment_intent: paymentId,
      reason,
      network_reason_code: '10.4',
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
    })
    return id
  }

  /** The customer's bank decides. */
  decideDispute(id: string, outcome: 'won' | 'lost' | 'warning_closed'): void {
    const dispute = this.#disputes.get(id)
    if (!dispute) throw new Error(`no dispute ${id}`)
    dispute.status = outcome
    if (outcome === 'won') dispute.balance_transactions.push(this.#balance.move('adjustment', id, dispute.amount))
  }

  evidenceOf(id: string): Params {
    return this.#disputes.get(id)?.evidence ?? {}
  }

  /** Stripe pays a part of the balance out to our bank account. */
  payout(cents: number): void {
    this.#balance.move('payout', null, -cents)
  }

  /** The balance transactions, which a test may change. */
  get moves(): FakeMove[] {
    return this.#balance.moves
  }

  #sourceOf(id: string): object | undefined {
    return this.#charges.get(id) ?? this.#refunds.get(id) ?? this.#disputes.get(id)
  }

  /** The payment is held, or taken: then it has a charge, with a copy of the payment's metadata. */
  #succeed(payment: Payment): void {
    succeed(payment)
    if (payment.status === 'succeeded') this.#taken(payment)
  }

  #taken({ id, amount_received: amount, metadata }: Payment): void {
    const charge = { id: `ch_of_${id}`, object: 'charge', amount, payment_intent: id, metadata }
    this.#charges.set(charge.id, charge)
    this.#balance.move('charge', charge.id, amount, chargeFee(amount))
  }

  #withPayment = (dispute: Dispute): object => ({ ...dispute, payment_intent: this.#payments.get(dispute.payment_intent) })

  #dispute(id: string): FakeAnswer {
    const dispute = this.#disputes.get(id)
    return dispute ? ok(this.#withPayment(dispute)) : missing('disputes', id)
  }

  #answerDispute(dispute: Dispute, verb: string | undefined, params: Params): FakeAnswer {
    const isInquiry = dispute.status === 'warning_needs_response'
    if (!isInquiry && dispute.status !== 'needs_response')
      return invalid('dispute_closed', 'This dispute does not accept a response any more.')
    if (verb === 'close') dispute.status = 'lost'
    else Object.assign(dispute, { evidence: params['evidence'] ?? {}, status: isInquiry ? 'warning_under_review' : 'under_review' })
    return ok(dispute)
  }

  index(): void {
    this.#payments.forEach((_, id) => this.#searchable.add(id))
  }

  takenCents(paymentId: string): number {
    const mine = [...this.#payments.values()].filter(({ metadata }) => metadata['payment_id'] === paymentId)
    return mine.reduce((sum, { id, amount_received: received }) => sum + received - this.#refundedCents(id), 0)
  }

  #newId(prefix: string): string {
    this.#count += 1
    return `${prefix}_fake${String(this.#count).padStart(6, '0')}`
  }

  #numberOf(payment: Payment | undefined): string {
    return this.#methods.get(payment?.payment_method ?? '')?.number ?? ''
  }

  #refundedCents(paymentId: string): number {
    const mine = [...this.#refunds.values()].filter(({ payment_intent: of, status }) => of === paymentId && status !== 'failed')
    return mine.reduce((sum, { amount }) => sum + amount, 0)
  }

  #customer(params: Params): FakeAnswer {
    const customer = { id: this.#newId('cus'), object: 'customer', metadata: params['metadata'] ?? {} }
    this.#customers.set(customer.id, customer)
    return ok(customer)
  }

  #beginSession(params: Params): FakeAnswer {
    const id = this.#newId('cs')
    const session: Session = {
      id,
      object: 'checkout.session',
      url: `${this.#url()}/pay/${id}`,
      status: 'open',
      setup_intent: null,
      customer: String(params['customer']),
      success_url: String(params['success_url']),
      metadata: params['metadata'],
    }
    this.#sessions.set(id, session)
    return ok(session)
  }

  #session(id: string): FakeAnswer {
    const session = this.#sessions.get(id)
    if (!session) return missing('sessions', id)
    const { setup_intent: intent } = session
    return ok({ ...session, setup_intent: intent && { ...intent, payment_method: this.#methods.get(String(intent.payment_method)) } })
  }

  #search(query: string): FakeAnswer {
    const paymentId = /^metadata\['payment_id'\]:'([^']+)'$/.exec(query)?.[1]
    return list([...this.#payments.values()].filter(({ id, metadata }) => this.#searchable.has(id) && metadata['payment_id'] === paymentId))
  }

  #pay(params: Params): FakeAnswer {
    if (!this.#methods.has(String(params['payment_method']))) return invalid('resource_missing', 'No such payment_method')
    const payment = newPayment(this.#newId('pi'), params)
    this.#payments.set(payment.id, payment)
    const number = this.#numberOf(payment)
    const error = cards[number]
    if (error) return decline(payment, error)
    if (number === authenticates && params['off_session'] === 'true')
      return decline(payment, { code: 'authentication_required', decline_code: 'authentication_required' })
    if (number === undecided) payment.status = 'processing'
    else if (number !== authenticates) this.#succeed(payment)
    else {
      const redirect = { url: `${this.#url()}/3ds/${payment.id}`, return_url: payment.return_url }
      Object.assign(payment, { status: 'requires_action', next_action: { type: 'redirect_to_url', redirect_to_url: redirect } })
    }
    return ok(payment)
  }

  #refund(params: Params): FakeAnswer {
    const payment = this.#payments.get(String(params['payment_intent']))
    if (payment?.status !== 'succeeded') return invalid('payment_intent_unexpected_state', 'This PaymentIntent has no successful charge.')
    const left = payment.amount_received - this.#refundedCents(payment.id)
    const amount = Number(params['amount'] ?? left)
    if (left === 0) return invalid('charge_already_refunded', 'The charge has already been refunded.')
    if (amount > left) return invalid('amount_too_large', 'Refund amount is greater than unrefunded amount on charge.')
    const refund: Refund = {
      id: this.#newId('re'),
      object: 'refund',
      amount,
      payment_intent: payment.id,
      metadata: (params['metadata'] ?? {}) as Params, // the form has an object there
      status: [refundsLater, refundsNever].includes(this.#numberOf(payment)) ? 'pending' : 'succeeded',
    }
    this.#refunds.set(refund.id, refund)
    this.#balance.move('refund', refund.id, -amount)
    return ok(refund)
  }
}

const newPayment = (id: string, params: Params): Payment => ({
  id,
  object: 'payment_intent',
  currency: params['currency'],
  created: Math.floor(Date.now() / 1_000),
  livemode: false,
  amount: Number(params['amount']),
  amount_received: 0,
  amount_capturable: 0,
  status: 'requires_confirmation',
  capture_method: String(params['capture_method'] ?? 'automatic'),
  return_url: String(params['return_url']),
  customer: String(params['customer']),
  payment_method: String(params['payment_method']),
  metadata: (params['metadata'] ?? {}) as Params, // the form has an object there
  last_payment_error: null,
  next_action: null,
  cancellation_reason: null,
})

const list = (data: readonly object[]) => ok({ object: 'list', has_more: false, data })
const missing = (kind: string, id: string) => invalid('resource_missing', `No such ${kind}: ${id}`)
const unexpected = ({ status }: Payment) => invalid('payment_intent_unexpected_state', `This PaymentIntent has a status of ${status}.`)

function one(objects: ReadonlyMap<string, object>, kind: string, id: string): FakeAnswer {
  const object = objects.get(id)
  return object ? ok(object) : missing(kind, id)
}

function succeed(payment: Payment): void {
  const isHeld = payment.capture_method === 'manual'
  Object.assign(
    payment,
    isHeld ? { status: 'requires_capture', amount_capturable: payment.amount } : { status: 'succeeded', amount_received: payment.amount },
  )
  payment.next_action = null
}

function decline(payment: Payment, error: object): FakeAnswer {
  Object.assign(payment, { status: 'requires_payment_method', last_payment_error: { type: 'card_error', ...error }, next_action: null })
  return refuse(402, { type: 'card_error', message: 'Your card was declined.', ...error, payment_intent: payment })
}

function capture(payment: Payment, params: Params): FakeAnswer {
  if (payment.status !== 'requires_capture') return unexpected(payment)
  const amount = Number(params['amount_to_capture'] ?? payment.amount)
  if (amount > payment.amount) return invalid('amount_too_large', 'The amount to capture is greater than what is capturable.')
  return ok(Object.assign(payment, { status: 'succeeded', amount_received: amount, amount_capturable: 0 }))
}

function cancel(payment: Payment): FakeAnswer {
  if (['succeeded', 'canceled', 'processing'].includes(payment.status)) return unexpected(payment)
  return ok(Object.assign(payment, { status: 'canceled', next_action: null }))
}
