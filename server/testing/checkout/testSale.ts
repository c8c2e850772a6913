import { cents } from '#domain/platform/money'
import type { Product } from '#domain/sales/operations/states'
import type { BodyInput } from '#contract/platform/endpoint'
import type { Api, CallName } from '#contract/index'
import { newId } from '../../platform/database/newId.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import { ids } from '../testFixture.ts'
import type { TestAnswer, TestServer } from '../testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { brokenBooks as ofAllShops } from '../operations/testBooks.ts'
import { openOperation } from '../../sales/lifecycle/openOperation.ts'

/** The properties of a test sale; omitted ones have defaults. */
export type Begin = {
  merchantId?: string
  mode?: Mode
  totalCents?: number
  mid?: string
  channel?: 'in_store' | 'online'
  phone?: string | null
  fixedProduct?: Product
  fixedInstalments?: number
  minutes?: number
}

type ConsumerCall = Extract<CallName, `checkout${string}`>

/** A sale as created by the shop's own call, and the browser that opens its link. */
export type TestSale = {
  scope: Scope
  checkoutId: string
  operationId: string
  token: string
  /** A call from the first browser; the cookie set by the code is kept. */
  call: Caller
  /** Another browser with the same link. */
  browser(): Caller
  /** The last code sent. */
  code(): Promise<string>
  /** Goes to a bank, authorises there or not, and returns. */
  linkBank(bankCode: string, authorise?: boolean): Promise<TestAnswer<'checkoutBank'>>
}
/** A sale that may be bought without asking a bank. */
type BuyableSale = Omit<TestSale, 'linkBank'> & Partial<Pick<TestSale, 'linkBank'>>
export type Caller = <N extends ConsumerCall>(
  name: N,
  body?: BodyInput<Api[N]>,
  more?: Parameters<TestServer['call']>[1],
) => Promise<TestAnswer<N>>

let phones = 0

/** Creates an operation with its checkout and its link. */
export async function beginSale(server: TestServer, begin: Begin = {}): Promise<TestSale> {
  const scope = mintScope(begin.merchantId ?? ids.merchantA1, begin.mode ?? 'live')
  const now = server.services.now()
  const checkoutId = newId(now)
  phones += 1
  const phone = begin.phone === undefined ? `6${String(10_000_000 + phones)}` : begin.phone
  const operationId = await server.services.database.write(scope, async (db) => {
    const opened = await openOperation(db, scope, {
      mid: begin.mid ?? null,
      totalCents: cents(begin.totalCents ?? 60_000),
      articles: [{ name: 'Bicicleta <b>«Río»</b>', quantity: 1, price: 0, taxRate: 2100, discount: 0, total: begin.totalCents ?? 60_000 }],
      channel: begin.channel ?? 'in_store',
      product: begin.fixedProduct ?? null,
      numInstalments: begin.fixedInstalments ?? null,
      customer: { firstName: '', lastName: '', email: '', phone, documentNumber: null },
      withConsent: true,
      expiresAt: new Date(now.getTime() + (begin.minutes ?? 4_320) * 60_000),
      by: { actor: 'merchant', userId: null, channel: 'panel' },
      secrets: server.services.config.sessionSecrets,
      now,
    })
    await db.run(sql`insert into checkouts (merchant_id, mode, id, operation_id, submit_type, fixed_product, fixed_instalments, created_at)
      values (${scope.merchantId}, ${scope.mode}, ${checkoutId}, ${opened.operationId}, 'user', ${begin.fixedProduct ?? null}, ${begin.fixedInstalments ?? null}, ${now})`)
    await db.run(
      sql`insert into checkout_links (checkout_id, merchant_id, mode) values (${checkoutId}, ${scope.merchantId}, ${scope.mode})`,
    )
    return opened.operationId
  })
  const token = server.services.tokens.linkOf('checkout', checkoutId, 1)
  const browser = () => callerOf(server, checkoutId, token)
  const call = browser()
  return {
    scope,
    checkoutId,
    operationId,
    token,
    call,
    browser,
    async linkBank(bankCode, authorise = true) {
      const begun = await call('checkoutBank', { bankCode })
      const returned = await answerBank(server, begun.body.bank?.url ?? null, authorise)
      return returned === null ? begun : call('checkoutBank', { returned })
    },
    code: async () => {
      const [row] = await server.ownerSql<{ codes_sent: number }>('select codes_sent from checkouts where id = $1', [checkoutId])
      return server.services.tokens.codeOf(checkoutId, row?.codes_sent ?? 0)
    },
  }
}

