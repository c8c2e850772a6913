import { randomBytes } from 'node:crypto'
import { type Scenario, scenarios, TEST_DOCUMENTS } from '#domain/sales/operations/sandbox'
import { type Asking, asking, type Call, type Handler } from '../../platform/calls/call.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { withClockOffset } from '../../platform/calls/shopTime.ts'
import { sql } from '../../platform/database/sql.ts'
import { advance } from './advance.ts'
import { aloneInShop, clockOf } from './clock.ts'
import { type LabVerbs, needs, sandboxOnly, take } from './labVerbs.ts'
import { beginSale, type Begun, buy, type Trying } from './sale.ts'

type Outcome = (trying: Trying, verbs: LabVerbs) => Promise<Begun>

/** Ten minutes is the shortest that a link lives: it ran out one minute ago. */
const expiredAfterMinutes = 10
/** A sale on the evening before Christmas is paid by then. */
const mostDaysToPay = 8

const bought =
  (wish: Parameters<typeof beginSale>[2] = {}): Outcome =>
  async (trying, verbs) => {
    const sale = await beginSale(trying, verbs, wish)
    await buy(trying, verbs, sale)
    return sale
  }

/** What happens in each, by the product's own verbs alone. */
const outcomes: Readonly<Record<Scenario, Outcome>> = {
  link: (trying, verbs) => beginSale(trying, verbs),
  approved: bought({ product: 'instalments' }),
  captureRequired: bought({ product: 'pay_later' }),
  refused: bought({ documentId: TEST_DOCUMENTS.refused }),
  challenge: bought({ documentId: TEST_DOCUMENTS.challenge }),
  async expired(trying, verbs) {
    const services = withClockOffset(trying.services, -(expiredAfterMinutes + 1) * 60_000)
    const sale = await beginSale(trying, verbs, { services, minutes: expiredAfterMinutes })
    const { merchantId, mode } = trying.scope
    await verbs.handleDeadline(trying.services, { merchantId, mode, kind: 'checkout_expiry', objectIds: [sale.operationUuid] })
    return sale
  },
  async duplicated(trying, verbs) {
    const mid = `PRUEBA-${randomBytes(4).toString('hex').toUpperCase()}`
    const first = await beginSale(trying, verbs, { mid })
    // The customer begins again with the same order: the first one ends as duplicated.
    await beginSale(trying, verbs, { mid })
    return first
  },
  async refunded(trying, verbs) {
    const sale = await bought({ product: 'instalments' })(trying, verbs)
    await giveBack(trying, verbs, sale, Math.floor(sale.amountCents / 3))
    return sale
  },
  async cancelled(trying, verbs) {
    const sale = await beginSale(trying, verbs)
    await take(verbs.cancel, { ...trying, params: ofSale(trying, sale), body: {} })
    return sale
  },
  async negativeBalance(trying, verbs) {
    const sale = await bought({ product: 'instalments' })(trying, verbs)
    const paid = await passUntil(trying, verbs, () => isSettled(trying, sale))
    await giveBack(paid, verbs, sale, sale.amountCents)
    await passUntil(paid, verbs, () => owes(trying))
    return sale
  },
}

/** Those that let days pass. */
const movesTime: ReadonlySet<Scenario> = new Set(['negativeBalance'])

const ofSale = ({ params: { merchantId } }: Trying, { operationId }: Begun) => ({ merchantId, operationId })

async function giveBack(trying: Trying, verbs: LabVerbs, sale: Begun, amount: number): Promise<void> {
  await take(verbs.refund, { ...trying, now: trying.services.now(), params: ofSale(trying, sale), body: { amount } })
}

/** Lets days pass one by one until something holds; the same person there. */
async function passUntil(trying: Trying, verbs: LabVerbs, holds: () => Promise<boolean>): Promise<Trying> {
  const { present, scope, caller } = trying
  for (let day = 0; day < mostDaysToPay; day += 1) {
    const aheadMs = await advance(present, scope, { days: 1, userId: caller.userId, verbs })
    const services = withClockOffset(present, aheadMs)
    if (await holds()) return { ...trying, services, now: services.now() }
  }
  throw new Error(`a settlement did not come about within ${mostDaysToPay} days`)
}

async function isSettled({ services, scope }: Trying, sale: Begun): Promise<boolean> {
  const row = await services.database.read(scope, (db) =>
    db.first<{ settled: boolean }>(sql`select settlement_status = 'settled' as settled from operations o
      where o.merchant_id = ${scope.merchantId} and o.mode = ${scope.mode} and o.id = ${sale.operationUuid}`),
  )
  return row?.settled ?? false
}

async function owes({ services, scope }: Trying): Promise<boolean> {
  const last = await services.database.read(scope, (db) =>
    db.first<{ closing_cents: bigint }>(sql`select s.closing_cents from settlements s
      where s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode} order by s.value_on desc limit 1`),
  )
  return (last?.closing_cents ?? 0n) < 0n
}

/**
 * Takes a sale to an outcome. Each step is a verb of the product in a transaction of its own, as when people take it; what was
 * done before one that is refused stays. Refuses with SandboxOnly, ScenarioNotPossible, and where it moves the time, with IdempotencyInFlight while
 * something else does.
 */
export const scenario = (verbs: LabVerbs): Handler<'sandboxScenario'> =>
  asking(
    async (call: Asking<'sandboxScenario'>) => {
      sandboxOnly(call.scope)
      const name = scenarios.find((one) => one === call.params.scenario)
      if (name === undefined) throw notFound(call.params.scenario)
      if (needs[name].some((one) => call.caller.withheld.has(one))) throw new Refusal('PermissionDenied')
      const make = async () => {
        const services = await call.services.shopTimes.servicesOf(call.services, call.scope)
        return { name, sale: await outcomes[name]({ ...call, services, now: services.now(), present: call.services }, verbs) }
      }
      return movesTime.has(name) ? aloneInShop(call.services, call.scope, make) : make()
    },
    async ({ db, scope, audit, now }: Call<'sandboxScenario'>, { name, sale }) => {
      audit({ entity: 'operation', entityId: sale.operationUuid, after: { scenario: name, totalCents: sale.amountCents } })
      return { scenario: name, operationId: sale.operationId, clock: await clockOf(db, scope, now) }
    },
  )
