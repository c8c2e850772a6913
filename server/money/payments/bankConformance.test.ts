import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BankCase, type BankHarness, bankHarnesses } from '../../testing/payments/bankHarness.ts'
import { startFakeGocardless } from '../../testing/payments/fakeGocardless.ts'
import { ConfigProblem } from '../../platform/database/configProblem.ts'
import { type BankConsentRequest, bankErrorCodes, readMeans, statusOfBankError } from './accountInformation.ts'
import { gocardlessBanks, isSameName } from './gocardless/gocardlessBanks.ts'
import { ProviderUnreachable } from './partners.ts'

// Every account-information partner passes these (docs/partners.md).
describe.each(Object.entries(bankHarnesses))('account-information partner %s', (_name, open) => {
  let harness: BankHarness
  beforeAll(async () => {
    harness = await open()
  })
  afterAll(() => harness.close())

  const request = (bankCase: BankCase): BankConsentRequest => ({
    id: randomUUID(),
    bankCode: harness.bankCode(bankCase),
    mode: 'live',
    holder: 'Ana García López',
    documentNumber: '12345678Z',
    returnUrl: 'https://shop.test/checkout/1?returned=state',
    language: 'es',
  })
  /** What the product makes of a consent, once its customer has answered. */
  const outcome = async (bankCase: BankCase, authorise = true) => {
    const consentRequest = request(bankCase)
    const begun = await harness.banks.start(consentRequest)
    await harness.answer(begun.redirectUrl ?? '', bankCase, authorise)
    const consent = { ...consentRequest, reference: begun.reference }
    const consentState = await harness.banks.find(consent)
    if (!consentState) throw new Error('the consent was not found')
    return readMeans(harness.banks, consent, consentState)
  }

  it('begins a consent once per id, which waits for its customer', async () => {
    const consentRequest = request(null)
    const begun = await harness.banks.start(consentRequest)
    expect(begun).toMatchObject({ status: 'pending', error: 'C002', redirectUrl: expect.stringMatching(/^https:\/\//) })
    expect(begun.reference).toMatch(/^\S{4,200}$/)
    expect(await harness.banks.start(consentRequest)).toEqual(begun)
    for (const reference of [begun.reference, null]) expect(await harness.banks.find({ ...consentRequest, reference })).toEqual(begun)
    expect(await harness.banks.find({ ...request(null), reference: null })).toBeNull()
  })

  it('reads what the customer earns and spends in a month, in cents', async () => {
    const { status, error, means } = await outcome(null)
    expect([status, error]).toEqual(['confirmed', null])
    expect(means?.incomeCents).toBeGreaterThan(means?.outgoingsCents ?? Infinity)
    const poor = await outcome('poor')
    expect(poor.status).toBe('confirmed')
    expect(poor.means?.incomeCents).toBeLessThan(poor.means?.outgoingsCents ?? 0)
  })

  it.each(bankErrorCodes)('answers with the error %s, and with no figures', async (code) => {
    expect(await outcome(code)).toMatchObject({ status: statusOfBankError(code), error: code, means: null })
  })

  it('says that the customer declined', async () => {
    expect(await outcome(null, false)).toMatchObject({ status: 'failed', error: 'C001', means: null })
  })

  it('begins one consent although the answer was lost', async () => {
    if (!harness.loseAnswer) return
    const consentRequest = request(null)
    await harness.banks.start(request(null))
    harness.loseAnswer()
    const first = await harness.banks.start(consentRequest).catch((error: unknown) => error)
    expect(first).toBeInstanceOf(ProviderUnreachable)
    const again = await harness.banks.start(consentRequest)
    expect(await harness.banks.find({ ...consentRequest, reference: null })).toEqual(again)
  })

  it.each(['before', 'error', 'busy'] as const)('says that the outcome is not known when the partner fails: %s', async (failure) => {
    if (!harness.fail) return
    const consentRequest = request(null)
    const { reference } = await harness.banks.start(consentRequest)
    harness.fail(failure)
    await expect(harness.banks.find({ ...consentRequest, reference })).rejects.toThrow(ProviderUnreachable)
    expect(await harness.banks.find({ ...consentRequest, reference })).toMatchObject({ status: 'pending' })
    harness.fail('token')
    expect(await harness.banks.find({ ...consentRequest, reference })).toMatchObject({ status: 'pending' })
  })
})

describe('GoCardless', () => {
  it('counts only the customer’s own accounts', async () => {
    const fake = await startFakeGocardless()
    const banks = gocardlessBanks(fake)
    const consentRequest = { id: randomUUID(), bankCode: '2100', mode: 'live' as const, holder: 'Ana García López' }
    const begun = await banks.start({ ...consentRequest, documentNumber: '12345678Z', returnUrl: 'https://shop.test/', language: 'es' })
    fake.answer(begun.redirectUrl ?? '', 'somebody_else')
    const consent = { ...consentRequest, reference: begun.reference }
    const consentState = await banks.find(consent)
    expect(consentState && (await readMeans(banks, consent, consentState))).toMatchObject({ status: 'failed', error: 'P000', means: null })
    await expect(banks.checkAccess()).resolves.toBeUndefined()
    await expect(gocardlessBanks({ ...fake, secretKey: 'wrong' }).checkAccess()).rejects.toThrow(ConfigProblem)
    await fake.close()
  })

  it.each([
    ['GARCIA LOPEZ ANA', 'Ana García López', true],
    ['Ana García', 'Ana García López', true],
    ['Bernat Roca', 'Ana García López', false],
    ['Ana Roca', 'Ana García López', false],
    ['', 'Ana García López', true],
    ['Bernat Roca', null, true],
  ] as const)('reads whether %s is %s: %s', (owner, holder, same) => {
    expect(isSameName(owner, holder)).toBe(same)
  })
})
