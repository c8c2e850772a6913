import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProviderUnreachable } from '../../money/payments/partners.ts'
import { answerBank, ana, beginSale, goTo, someone, type TestSale } from '../../testing/checkout/testSale.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A sale whose customer is to ask their bank. */
async function saleAtBank(): Promise<TestSale> {
  const sale = await beginSale(server, { totalCents: 120_000 })
  await goTo(sale, 'identity')
  const who = { ...someone(), email: `${randomUUID()}@banco.test` }
  expect((await sale.call('checkoutIdentify', { ...ana, ...who })).body.step).toBe('bank')
  return sale
}
/** Goes to the bank, authorises there, and gives the state with which the browser returns. */
async function atBank(sale: TestSale, bankCode = '2100', authorise = true): Promise<string> {
  const begun = await sale.call('checkoutBank', { bankCode })
  expect(begun.body.bank?.url).toMatch(/\/bank-consent\//)
  return (await answerBank(server, begun.body.bank?.url ?? null, authorise)) ?? ''
}
const consentsOf = async (sale: TestSale) =>
  server.ownerSql<{ status: string }>('select status from bank_consents where checkout_id = $1 order by created_at', [sale.checkoutId])

describe('the return from a bank', () => {
  it('goes on with the sale once, and refuses the state of another sale', async () => {
    const [own, other] = [await saleAtBank(), await saleAtBank()]
    const otherReturn = await atBank(other)
    await own.call('checkoutBank', { bankCode: '2100' })
    const forged = await own.call('checkoutBank', { returned: otherReturn })
    expect([forged.status, forged.error.message]).toEqual([409, expect.stringContaining('no es de esta compra')])
    expect(await consentsOf(own)).toEqual([{ status: 'pending' }])
    expect((await other.call('checkoutBank', { returned: otherReturn })).body.step).toBe('card')
  })

  it('that is replayed asks no bank; the customer goes on without it', async () => {
    const sale = await saleAtBank()
    const state = await atBank(sale)
    const { banks } = server.services.payments
    let questions = 0
    server.services.payments.banks = {
      ...banks,
      find: async () => {
        questions += 1
        throw new ProviderUnreachable('a test lets it break off')
      },
    }
    const returned = async () => (await sale.call('checkoutBank', { returned: state })).status
    expect([await returned(), await returned(), questions]).toEqual([429, 200, 1])
    server.services.payments.banks = banks
    expect((await sale.call('checkoutView')).body.bank?.url).toMatch(/\/bank-consent\//)
    expect((await sale.call('checkoutBank', {})).body.step).toBe('card')
  })

  it('is resumed by the link after a closed tab, and another bank takes the place of one that waits', async () => {
    const sale = await saleAtBank()
    await sale.call('checkoutBank', { bankCode: '2100' })
    expect((await sale.call('checkoutBank', {})).body.bank).toMatchObject({ failed: false, url: expect.stringContaining('/bank-consent/') })
    await sale.call('checkoutBank', { returned: await atBank(sale, '0182') })
    expect(await consentsOf(sale)).toEqual([{ status: 'expired' }, { status: 'confirmed' }])
  })

  it('begins one consent although the answer was lost', async () => {
    const sale = await saleAtBank()
    const { banks } = server.services.payments
    const started: string[] = []
    server.services.payments.banks = {
      ...banks,
      start: async (request) => {
        started.push(request.id)
        await banks.start(request)
        throw new ProviderUnreachable('a test lets it break off')
      },
    }
    expect((await sale.call('checkoutBank', { bankCode: '2100' })).status).toBe(429)
    server.services.payments.banks = banks
    await sale.call('checkoutBank', { returned: await atBank(sale) })
    expect([await consentsOf(sale), new Set(started).size]).toEqual([[{ status: 'confirmed' }], 1])
  })

  it('says that the customer declined, and lets them try again', async () => {
    const sale = await saleAtBank()
    const declined = await sale.call('checkoutBank', { returned: await atBank(sale, '2100', false) })
    expect(declined.body.bank).toMatchObject({ failed: true, error: 'C001', url: null })
    expect((await sale.call('checkoutBank', { returned: await atBank(sale) })).body.step).toBe('card')
  })
})
