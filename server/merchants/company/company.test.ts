import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallName } from '#contract/index'
import { madridDay, startOfNextMadridDay } from '#domain/platform/dates'
import { may, permissions } from '#contract/permissions'
import { beginSale, sign, someone } from '../../testing/checkout/testSale.ts'
import { newAccount } from '../../testing/onboarding/testOnboarding.ts'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('who I am', () => {
  it('returns my account, my role and my permissions', async () => {
    const { body } = await server.call('me', { as: 'guestA' })
    expect(body).toEqual({
      id: hexOf(ids.accountA),
      userId: hexOf(personas.guestA.id),
      email: 'guest@a.test',
      type: 'enterprise',
      userType: 'guest',
      disabled: null,
      requiresOnboarding: false,
      preferedMerchantUuid: null,
      firstName: 'Gil',
      lastName: 'Roca',
      locale: null,
      pendingEmail: null,
      mustAddFactor: false,
      limits: { idleSeconds: 1_800, undoSeconds: 20, idleChoices: [1_800, 3_600], undoChoices: [20, 60, 120, 300] },
      permissions: (Object.keys(permissions) as CallName[]).filter((name) => may('guest', name)),
      accounts: [
        {
          id: hexOf(ids.accountA),
          name: 'Comercial Núñez S.L.',
          role: 'guest',
          merchants: [
            { id: hexOf(ids.merchantA1), name: 'Tienda Gran Vía' },
            { id: hexOf(ids.merchantA2), name: 'Tienda Triana' },
          ],
        },
      ],
    })
    expect(body.permissions).not.toContain('operationRefund')
  })

  it('names an account after its owner while it has neither company nor shop nor profile', async () => {
    const { session } = await newAccount(server, 'unknown')
    expect((await server.call('me', { as: session })).body.accounts).toMatchObject([{ name: 'Nadia Ortiz', role: 'owner', merchants: [] }])
  })

  it('returns a disabled account, with since when', async () => {
    expect((await server.call('me', { as: 'disabledC' })).body.disabled).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  it('stores my preferred shop, which must be one of mine', async () => {
    const prefer = (persona: Persona, merchantId: string) =>
      server.call('mePreferredMerchant', { as: persona, body: { preferedMerchantUuid: hexOf(merchantId) } })
    expect((await prefer('limitedA', ids.merchantA2)).status).toBe(204)
    expect((await server.call('me', { as: 'limitedA' })).body.preferedMerchantUuid).toBe(hexOf(ids.merchantA2))
    for (const merchantId of [ids.merchantA1, ids.merchantB1]) {
      const answer = await prefer('limitedA', merchantId)
      expect([answer.status, answer.error.fields]).toEqual([404, { uuid: hexOf(merchantId) }])
    }
    expect((await server.call('me', { as: 'limitedA' })).body.preferedMerchantUuid).toBe(hexOf(ids.merchantA2))
  })

  it('leaves out a preferred shop that I may no longer enter', async () => {
    await server.ownerSql('update users set prefered_merchant_id = $1 where id = $2', [ids.merchantA1, personas.limitedA.id])
    expect((await server.call('me', { as: 'limitedA' })).body.preferedMerchantUuid).toBeNull()
  })
})

describe('the company', () => {
  it('is shown to its owner', async () => {
    expect((await server.call('profile', { as: 'ownerA' })).body).toMatchObject({ firstName: 'Olga', lastName: 'Núñez', birthday: null })
    expect((await server.call('enterprise', { as: 'ownerA' })).body).toMatchObject({
      name: 'Comercial Núñez S.L.',
      ownershipType: 'majority',
    })
  })

  it('does not exist for a self-employed account', async () => {
    const answer = await server.call('enterprise', { as: 'ownerB' })
    expect([answer.status, answer.error.type]).toEqual([404, 'ObjectNotFoundException'])
  })

  it('is changed field by field after onboarding, and required fields cannot be emptied', async () => {
    const update = (body: object) => server.call('profileUpdate', { as: 'ownerA', body })
    expect((await update({ phone: '+34 612 345 678', address: { postcode: '41001' } })).body).toMatchObject({
      phone: '612345678',
      address: { postcode: '41001', country: 'ES' },
    })
    const taken = await update({ phone: '' })
    expect([taken.status, taken.error.fields?.map(({ name, code }) => `${name} ${code}`)]).toEqual([400, ['phone required']])
    // Another country makes the postcode invalid.
    expect((await update({ address: { country: 'PT' } })).error.fields?.map(({ name }) => name)).toEqual(['address.postcode'])
    expect((await update({ address: { country: 'PT', postcode: '1000-001' } })).status).toBe(200)
    const [line] = await server.ownerSql<{ after: object }>(
      `select after from audit_entries where call = 'profileUpdate' order by seq limit 1`,
    )
    expect(line?.after).toEqual({ fields: ['phone', 'address.postcode'] })
  })
})

describe('the tax of a company that moves', () => {
  it('changes at the midnight after it, for its shops in both modes, and never for an account that is still being registered', async () => {
    server.stopClock()
    const rateAt = async (at: Date) => {
      server.moveClock(at.getTime() - server.services.now().getTime())
      const { body } = await server.call('merchantConfiguration', { as: 'ownerA', params: { merchantId: hexOf(ids.merchantA1) } })
      return [...new Set(body.products.map(({ vatRate }) => vatRate))]
    }
    const move = (postcode: string) => server.call('enterpriseUpdate', { as: 'ownerA', body: { address: { postcode, country: 'ES' } } })
    expect((await move('28001')).status).toBe(200)
    expect((await move('35003')).status).toBe(200)
    expect((await move('35004')).status).toBe(200)
    const today = madridDay(server.services.now())
    expect(await server.ownerSql('select until_on::text, territory from past_tax_territories')).toEqual([
      { until_on: today, territory: 'peninsula' },
    ])
    const midnight = startOfNextMadridDay(today)
    const before = await beginSale(server, { fixedProduct: 'instalments' })
    expect(await rateAt(new Date(midnight.getTime() - 1))).toEqual([2_100])
    expect(await rateAt(midnight)).toEqual([700])
    const after = await beginSale(server, { fixedProduct: 'instalments' })
    // What was begun before midnight keeps its tax, whenever the customer signs. Two customers: in the half hour before midnight one would sign a duplicate.
    for (const sale of [before, after]) expect((await sign(sale, { who: someone() })).status).toBe(200)
    const charged = ({ operationId }: { operationId: string }) =>
      server.ownerSql(
        `select o.tax_territory || ' ' || o.vat_bps as tax, o.vat_cents = round(o.fee_cents * o.vat_bps / 10000.0) and o.vat_cents > 0 as right from operations o where o.id = $1`,
        [operationId],
      )
    expect(await charged(before)).toEqual([{ tax: 'peninsula 2100', right: true }])
    expect(await charged(after)).toEqual([{ tax: 'canarias 700', right: true }])
    server.startClock()
    const { body } = await server.call('merchantList', { as: 'ownerA' })
    expect(body.map(({ tax }) => tax)).toEqual([null, null])
  })
})
