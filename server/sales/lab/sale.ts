import { randomBytes, randomInt } from 'node:crypto'
import { cents, type Cents } from '#domain/platform/money'
import { testNif } from '#domain/sales/operations/sandbox'
import type { Product } from '#domain/sales/operations/states'
import type { Call, Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { readCartOffers } from '../lifecycle/offers.ts'
import { type LabVerbs, runVerb } from './labVerbs.ts'

/** Who runs a scenario, and where; `services` use the shop's clock, `present` the wall clock. */
export type ScenarioRun = Omit<Call<'sandboxScenario'>, 'db' | 'audit'> & { present: Services }

/** Options of a scenario's sale; omitted ones take a default. */
type SaleOptions = { product?: Product; documentId?: string; mid?: string; minutes?: number; /** When it begins. */ services?: Services }

/** A sale that has started: the customer's link, and its operation's id. */
export type StartedSale = {
  operationId: string
  operationUuid: string
  checkoutId: string
  customer: Customer
  documentId: string
  amountCents: Cents
}
type Customer = Omit<Call<'checkoutPlan'>, 'db' | 'audit' | 'body' | 'params'>

const people = [
  ['Lucía', 'Ferrer Molina', 'Calle de la Rosa 4', '28012', 'Madrid'],
  ['Mateo', 'Ibarra Sanz', 'Gran Vía 22', '48001', 'Bilbao'],
  ['Noa', 'Castro Vidal', 'Rúa Nova 9', '15003', 'A Coruña'],
  ['Hugo', 'Romero Gil', 'Avenida de la Paz 31', '41013', 'Sevilla'],
] as const
const wares = ['Lámpara de pie', 'Mesa auxiliar', 'Cafetera exprés', 'Silla de escritorio', 'Bicicleta plegable'] as const
/** Below the amount that requires a bank check (docs/domain.md#bank-check), where the shop sells for so little. */
const usualCents = 18_000
const goodCard = () => `sim_accepted_visa_1111_${randomBytes(6).toString('hex')}`

/**
 * An amount that the shop sells this product for; null when it does not sell it. Of many amounts: scenarios with the document of one test person end as
 * duplicates when the amount comes again within half an hour.
 */
async function amountFor({ services, scope }: ScenarioRun, product?: Product): Promise<Cents | null> {
  const offers = await services.database.read(scope, (db) => readCartOffers(db, scope, services.now()))
  const offer = product === undefined ? offers[0] : offers.find((one) => one.product === product)
  if (!offer) return null
  return cents(Math.min(Math.max(usualCents + randomInt(6_000), offer.minCents), offer.maxCents))
}

/** Starts a sale as the shop, as at its till. Refuses with ScenarioNotPossible when the shop does not sell the product. */
export async function beginSale(run: ScenarioRun, verbs: LabVerbs, options: SaleOptions = {}): Promise<StartedSale> {
  const { scope, caller } = run
  const services = options.services ?? run.services
  const amountCents = await amountFor(run, options.product)
  if (amountCents === null) throw new Refusal('ScenarioNotPossible')
  const name = wares[randomInt(wares.length)] ?? wares[0]
  const documentId = options.documentId ?? testNif(randomInt(2 ** 40))
  const newSale = await runVerb(verbs.create, {
    ...run,
    services,
    now: services.now(),
    params: { merchantId: run.params.merchantId },
    body: {
      submitType: 'vendors',
      order: {
        mid: options.mid ?? `PRUEBA-${randomBytes(4).toString('hex').toUpperCase()}`,
        totalAmount: amountCents,
        currency: 'EUR',
        articles: [{ name, quantity: 1, price: amountCents, taxRate: 0, total: amountCents }],
      },
      customer: { phone: `6${String(randomInt(10 ** 8)).padStart(8, '0')}` },
      ...(options.product && { product: { type: options.product } }),
      channels: [],
      ...(options.minutes && { expiresInMinutes: options.minutes }),
      allowDuplicate: true,
    },
  })
  if ('json' in newSale) throw new Error('the offline checkout answered with raw JSON instead of a checkout')
  const checkoutId = uuidOf(newSale.checkoutId) ?? ''
  const { file, query, ip, requestId } = run
  return {
    operationId: newSale.operationId,
    operationUuid: uuidOf(newSale.operationId) ?? '',
    checkoutId: newSale.checkoutId,
    documentId,
    amountCents,
    customer: {
      file,
      query,
      ip,
      requestId,
      services,
      now: services.now(),
      scope,
      caller: null,
      customer: { checkoutId, accountId: caller.accountId, device: undefined, opener: undefined },
      http: { ...run.http, setCookie: () => {} },
    },
  }
}

/** Takes the customer through the checkout: plan, consents, code, identity, bank and card, signature, as far as the questions go. */
export async function buy({ services }: ScenarioRun, verbs: LabVerbs, started: StartedSale): Promise<void> {
  const params = { checkoutId: started.checkoutId }
  let mark: string | undefined
  const known = () => ({
    ...started.customer,
    params,
    now: services.now(),
    customer: { ...started.customer.customer, device: mark },
    // The code sets a cookie, as in a browser.
    http: { ...started.customer.http, setCookie: (cookie: string) => void (mark = /^co=([^;]+)/.exec(cookie)?.[1]) },
  })
  const read = async () => viewOf(await runVerb(verbs.view, { ...known(), body: undefined }))
  const { plans } = await read()
  // The middle one: neither the shortest nor the longest.
  const plan = plans.filter(({ product }) => product === plans[0]?.product)[Math.floor(plans.length / 2)] ?? plans[0]
  if (!plan) throw new Refusal('ScenarioNotPossible')
  await runVerb(verbs.plan, { ...known(), body: { product: plan.product, numInstalments: plan.numInstalments } })
  const { code } = viewOf(await runVerb(verbs.consent, { ...known(), body: { privacy: true, creditCheck: true } }))
  await runVerb(verbs.code, { ...known(), body: { code: code?.shown ?? '' } })
  let sale = viewOf(await runVerb(verbs.identify, { ...known(), body: personOf(started.documentId) }))
  if (sale.step === 'bank') {
    const begun = viewOf(await runVerb(verbs.bank, { ...known(), body: { bankCode: '2100' } }))
    // As their customer would on the bank's page.
    await services.payments.simulatedChecks.answer(begun.bank?.url?.split('/').at(-1) ?? '', 'passed')
    sale = viewOf(await runVerb(verbs.bank, { ...known(), body: {} }))
  }
  if (sale.step !== 'card') return
  await runVerb(verbs.card, { ...known(), body: { token: goodCard() } })
  const { plans: shown, chosen } = await read()
  const last = shown.find((one) => one.product === chosen?.product && one.numInstalments === chosen.numInstalments)
  await runVerb(verbs.confirm, {
    ...known(),
    body: { expectedFirstPayment: last?.firstPaymentAmount ?? 0, expectedTotalPrice: last?.totalPrice ?? 0 },
  })
}

function viewOf<View extends object>(answer: View | { readonly json: string }): View {
  if ('json' in answer) throw new Error("the checkout answered with raw JSON instead of the contract's object")
  return answer
}

function personOf(documentId: string) {
  const [firstName, lastName, street, postcode, city] = people[randomInt(people.length)] ?? people[0]
  const email = `${documentId.toLowerCase()}@cliente.example`
  return { firstName, lastName, documentId, birthday: '1990-05-17', email, address: { street, postcode, city, country: 'ES' as const } }
}
