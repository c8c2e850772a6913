import { decisionRequest, type DecisionRequest } from '#contract/sales/decisionEngine'
import { isLocalDate, type LocalDate, madridDay, addDays } from '#domain/platform/dates'
import { categoryOf, type Category, type Substatus } from '#domain/sales/operations/lifecycle'
import type { DecisionFacts } from '#domain/sales/operations/decision'
import type { Means } from '../../money/payments/accountInformation.ts'
import type { Call } from '../../platform/calls/call.ts'
import { hexOf, toSnake } from '../../platform/calls/wire.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { firstPaymentCents } from '../lifecycle/offers.ts'
import { chosenPlan } from './plans.ts'
import type { Sale } from './sale.ts'
import type { CustomerCall } from './step.ts'

/** A step of the customer's that is decided on. */
export type DecidingCall = CustomerCall & Pick<Call<'checkoutIdentify'>, 'ip' | 'http'>

type Deciding = { id: string; sale: Sale; facts: DecisionFacts; means: Means | null; answerBy: Date }

/** The request to an external engine as JSON (docs/decision.md#the-request). */
export async function decisionRequestBody(call: DecidingCall, { id, sale, facts, means, answerBy }: Deciding): Promise<string> {
  const { now, ip, http } = call
  const plan = chosenPlan(sale, now)
  const request: DecisionRequest = {
    version: 1,
    id: hexOf(id),
    askedAt: now.toISOString(),
    answerBy: answerBy.toISOString(),
    operationId: hexOf(sale.operationId),
    channel: sale.channel,
    amounts: {
      total: sale.totalCents,
      firstPayment: firstPaymentCents(plan),
      monthly: facts.monthlyCents,
      totalPrice: plan.totalPriceCents,
    },
    plan: {
      product: sale.plan.product,
      numInstalments: sale.plan.numInstalments,
      tin: sale.plan.tin,
      tae: sale.plan.tae,
      waitingMonths: sale.plan.waitingMonths,
    },
    merchant: { ...(await readMerchant(call, sale)), minAmount: facts.minCents, maxAmount: facts.maxCents },
    customer: customerOf(sale),
    device: { ip, userAgent: http.userAgent.slice(0, 300), phoneCorrections: sale.phoneCorrections, codesSent: sale.codesSent },
    consents: { givenAt: sale.consentsGivenAt?.toISOString() ?? null, confirmedAt: sale.consentConfirmedAt?.toISOString() ?? null },
    earlier: {
      requestsLastDay: facts.recentRequests,
      livePlans: facts.livePlans,
      owed: facts.owedCents,
      hasDefaulted: facts.hasDefaulted,
    },
    checks: { challengePassed: facts.challengePassed, reviewed: facts.reviewed },
    bank: facts.bank === 'not_asked' ? null : { income: means?.incomeCents ?? null, outgoings: means?.outgoingsCents ?? null },
  }
  return JSON.stringify(toSnake(decisionRequest.parse(request)))
}

function customerOf({ customer, birthday, address }: Sale): DecisionRequest['customer'] {
  const { firstName, lastName, email, phone, documentNumber } = customer
  return {
    firstName,
    lastName,
    documentId: documentNumber ?? '',
    birthday: birthday !== null && isLocalDate(birthday) ? birthday : null,
    email,
    phone,
    address,
  }
}

const historyDays = 90

type Row = { live_on: LocalDate | null; counts: Partial<Record<Substatus, number>> | null }

async function readMerchant({ db, scope, now }: DecidingCall, { shop }: Sale) {
  const from = addDays(madridDay(now), -historyDays)
  const row = await db.first<Row>(sql`select (m.live_on at time zone 'Europe/Madrid')::date as live_on,
      (select jsonb_object_agg(n.substatus, n.operations) from (select c.substatus, sum(c.operations)::integer as operations from operation_counters c
        where ${inScope(scope, 'c')} and c.day >= ${from} group by c.substatus) n) as counts
    from merchants m where m.id = ${scope.merchantId}`)
  const count = (category: Category) =>
    Object.entries(row?.counts ?? {}).reduce(
      (all, [substatus, many]) => (categoryOf(substatus as Substatus) === category ? all + many : all),
      0,
    ) // its keys are sub-statuses
  return {
    id: hexOf(scope.merchantId),
    ...shop,
    liveOn: row?.live_on ?? null,
    history: {
      days: historyDays,
      accepted: count('accepted'),
      inProcess: count('in_process'),
      stopped: count('stopped'),
      rejected: count('rejected'),
    },
  }
}
