import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IdentityHarness, identityHarnesses } from '../../testing/payments/identityHarness.ts'
import type { IdentityRequest, IdentityWay } from './identityProvider.ts'
import { ProviderUnreachable } from './partners.ts'

// Every identity partner passes these (docs/partners.md).
describe.each(Object.entries(identityHarnesses))('identity partner %s', (_name, open) => {
  let harness: IdentityHarness
  beforeAll(async () => {
    harness = await open()
  })
  afterAll(() => harness.close())

  const ways = ['page', 'code', 'support_number'] as const
  const request = (way: IdentityWay): IdentityRequest => ({
    id: randomUUID(),
    place: { merchantId: randomUUID(), mode: 'live', operationId: randomUUID() },
    person: {
      firstName: 'Ana',
      lastName: 'García López',
      documentNumber: harness.document(way) ?? '',
      birthday: '1990-05-17',
      phone: '612345678',
    },
    returnUrl: 'https://shop.test/checkout/1?returned=state',
    language: 'es',
  })
  const begun = async (way: IdentityWay) => {
    const identityRequest = request(way)
    const answer = await harness.identity.start(identityRequest)
    return { identityRequest, answer, lookup: { id: identityRequest.id, place: identityRequest.place, reference: answer.reference } }
  }
  type Answer = Parameters<IdentityHarness['answerPage']>[1]
  /** The customer answers, on the page or by what they type. */
  const answered = async (way: IdentityWay, outcome: Answer) => {
    const { identityRequest, answer, lookup } = await begun(way)
    if (answer.state === 'needs_customer') await harness.answerPage(answer.redirectUrl, outcome)
    if (answer.state === 'needs_answer') await harness.identity.answer({ ...lookup, text: harness.typed(way, outcome) })
    return { identityRequest, lookup }
  }

  describe.each(ways)('by %s', (way) => {
    const isOffered = () => harness.document(way) !== null

    it('begins a check once per id, as it was announced', async () => {
      if (!isOffered()) return
      const { identityRequest, answer } = await begun(way)
      expect(harness.identity.way({ documentNumber: identityRequest.person.documentNumber, mode: 'live' })).toBe(way)
      expect(answer).toMatchObject(way === 'page' ? { state: 'needs_customer' } : { state: 'needs_answer', asks: way })
      expect(answer.reference).toMatch(/^\S{4,200}$/)
      expect(await harness.identity.start(identityRequest)).toEqual(answer)
      expect(await harness.identity.find({ id: identityRequest.id, place: identityRequest.place, reference: null })).toEqual(answer)
    })

    it.each(['passed', 'failed', 'refused', 'needs_review'] as const)('says that it %s, as often as it is asked', async (outcome) => {
      if (!isOffered()) return
      const { lookup } = await answered(way, outcome)
      for (const reference of [lookup.reference, null, lookup.reference])
        expect(await harness.identity.find({ ...lookup, reference })).toMatchObject({ state: outcome })
    })

    it('says later what it cannot say now', async () => {
      if (!isOffered()) return
      const { answer, lookup } = await begun(way)
      if (answer.state === 'needs_customer') await harness.answerPage(answer.redirectUrl, 'later')
      else expect(await harness.identity.answer({ ...lookup, text: harness.typed(way, 'later') })).toMatchObject({ state: 'pending' })
      await harness.settle()
      expect(await harness.identity.find(lookup)).toMatchObject({ state: 'passed' })
    })
  })

  it('does not know a check that was never begun', async () => {
    const { id, place } = request('support_number')
    expect(await harness.identity.find({ id, place, reference: null })).toBeNull()
  })

  it('begins one check although the answer was lost', async () => {
    if (!harness.loseAnswer) return
    const identityRequest = request('page')
    harness.loseAnswer()
    await expect(harness.identity.start(identityRequest)).rejects.toThrow(ProviderUnreachable)
    const again = await harness.identity.start(identityRequest)
    expect(await harness.identity.find({ id: identityRequest.id, place: identityRequest.place, reference: null })).toEqual(again)
  })

  it('accepts its own notifications only, and says what they are about', async () => {
    const { identityRequest } = await begun('support_number')
    const sent = harness.notification(identityRequest)
    const read = await harness.identity.verifyNotification(sent)
    expect(read && (await harness.identity.readNotification(read))).toMatchObject({ id: identityRequest.id })
    const forged = [
      { ...sent, body: Buffer.from(sent.body.toString().replace(/"id":"./, '"id":"x')) },
      { ...sent, headers: {} },
      { ...sent, now: new Date(sent.now.getTime() + 600_000) },
    ]
    for (const one of forged) expect(await harness.identity.verifyNotification(one)).toBeNull()
  })
})
