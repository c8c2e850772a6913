import type { ConsoleOperationDetail } from '#contract/provider/operations'
import { pageSize } from '#contract/platform/page'
import { findOperation, operate, type OperationPlace, type OperatorCommand } from '../../sales/clock/operate.ts'
import { newestRows } from '../../sales/lifecycle/operationSearch.ts'
import { resendByProvider } from '../../sales/offlineCheckout/resend.ts'
import { listOperations } from '../../sales/operations/list.ts'
import { rowJson } from '../../sales/operations/operationJson.ts'
import { operationText } from '../../sales/operations/view.ts'
import { recordAct } from '../../platform/calls/actor.ts'
import { rawJson, type Services } from '../../platform/calls/call.ts'
import type { ConsoleHandler, StaffCaller } from '../../platform/calls/consoleHandler.ts'
import { maskPersonal } from '../../platform/calls/maskPersonal.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf, toSnake } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { deliveryState } from '../../sales/lifecycle/deliveryState.ts'
import { inScope, named, PersonalText, sql } from '../../platform/database/sql.ts'
import { readCredits } from '../credits/credits.ts'
import { needsReason } from '../merchants/account.ts'
import { shopOf } from '../merchants/shop.ts'

type Params = { accountId: string; merchantId: string; operationId: string }

const nowIn = async (services: Services, scope: Scope): Promise<Date> => (await services.shopTimes.servicesOf(services, scope)).now()

/** A shop's newest operations that match, read within its scope; customers' data is masked. */
export const consoleOperationList: ConsoleHandler<'consoleOperationList'> = async ({ db, params, query, services }) => {
  const { id } = await shopOf(db, params)
  const scope = mintScope(id, query.mode)
  const now = await nowIn(services, scope)
  const json = await services.database.read(scope, (shopDb) => findRows(shopDb, scope, query.search, now))
  const { results } = maskPersonal(json) as { results: unknown[] } // our own statement, whose shape the contract check verifies
  return rawJson(JSON.stringify({ results }))
}

/** A list of the newest that match, as wire JSON: digits that are no order's are the end of a phone. */
async function findRows(db: Connection, scope: Scope, search: string | undefined, now: Date): Promise<string> {
  const query = { ...(search && { q: search }), ordering: '-created', page: 1 } as const
  const found = await listOperations(db, scope, query, { role: 'owner', now })
  const isTail = search !== undefined && /^\d{4,8}$/.test(search)
  return isTail && (JSON.parse(found) as { results: unknown[] }).results.length === 0 ? byPhoneTail(db, scope, search, now) : found
}

/** Among the newest operations of the shop: no index finds the end of a phone. */
async function byPhoneTail(db: Connection, scope: Scope, tail: string, now: Date): Promise<string> {
  const ofShop = inScope(scope, 'o')
  const row = await db.first<{ json: string }>(sql`with newest as (
      select o.id, o.phone from operations o where ${ofShop} order by o.created_at desc, o.id desc limit ${newestRows}
    ), shown as (select n.id from newest n where n.phone like ${new PersonalText(`%${tail}`)} limit ${pageSize})
    select json_build_object('results', coalesce((select json_agg(r.line order by r.created_at desc, r.id desc) from (select ${rowJson(now)} as line, o.created_at, o.id
      from operations o where ${ofShop} and o.id = any(array(select id from shown))) r), '[]'))::text as json`)
  return row?.json ?? '{"results":[]}'
}

/** An operation by all three ids: one of another shop or account is not found. */
export async function placeOf(db: Connection, params: Params): Promise<OperationPlace> {
  const [accountId, merchantId] = [idFrom(params.accountId), idFrom(params.merchantId)]
  const place = await findOperation(db, idFrom(params.operationId))
  if (place?.merchantId !== merchantId || place.accountId !== accountId) throw notFound(params.operationId)
  return place
}

type ChargeRow = { instalment: number | null; attempt: number; cents: bigint; state: string; reference: string | null; created_at: Date }
type NotedRow = {
  instalment: number
  cents: bigint
  way: 'transfer' | 'cash'
  received_on: string
  reason: string
  by: string | null
  created_at: Date
}
type MessageRow = { channel: string; purpose: string; state: string; created_at: Date }

