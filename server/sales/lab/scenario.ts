import { randomBytes } from 'node:crypto'
import { LOSING_EVIDENCE, type Scenario, scenarios, TEST_DOCUMENTS } from '#domain/sales/operations/sandbox'
import { type CallBeforeTransaction, withPreparation, type Call, type Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { withClockOffset } from '../../platform/calls/shopTime.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { advance } from './advance.ts'
import { withShopLock, clockOf } from './clock.ts'
import { type LabVerbs, needs, runVerb, sandboxOnly } from './labVerbs.ts'
import { beginSale, type StartedSale, buy, type ScenarioRun } from './sale.ts'

type Outcome = (run: ScenarioRun, verbs: LabVerbs) => Promise<StartedSale>

/** A link's minimum lifetime is ten minutes: it expired one minute ago. */
const expiredAfterMinutes = 10
/** A sale on the evening before Christmas is paid by then. */
const maxDaysToPay = 8

const bought =
  (options: Parameters<typeof beginSale>[2] = {}): Outcome =>
  async (run, verbs) => {
    const sale = await beginSale(run, verbs, options)
    await buy(run, verbs, sale)
    return sale
  }

/** What each scenario does, using the regular verbs only. */
const outcomes: Readonly<Record<Scenario, Outcome>> = {
  link: (run, verbs) => beginSale(run, verbs),
  approved: bought({ product: 'instalments' }),
  captureRequired: bought({ product: 'pay_later' }),
  refused: bought({ documentId: TEST_DOCUMENTS.refused }),
  challenge: bought({ documentId: TEST_DOCUMENTS.challenge }),
  async expired(run, verbs) {
    const services = withClockOffset(run.services, -(expiredAfterMinutes + 1) * 60_000)
    const sale = await beginSale(run, verbs, { services, minutes: expiredAfterMinutes })
    const { merchantId, mode } = run.scope
    await verbs.handleDeadline(run.services, { merchantId, mode, kind: 'checkout_expiry', objectIds: [sale.operationUuid] })
    return sale
  },
  async duplicated(run, verbs) {
    const mid = `PRUEBA-${randomBytes(4).toString('hex').toUpperCase()}`
    const first = await beginSale(run, verbs, { mid })
    // The customer starts again with the same order: the first one ends as a duplicate.
    await beginSale(run, verbs, { mid })
    return first
  },
  async refunded(run, verbs) {
    const sale = await bought({ product: 'instalments' })(run, verbs)
    await giveBack(run, verbs, sale, Math.floor(sale.amountCents / 3))
    return sale
  },
  async cancelled(run, verbs) {
    const sale = await beginSale(run, verbs)
    await runVerb(verbs.cancel, { ...run, params: ofSale(run, sale), body: {} })
    return sale
  },
  async negativeBalance(run, verbs) {
    const sale = await bought({ product: 'instalments' })(run, verbs)
    const paid = await advanceUntil(run, verbs, () => isSettled(run, sale))
    await giveBack(paid, verbs, sale, sale.amountCents)
    await advanceUntil(paid, verbs, () => owes(run))
    return sale
  },
  disputed: (run, verbs) => disputed(null)(run, verbs),
  disputeWon: (run, verbs) => disputed(text('lab.evidence'))(run, verbs),
  disputeLost: (run, verbs) => disputed(`${text('lab.evidence')} ${LOSING_EVIDENCE}`)(run, verbs),
}

/** The scenarios that move the clock. */
const movesClock: ReadonlySet<Scenario> = new Set(['negativeBalance', 'disputed', 'disputeWon', 'disputeLost'])

/** Time until the first instalment was charged: a month, and the longest waiting of a campaign. */
const maxMonthsToCharge = 4

/** A sale whose customer disputes the first instalment, answered by the shop with this evidence; null: not answered. */
function disputed(evidence: string | null): Outcome {
  return async (run, verbs) => {
    const sale = await bought({ product: 'instalments' })(run, verbs)
    const { present, scope, caller } = run
    let disputeId: string | null = null
    for (let month = 0; month < maxMonthsToCharge && disputeId === null; month += 1) {
      await advance(present, scope, { days: 31, userId: caller.userId, verbs })
      disputeId = await verbs.openDispute(present, scope, sale.operationUuid)
    }
    if (disputeId === null) throw new Error(`no instalment of ${sale.operationId} was charged within ${maxMonthsToCharge} months`)
    if (evidence === null) return sale
    const services = await present.shopTimes.servicesOf(present, scope)
    const params = { ...ofSale(run, sale), disputeId: hexOf(disputeId) }
    await runVerb(verbs.answerDispute, { ...run, services, now: services.now(), params, body: { text: evidence } })
    await verbs.decideDispute(present, scope, disputeId)
    return sale
  }
}

const ofSale = ({ params: { merchantId } }: ScenarioRun, { operationId }: StartedSale) => ({ merchantId, operationId })

async function giveBack(run: ScenarioRun, verbs: LabVerbs, sale: StartedSale, amount: number): Promise<void> {
  await runVerb(verbs.refund, { ...run, now: run.services.now(), params: ofSale(run, sale), body: { amount } })
}

/** Advances the clock day by day until a condition holds; returns the same caller at that time. */
async function advanceUntil(run: ScenarioRun, verbs: LabVerbs, holds: () => Promise<boolean>): Promise<ScenarioRun> {
  const { present, scope, caller } = run
  for (let day = 0; day < maxDaysToPay; day += 1) {
    const aheadMs = await advance(present, scope, { days: 1, userId: caller.userId, verbs })
    const services = withClockOffset(present, aheadMs)
    if (await holds()) return { ...run, services, now: services.now() }
  }
  throw new Error(`no settlement came about within ${maxDaysToPay} days`)
}

async function isSettled({ services, scope }: ScenarioRun, sale: StartedSale): Promise<boolean> {
  const row = await services.database.read(scope, (db) =>
    db.first<{ settled: boolean }>(sql`select settlement_status = 'settled' as settled from operations o
      where ${inScope(scope, 'o')} and o.id = ${sale.operationUuid}`),
  )
  return row?.settled ?? false
}

async function owes({ services, scope }: ScenarioRun): Promise<boolean> {
  const last = await services.database.read(scope, (db) =>
    db.first<{ closing_cents: bigint }>(sql`select s.closing_cents from settlements s
      where ${inScope(scope, 's')} order by s.value_on desc limit 1`),
  )
  return (last?.closing_cents ?? 0n) < 0n
}

/**
 * Takes a sale to an outcome. Each step is a regular verb in a transaction of its own, as when people take it; steps before a refused one stay. Refuses with
 * SandboxOnly, ScenarioNotPossible and, when it moves the clock, with IdempotencyInFlight while another run does.
 */
export const scenario = (verbs: LabVerbs): Handler<'sandboxScenario'> =>
  withPreparation(
    async (call: CallBeforeTransaction<'sandboxScenario'>) => {
      sandboxOnly(call.scope)
      const name = scenarios.find((one) => one === call.params.scenario)
      if (name === undefined) throw notFound(call.params.scenario)
      if (needs[name].some((one) => call.caller.withheld.has(one))) throw new Refusal('PermissionDenied')
      const make = async () => {
        const services = await call.services.shopTimes.servicesOf(call.services, call.scope)
        return { name, sale: await outcomes[name]({ ...call, services, now: services.now(), present: call.services }, verbs) }
      }
      return movesClock.has(name) ? withShopLock(call.services, call.scope, make) : make()
    },
    async ({ db, scope, audit, now }: Call<'sandboxScenario'>, { name, sale }) => {
      audit({ entity: 'operation', entityId: sale.operationUuid, after: { scenario: name, totalCents: sale.amountCents } })
      return { scenario: name, operationId: sale.operationId, clock: await clockOf(db, scope, now) }
    },
  )