/** Answers on a simulated bank's page, and gives the state with which the browser returns; null: the bank has no page for this. */
export async function answerBank(server: TestServer, url: string | null, authorise = true): Promise<string | null> {
  if (url === null) return null
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { pathname } = new URL(url)
  const answer = await server.send('POST', pathname, { body: `answer=${authorise ? 'passed' : 'refused'}`, headers })
  return new URL(answer.headers.get('location') ?? 'none:').searchParams.get('returned')
}

/** A browser that holds a link: it keeps the cookies set by opening it and by a correct code. */
export function callerOf(server: TestServer, checkoutId: string, token: string): Caller {
  const marks = new Map<string, string>()
  return async (name, body, more = {}) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(marks.size === 0 ? {} : { cookie: [...marks.values()].join('; ') }),
      ...more.headers,
    }
    const params = { checkoutId: hexOf(checkoutId) }
    // Parameters and body are those of this call; the union over all calls is too wide for the compiler.
    const answer = await server.call(name, { ...more, params, headers, ...(body === undefined ? {} : { body }) } as never) // the name decides which of these it takes
    for (const cookie of answer.headers.getSetCookie()) marks.set(cookie.split('=')[0] ?? '', cookie.split(';')[0] ?? '')
    return answer
  }
}

/** A customer who passes every rule. */
export type Person = {
  firstName: string
  lastName: string
  documentId: string
  birthday: string
  email: string
  address: { street: string; postcode: string; city: string; country: 'ES' | 'PT' }
}
export const ana: Person = {
  firstName: 'Ana',
  lastName: 'García López',
  documentId: '12345678Z',
  birthday: '1990-05-17',
  email: 'ana@mora.test',
  address: { street: 'Calle Mayor 1', postcode: '28001', city: 'Madrid', country: 'ES' },
}
const controlLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
let people = 0

/** A new customer who passes every rule: tests do not share anybody's limits. */
export function someone(): Person {
  people += 1
  const number = 20_000_000 + people
  return { ...ana, documentId: `${number}${controlLetters[number % 23]}`, email: `ana${people}@mora.test` }
}

export const goodCard = 'sim_accepted_visa_1111_a1b2c3d4'
export const badCard = 'sim_declined_visa_1881_a1b2c3d4'

const stages = ['plan', 'consent', 'code', 'identity', 'card', 'summary'] as const
export type Stage = (typeof stages)[number]

/** Takes a new sale to a stage, as its customer would, and returns its browser's cookie; a response other than 200 is an error. */
export async function goTo(
  sale: BuyableSale,
  stage: Stage,
  {
    who = ana,
    plan = { product: 'instalments' as const, numInstalments: 6 },
    card = goodCard,
  }: { who?: Person; plan?: { product: Product; numInstalments: number }; card?: string } = {},
): Promise<string> {
  const steps = [
    () => sale.call('checkoutPlan', plan),
    () => sale.call('checkoutConsent', { privacy: true, creditCheck: true }),
    async () => sale.call('checkoutCode', { code: await sale.code() }),
    async () => {
      const known = await sale.call('checkoutIdentify', who)
      return known.body.step === 'bank' && sale.linkBank ? sale.linkBank('2100') : known
    },
    () => sale.call('checkoutCard', { token: card }),
  ]
  let cookie = ''
  for (const step of steps.slice(0, stages.indexOf(stage))) {
    const answer = await step()
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.raw}`)
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
  }
  return cookie
}

/** Completes a sale: signed, with the amounts that were shown. */
export async function sign(sale: BuyableSale, options: Parameters<typeof goTo>[2] = {}): Promise<TestAnswer<'checkoutConfirm'>> {
  await goTo(sale, 'summary', options)
  const { plans, chosen } = (await sale.call('checkoutView')).body
  const plan = plans.find((one) => one.product === chosen?.product && one.numInstalments === chosen.numInstalments)
  const answer = await sale.call('checkoutConfirm', {
    expectedFirstPayment: plan?.firstPaymentAmount ?? -1,
    expectedTotalPrice: plan?.totalPrice ?? -1,
  })
  if (answer.body.status !== 'approved') throw new Error(`${answer.status} ${answer.raw}`)
  return answer
}

/** Violations in the ledger of all shops; a test expects none. */
export const brokenBooks = (server: TestServer): Promise<string[]> => ofAllShops(server.database.ownerUrl)