/** The whole operation as wire JSON, with its charges and messages. */
async function readDetail(services: Services, place: OperationPlace, withCustomer: boolean): Promise<string> {
  const { merchantId, mode, operationId } = place
  const scope = mintScope(merchantId, mode)
  const now = await nowIn(services, scope)
  return services.database.read(scope, async (db) => {
    const json = await operationText(db, scope, hexOf(operationId), now)
    const shop = await db.first<{ name: string }>(sql`select m.name from merchants m where m.id = ${merchantId}`)
    if (!shop) throw new Error(`shop ${merchantId} of operation ${operationId} does not exist`)
    const charges =
      await db.rows<ChargeRow>(sql`select c.instalment, c.attempt, c.amount_cents as cents, c.state, c.provider_reference as reference, c.created_at
      from charges c where ${inScope(scope, 'c')} and c.operation_id = ${operationId} order by c.created_at desc, c.attempt desc`)
    const noted = await db.rows<NotedRow>(sql`select n.instalment, n.amount_cents as cents, n.way, n.received_on, n.reason, n.created_at,
        (select btrim(s.first_name || ' ' || s.last_name) from staff s where s.id = n.staff_id) as by
      from noted_payments n where ${inScope(scope, 'n')} and n.operation_id = ${operationId} order by n.created_at desc, n.id desc`)
    const ofThis = (alias: string) => sql`${inScope(scope, alias)} and ${named(alias)}.operation_id = ${operationId}`
    const messages =
      await db.rows<MessageRow>(sql`select d.channel, d.purpose, ${deliveryState} as state, d.created_at from deliveries d where ${inScope(scope, 'd')}
        and d.checkout_id = any(array(select k.id from checkouts k where ${ofThis('k')}))
      union all select d.channel, d.purpose, ${deliveryState} as state, d.created_at from deliveries d where ${inScope(scope, 'd')} and d.purpose = 'refund'
        and d.id = any(array(select r.id from refunds r where ${ofThis('r')}))
      union all select d.channel, d.purpose, ${deliveryState} as state, d.created_at from deliveries d where ${inScope(scope, 'd')}
        and d.credit_id = any(array(select c.id from customer_credits c where ${ofThis('c')}))
      order by created_at desc limit 50`)
    const further: Pick<ConsoleOperationDetail, 'mode' | 'shopName' | 'masked' | 'credits'> & {
      charges: unknown
      notedPayments: unknown
      messages: unknown
    } = {
      mode,
      shopName: shop.name,
      masked: !withCustomer,
      credits: await readCredits(db, scope, operationId),
      charges: charges.map(({ cents, created_at: at, ...charge }) => ({ ...charge, amount: Number(cents), createdAt: at.toISOString() })),
      notedPayments: noted.map(({ cents, created_at: at, received_on: receivedOn, ...payment }) => ({
        ...payment,
        amount: Number(cents),
        receivedOn,
        createdAt: at.toISOString(),
      })),
      messages: messages.map(({ created_at: at, ...message }) => ({ ...message, createdAt: at.toISOString() })),
    }
    return JSON.stringify({ ...(toSnake(further) as object), operation: withCustomer ? JSON.parse(json) : maskPersonal(json) })
  })
}

/** One operation; the customer's data is masked. */
export const consoleOperation: ConsoleHandler<'consoleOperation'> = async ({ db, params, services }) =>
  rawJson(await readDetail(services, await placeOf(db, params), false))

/** The same with the customer's data, which the account's audit log says with the reason. Refuses support without one. */
export const consoleOperationReveal: ConsoleHandler<'consoleOperationReveal'> = async ({ db, params, body, services, staff, audit }) => {
  if (body.reason === '' && needsReason(staff)) throw new Refusal('ApiValidationException', { fields: [problem('reason', 'required')] })
  const place = await placeOf(db, params)
  const detail = await readDetail(services, place, true)
  const { accountId, merchantId, mode, operationId } = place
  const opened = { entity: 'operation', entityId: operationId }
  const after = body.reason === '' ? {} : { note: body.reason }
  await recordAct(db, staff, { accountId, merchantId, mode, call: 'operator.read-personal-data', ...opened, after })
  audit(opened)
  return rawJson(detail)
}

type Ordering = {
  db: Connection
  params: Params
  body: { reason: string }
  staff: StaffCaller
  now: Date
  audit: (change: { entity: string; entityId: string; after?: unknown }) => void
}

/** Carries out a command; the account's audit log has it with its reason, the provider's own only that it was done. */
async function order({ db, params, body, staff, now, audit }: Ordering, command: OperatorCommand): Promise<undefined> {
  const place = await placeOf(db, params)
  await operate(db, place, command, { by: staff, reason: body.reason, now })
  audit({ entity: 'operation', entityId: place.operationId, after: command })
  return undefined
}

/** Suspends collection. Refuses with ProviderActionNotAllowed an operation that is not in repayment. */
export const consoleOperationHold: ConsoleHandler<'consoleOperationHold'> = (call) => order(call, { verb: 'hold', hold: call.body.hold })

/** Resumes collection. Refuses with ProviderActionNotAllowed an operation that is not held. */
export const consoleOperationLift: ConsoleHandler<'consoleOperationLift'> = (call) => order(call, { verb: 'lift' })

/** The customer withdraws from the credit. Refuses with ProviderActionNotAllowed after the period, and while a card is being charged. */
export const consoleOperationWithdraw: ConsoleHandler<'consoleOperationWithdraw'> = (call) =>
  order(call, { verb: 'withdraw', withPurchase: call.body.withPurchase })

/** Charges the card for an overdue instalment now. Refuses with ProviderActionNotAllowed without one, and while the card is being charged. */
export const consoleOperationCollect: ConsoleHandler<'consoleOperationCollect'> = (call) => order(call, { verb: 'collect' })

/** Sends the customer a new link, which the account's audit log says. Refuses with ResendNotAllowed, or TooManyRequests, as the shop's own. */
export const consoleOperationResend: ConsoleHandler<'consoleOperationResend'> = async ({ db, params, services, staff, now, ip, audit }) => {
  const { accountId, merchantId, mode, operationId } = await placeOf(db, params)
  const scope = mintScope(merchantId, mode)
  const channels = await withScope(db, scope, () => resendByProvider(services, db, scope, { operationId, now, ip }))
  const sent = { entity: 'operation', entityId: operationId, after: { channels } }
  await recordAct(db, staff, { accountId, merchantId, mode, call: 'operator.resend-link', ...sent })
  audit(sent)
  return { channels: [...channels] }
}
