import { shopsClient } from '../src/main.ts'
import { providerClient, type ProviderClient } from './providerClient.ts'

type DaySettings = {
  /** The installation. */
  baseUrl: string
  /** A key of the provider's own systems, from the console. */
  providerKey: string
  /** The customer pays on the page of a checkout. */
  pay: (checkoutUrl: string) => Promise<void>
  /** Resolves the next morning, once the shops of the day before are settled and customers have been paid what they are owed. */
  nextMorning: () => Promise<void>
  /** The present. */
  now: () => Date
}

type Account = { id: string; external_id: string; merchants: { id: string; status: string }[] }
type Merchant = { id: string; status: string }
type Operation = {
  id: string
  merchant_id: string
  mid: string
  category: string
  captured: number
  refunded: number
  settlement_status: string
}
type Settlement = { id: string; merchant_id: string; reference: string; status: string; net_amount: number; refunds: number }
type Payout = { reference: string; settlement_id: string; merchant_id: string; amount: number; iban: string; state: string }
type Credit = { operation_id: string; amount: number; state: string; payments: { kind: string; amount: number; state: string }[] }
type Journal = { kind: string; merchant_id: string; lines: { account: string; amount: number }[] }

/** What the day came to. */
export type Day = {
  account: Account
  operation: Operation
  settlement: Settlement
  payout: Payout
  refunded: Operation
  compensated: Settlement
  ledger: Journal[]
  credit: Credit
}

/**
 * A day of a provider by its API alone: a merchant is created and approved, sells, is settled and paid, and refunds, first a part and then all, so that the
 * customer gets back what their card paid. Nobody opens the console or the merchants' pages; the sale is one at the shop's till, whose customer opens the link
 * on a phone.
 */
export async function providerDay({ baseUrl, providerKey, pay, nextMorning, now }: DaySettings): Promise<Day> {
  const provider = providerClient({ baseUrl, key: providerKey })
  const { account, merchant } = await openMerchant(provider)
  const { key } = await provider.post<{ key: string }>(`/merchants/${merchant.id}/keys`, { mode: 'live' })
  const shop = shopsClient({ baseUrl, key })
  const order = { id: 'MORA-1', totalAmount: 60_000, currency: 'EUR' as const }
  const article = { id: 'SOFA-1', name: 'Sofá Duero', quantity: 1, price: 49_587, taxRate: 2_100 }
  const { checkoutUrl } = await shop.checkoutOfflineCreate({ order: { ...order, articles: [article] }, customer: { phone: '612345678' } })
  await pay(checkoutUrl)
  const operation = await found(
    () => provider.all<Operation>('/operations'),
    (one) => one.mid === order.id && one.category === 'accepted',
  )

  await nextMorning()
  const settlement = await found(
    () => provider.all<Settlement>('/settlements'),
    (one) => one.merchant_id === merchant.id,
  )
  const due = await found(
    () => provider.all<Payout>('/payouts'),
    (one) => one.settlement_id === settlement.id,
  )
  // The provider's treasury has sent the money: the reference is that of the transfer, so a repeat does nothing more.
  const executed = { at: now().toISOString() }
  const payout = await provider.post<Payout>(`/payouts/${due.reference}/executed`, executed, due.reference)

  await shop.operationRefund(order.id, { amount: 20_000 })
  const refunded = await found(
    () => provider.all<Operation>('/operations'),
    (one) => one.id === operation.id && one.refunded > 0,
  )
  // Days of the ledger are days in Madrid.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' }).format(now())
  await nextMorning()
  const isLater = (one: Settlement) => one.merchant_id === merchant.id && one.id !== settlement.id
  const compensated = await found(() => provider.all<Settlement>('/settlements'), isLater)
  const ledger = (await provider.all<Journal>(`/ledger/${day}`)).rows.filter((one) => one.merchant_id === merchant.id)

  await shop.operationRefund(order.id, { amount: 40_000 })
  await nextMorning()
  const credit = await found(
    () => provider.all<Credit>('/credits'),
    (one) => one.operation_id === operation.id,
  )
  return { account, operation, settlement, payout, refunded, compensated, ledger, credit }
}

/** An account that the provider has identified in its own systems, with one shop, approved. */
async function openMerchant(provider: ProviderClient): Promise<{ account: Account; merchant: Merchant }> {
  const address = { street: 'Calle Mayor, 4', city: 'Madrid', state: 'Madrid', country: 'ES', postcode: '28001' }
  const account = await provider.post<Account>('/accounts', {
    external_id: 'CRM-4711',
    type: 'enterprise',
    owner: { email: 'clara@mora.example', first_name: 'Clara', last_name: 'Mora' },
    company: { name: 'Muebles Mora S.L.', cif: 'B58818501', business_activity: '06', cnae: '47.55', phone: '912345678', address },
    papers_elsewhere: true,
    invite: false,
  })
  const merchant = await provider.post<Merchant>(`/accounts/${account.id}/merchants`, {
    external_id: 'CRM-4711/1',
    name: 'Muebles Mora',
    url: 'mora.example',
    business_activity: '06',
    iban: 'ES9121000418450200051332',
    monthly_earnings: 2_000_000,
    average_amount: 40_000,
  })
  return { account, merchant: await provider.post<Merchant>(`/merchants/${merchant.id}/approve`) }
}

/** The newest row that matches. A list shows a change once every transaction before it has ended: it is read again meanwhile. */
async function found<Row>(read: () => Promise<{ rows: Row[] }>, matches: (row: Row) => boolean): Promise<Row> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const row = (await read()).rows.findLast(matches)
    if (row) return row
    await new Promise((resolve) => void setTimeout(resolve, 100))
  }
  throw new Error(`not listed: ${JSON.stringify((await read()).rows)}`)
}
