import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '#domain/platform/money'
import { type CardHarness, harnesses } from '../../testing/payments/cardHarness.ts'
import { askCard } from './askCard.ts'
import type { CardAnswer, CardRequest, PaymentProvider, SignedRequest } from './cardProvider.ts'
import { askNextAttempt } from './firstPayment.ts'
import { ProviderUnreachable } from './partners.ts'

// Every card provider passes these (docs/card-provider.md).
describe.each(Object.entries(harnesses))('card provider %s', (_name, open) => {
  let harness: CardHarness
  const began = Math.floor(Date.now() / 1_000) * 1_000
  beforeAll(async () => {
    harness = await open()
  })
  afterAll(() => harness.close())

  type Kind = Parameters<CardHarness['card']>[0]
  const request = async (
    kind: Kind,
    amount = 10_000,
    returnUrl: string | null = 'https://shop.test/checkout/1?returned',
  ): Promise<CardRequest> => ({
    id: randomUUID(),
    place: { merchantId: randomUUID(), mode: 'live', operationId: randomUUID() },
    method: await harness.card(kind),
    amountCents: cents(amount),
    returnUrl,
  })
  const find = ({ id, place }: CardRequest, reference: string | null) => harness.cards.find({ id, place, reference })
  const expectTaken = ({ id }: CardRequest, amount: number) => expect(harness.takenCents(id) ?? amount).toBe(amount)
  const refund = (charge: CardRequest, reference: string, amount: number, id = randomUUID()) => ({
    id,
    place: charge.place,
    chargeId: charge.id,
    reference,
    cents: cents(amount),
  })
  const charged = async (kind: Kind, amount?: number) => {
    const cardRequest = await request(kind, amount)
    return { cardRequest, answer: await harness.cards.charge(cardRequest) }
  }

  it('holds an amount, captures a part of it, and takes no more', async () => {
    const cardRequest = await request('accepted')
    const { state, reference } = await harness.cards.authorise(cardRequest)
    expect(state).toBe('succeeded')
    expectTaken(cardRequest, 0)
    await expect(harness.cards.capture({ reference, amountCents: cents(10_001), mode: 'live' })).rejects.toThrow()
    for (let times = 0; times < 2; times += 1) await harness.cards.capture({ reference, amountCents: cents(4_000), mode: 'live' })
    expectTaken(cardRequest, 4_000)
    await harness.cards.release({ reference, mode: 'live' })
    expectTaken(cardRequest, 0)
  })

  it('releases a hold, as often as it is asked to', async () => {
    const cardRequest = await request('accepted')
    const { reference } = await harness.cards.authorise(cardRequest)
    for (let times = 0; times < 2; times += 1) await harness.cards.release({ reference, mode: 'live' })
    expectTaken(cardRequest, 0)
  })

  it('charges once per id, and finds the charge by its reference', async () => {
    const { cardRequest, answer } = await charged('accepted')
    expect([answer, await harness.cards.charge(cardRequest)]).toEqual([
      { state: 'succeeded', reference: answer.reference },
      { state: 'succeeded', reference: answer.reference },
    ])
    expectTaken(cardRequest, 10_000)
    expect(await find(cardRequest, answer.reference)).toEqual(answer)
    expect(await find(await request('accepted'), null)).toBeNull()
  })

  it.each([
    ['declined', 'later'],
    ['expired', 'other_card'],
    ['stolen', 'never'],
  ] as const)('says what helps after a decline: %s, %s', async (kind, retry) => {
    for (const present of [true, false]) {
      const cardRequest = await request(kind, 10_000, present ? undefined : null)
      const answer = await harness.cards.charge(cardRequest)
      expect(answer).toMatchObject({ state: 'declined', retry, code: expect.stringMatching(/^[a-z_]+$/) })
      expect(await harness.cards.charge(cardRequest)).toEqual(answer)
    }
  })

  it('asks a customer who is present to authenticate, and knows the outcome at once', async () => {
    for (const [kind, answer, state] of [
      ['charge', 'approved', 'succeeded'],
      ['authorise', 'approved', 'succeeded'],
      ['authorise', 'refused', 'declined'],
    ] as const) {
      const cardRequest = await request('authenticate')
      const first = await harness.cards[kind](cardRequest)
      if (first.state !== 'needs_action' || first.redirectUrl === null) throw new Error(`${first.state}`)
      expect(await harness.cards[kind](cardRequest)).toEqual(first)
      await harness.authenticate(first.redirectUrl, answer)
      // With the lost answer of the first request too.
      for (const reference of [first.reference, null])
        expect(await askCard(harness.cards, { kind, again: true, reference, ...cardRequest })).toMatchObject({ state })
    }
  })

  it('says that an absent customer must come, and takes nothing', async () => {
    const cardRequest = await request('authenticate', 10_000, null)
    const answer = await harness.cards.charge(cardRequest)
    expect(answer).toMatchObject({ state: 'needs_action', redirectUrl: null })
    expect(await harness.cards.cancel({ ...cardRequest, reference: answer.reference })).toMatchObject({ state: 'declined' })
    expectTaken(cardRequest, 0)
  })

  it('ends a payment that waits for its customer, unless it is too late', async () => {
    for (const [isLate, state] of [
      [false, 'declined'],
      [true, 'succeeded'],
    ] as const) {
      const cardRequest = await request('authenticate')
      const first = await harness.cards.charge(cardRequest)
      const url = first.state === 'needs_action' ? (first.redirectUrl ?? '') : ''
      if (isLate) await harness.authenticate(url, 'approved')
      expect(await harness.cards.cancel({ ...cardRequest, reference: first.reference })).toMatchObject({ state })
      if (!isLate) await harness.authenticate(url, 'approved')
      expect(await find(cardRequest, first.reference)).toMatchObject({ state })
      expectTaken(cardRequest, isLate ? 10_000 : 0)
    }
  })

  it('tells later what it cannot tell now', async () => {
    const { cardRequest, answer } = await charged('pending')
    expect(answer.state).toBe('pending')
    await harness.settle()
    expect(await find(cardRequest, answer.reference)).toEqual({ state: 'succeeded', reference: answer.reference })
  })

  it('charges once although the answer was lost, whether it is asked again at once or after days', async () => {
    for (const isLate of [false, true]) {
      const cardRequest = await request('accepted')
      harness.loseAnswer?.()
      if (harness.loseAnswer) await expect(harness.cards.charge(cardRequest)).rejects.toThrow(ProviderUnreachable)
      else await harness.cards.charge(cardRequest)
      if (isLate) harness.passDay()
      const answer = await askCard(harness.cards, { kind: 'charge', again: true, reference: null, ...cardRequest })
      expect(answer.state).toBe('succeeded')
      expectTaken(cardRequest, 10_000)
    }
  })

  it('refunds parts of a charge by its reference, each once and no more than was taken', async () => {
    const { cardRequest, answer } = await charged('accepted')
    const first = refund(cardRequest, answer.reference, 6_000)
    const refunded = await harness.cards.refundCharge(first)
    expect([refunded.state, await harness.cards.refundCharge(first), await harness.cards.findRefund(first)]).toEqual([
      'succeeded',
      refunded,
      refunded,
    ])
    expect(await harness.cards.refundCharge(refund(cardRequest, answer.reference, 4_001))).toMatchObject({
      state: 'declined',
      retry: 'never',
    })
    expect(await harness.cards.refundCharge(refund(cardRequest, answer.reference, 4_000))).toMatchObject({ state: 'succeeded' })
    expect(await harness.cards.refundCharge(refund(cardRequest, answer.reference, 1))).toMatchObject({ state: 'declined', retry: 'never' })
    expectTaken(cardRequest, 0)
    expect(await harness.cards.findRefund(refund(cardRequest, answer.reference, 1))).toBeNull()
  })

  it.each([
    ['refundlater', { state: 'succeeded' }],
    ['refundfails', { state: 'declined', retry: 'other_card' }],
  ] as const)('tells later how a refund to such a card ends: %s', async (kind, outcome) => {
    const { cardRequest, answer } = await charged(kind)
    const refundRequest = refund(cardRequest, answer.reference, 10_000)
    expect(await harness.cards.refundCharge(refundRequest)).toMatchObject({ state: 'pending' })
    await harness.settle()
    expect(await harness.cards.findRefund(refundRequest)).toMatchObject(outcome)
  })

  it('accepts its own notifications only, and says what they are about', async () => {
    const { cardRequest, answer } = await charged('accepted')
    const about = { id: cardRequest.id, place: cardRequest.place, reference: answer.reference }
    const sent = harness.notification('payment', about)
    const read = await harness.cards.verifyNotification(sent)
    expect(read && (await harness.cards.readNotification(read))).toEqual({ kind: 'payment', id: cardRequest.id, place: cardRequest.place })
    const refundRequest = refund(cardRequest, answer.reference, 1_000)
    const { reference } = await harness.cards.refundCharge(refundRequest)
    const news = await harness.cards.verifyNotification(harness.notification('refund', { ...about, id: refundRequest.id, reference }))
    expect(news && (await harness.cards.readNotification(news))).toEqual({ kind: 'refund', id: refundRequest.id, place: cardRequest.place })
    const forged: SignedRequest[] = [
      { ...sent, body: Buffer.from(sent.body.toString().replace(/"id":"./, '"id":"x')) },
      { ...sent, headers: {} },
      {
        ...sent,
        headers: Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name, String(value).replace(/.$/, 'g')])),
      },
      { ...sent, now: new Date(sent.now.getTime() + 600_000) },
    ]
    for (const one of forged) expect(await harness.cards.verifyNotification(one)).toBeNull()
  })

  it('charges anew, by another id, after a capture that the card declined', async () => {
    const { id: _, ...fields } = await request('declined', 10_000, null)
    const calls: string[] = []
    const cards: PaymentProvider = {
      ...harness.cards,
      charge: (one) => {
        calls.push(one.id)
        return harness.cards.charge(one)
      },
    }
    const ask = () => askNextAttempt(cards, 1, fields)
    const first = await ask()
    harness.passDay()
    const next = await ask()
    expect([first.answer.state, next.answer.state]).toEqual(['declined', 'declined'])
    // The simulated provider remembers no decline: it decides by the card each time.
    if (harness.loseAnswer) expect([calls.length, new Set(calls).size, next.attempt]).toEqual([2, 2, 2])
    const good = { ...fields, method: await harness.card('accepted') }
    const taken = await askNextAttempt(cards, next.attempt + 1, good)
    harness.passDay()
    expect([taken.answer.state, await askNextAttempt(cards, next.attempt + 1, good)]).toEqual(['succeeded', taken])
  })

  const disputed = async (isInquiry: boolean) => {
    const { cardRequest, answer } = await charged('accepted')
    const openedAt = new Date()
    const reference = await harness.dispute({ ...cardRequest, reference: answer.reference }, { isInquiry, openedAt })
    return {
      cardRequest,
      reference,
      openedAt,
      about: { ...cardRequest, reference },
      read: () => harness.cards.disputes.find({ reference, mode: 'live' }),
    }
  }
  const evidence = (reference: string) => ({
    id: randomUUID(),
    reference,
    mode: 'live' as const,
    text: 'Firmó el albarán.',
    files: [
      { id: randomUUID(), kind: 'delivery' as const, name: 'albaran.pdf', mediaType: 'application/pdf', bytes: Buffer.from('%PDF-1.4') },
    ],
  })

  it('reads a dispute by its notification, and finds it without one', async () => {
    const { cardRequest, reference, openedAt, about, read } = await disputed(false)
    const sent = await harness.cards.verifyNotification(harness.notification('dispute', about))
    expect(sent && (await harness.cards.readNotification(sent))).toEqual({ kind: 'dispute', reference, place: cardRequest.place })
    const expected = {
      reference,
      place: cardRequest.place,
      chargeId: cardRequest.id,
      state: 'needs_response',
      reason: 'fraudulent',
      amountCents: 10_000,
      withdrawnCents: 10_000,
      feeCents: 2_000,
    }
    expect(await read()).toMatchObject(expected)
    const due = (await read())?.evidenceDueAt
    expect(due?.getTime()).toBeGreaterThan(openedAt.getTime())
    const since = new Date(openedAt.getTime() - 1_000)
    expect((await harness.cards.disputes.list({ since, mode: 'live' })).find((one) => one.reference === reference)).toMatchObject(expected)
    expect(await harness.cards.disputes.find({ reference: `${reference}x`, mode: 'live' })).toBeNull()
  })

  it('sends evidence once, and says how the dispute ended', async () => {
    for (const [outcome, withdrawnCents] of [
      ['won', 0],
      ['lost', 10_000],
    ] as const) {
      const { reference, read } = await disputed(false)
      const files = evidence(reference)
      expect(await harness.cards.disputes.submit(files)).toMatchObject({ state: 'under_review', withdrawnCents: 10_000 })
      expect(await harness.cards.disputes.submit(files)).toMatchObject({ state: 'under_review' })
      await harness.decideDispute(reference, outcome)
      expect(await read()).toMatchObject({ state: outcome, withdrawnCents, feeCents: 2_000 })
    }
  })

  it('accepts a dispute, as often as it is asked to', async () => {
    const { reference } = await disputed(false)
    for (let times = 0; times < 2; times += 1)
      expect(await harness.cards.disputes.accept({ reference, mode: 'live' })).toMatchObject({ state: 'lost', withdrawnCents: 10_000 })
    expect(await harness.cards.disputes.submit(evidence(reference))).toMatchObject({ state: 'lost' })
  })

  it('withdraws nothing for an inquiry that ends without effect', async () => {
    const { reference, read } = await disputed(true)
    expect(await read()).toMatchObject({ state: 'inquiry', withdrawnCents: 0, feeCents: 0 })
    await harness.decideDispute(reference, 'dismissed')
    expect(await read()).toMatchObject({ state: 'dismissed', withdrawnCents: 0, feeCents: 0 })
  })

  /** Movements since the tests began, of a payment of ours; and those that are about nothing of ours. */
  const moved = async (until = new Date(Date.now() + 86_400_000)) => {
    const movements = (await harness.cards.balance?.list({ from: new Date(began), until, mode: 'live' })) ?? []
    return { movements, of: (id: string) => movements.filter(({ about }) => about?.id === id) }
  }

  it('lists what moved on our balance: charges, captures, refunds and disputes, each with our id and its operation', async () => {
    const cardRequest = await request('accepted')
    const held = await harness.cards.authorise(cardRequest)
    await harness.cards.capture({ reference: held.reference, amountCents: cents(4_000), mode: 'live' })
    const { cardRequest: charge, answer } = await charged('accepted')
    const refundRequest = refund(charge, answer.reference, 6_000)
    await harness.cards.refundCharge(refundRequest)
    const failing = await charged('refundfails')
    const failed = refund(failing.cardRequest, failing.answer.reference, 10_000)
    await harness.cards.refundCharge(failed)
    await harness.settle()
    await harness.cards.findRefund(failed)
    const { cardRequest: wrong, answer: taken } = await charged('accepted')
    await harness.cards.release({ reference: taken.reference, mode: 'live' })
    const lost = await disputed(false)
    const won = await disputed(false)
    await harness.cards.disputes.submit(evidence(won.reference))
    await harness.decideDispute(won.reference, 'won')
    const { of } = await moved()
    const amounts = (id: string) => of(id).map(({ kind, amountCents }) => [kind, amountCents])
    expect(amounts(cardRequest.id)).toEqual([['charge', 4_000]])
    expect(amounts(charge.id)).toEqual([['charge', 10_000]])
    expect(amounts(refundRequest.id)).toEqual([['refund', -6_000]])
    expect(amounts(failed.id).toSorted()).toEqual([
      ['refund', -10_000],
      ['refund', 10_000],
    ])
    expect(amounts(wrong.id).toSorted()).toEqual([
      ['charge', 10_000],
      ['refund', -10_000],
    ])
    expect(of(lost.reference)).toMatchObject([{ kind: 'dispute', amountCents: -10_000, feeCents: 2_000, about: { type: 'dispute' } }])
    expect(
      of(won.reference)
        .map(({ amountCents }) => amountCents)
        .toSorted(),
    ).toEqual([-10_000, 10_000])
    const { merchantId, operationId } = charge.place
    expect(of(charge.id)).toMatchObject([{ about: { type: 'charge' }, merchantId, operationId, currency: 'eur' }])
    expect(of(charge.id)[0]?.feeCents).toBeGreaterThan(0)
    expect(of(refundRequest.id)).toMatchObject([{ about: { type: 'refund' }, merchantId, operationId }])
    expect(await moved().then(({ movements }) => new Set(movements.map(({ reference }) => reference)).size)).toBe(
      (await moved()).movements.length,
    )
    expect((await moved(new Date(began))).movements).toEqual([])
  })

  it('lists what it paid out to our bank account, about nothing of ours', async () => {
    await charged('accepted')
    harness.payout?.(1_234)
    const { movements } = await moved()
    expect(movements.filter(({ kind }) => kind === 'payout').slice(0, 1)).toMatchObject([{ about: null, operationId: null, feeCents: 0 }])
  })

  it('gives a reference with every answer', async () => {
    const answers: CardAnswer[] = []
    for (const kind of ['accepted', 'declined', 'authenticate', 'pending'] as const) answers.push((await charged(kind)).answer)
    for (const { reference } of answers) expect(reference).toMatch(/^\S{4,200}$/)
  })
})
