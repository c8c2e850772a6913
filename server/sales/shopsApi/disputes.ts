import { pageSize } from '#contract/platform/page'
import type { Dispute } from '#contract/sales/disputes'
import { shopInstantOf } from '#domain/sales/shopsApi/shopOrder'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { ShopHandler } from '../../platform/calls/shopHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { findOperation } from '../lifecycle/findOperation.ts'
import { pageOf } from './orders.ts'

type Order = { id: string; mid: string | null }
type Read = Pick<Parameters<typeof orderDisputes>[0], 'db' | 'scope' | 'verb'>

const momentOf = (at: string | null): string | null => (at === null ? null : shopInstantOf(new Date(at)))

const disputeOf = (order: Order, dispute: Dispute) => ({
  id: dispute.id,
  orderId: hexOf(order.id),
  mid: order.mid,
  state: dispute.state,
  reason: dispute.reason,
  amount: dispute.amount,
  answer: dispute.answer,
  text: dispute.text,
  files: dispute.files.length,
  bearer: dispute.bearer,
  charged: dispute.charged,
  answerable: dispute.answerable,
  openedAt: shopInstantOf(new Date(dispute.openedAt)),
  answerBy: momentOf(dispute.answerBy),
  evidenceDueAt: momentOf(dispute.evidenceDueAt),
  answeredAt: momentOf(dispute.answeredAt),
  submittedAt: momentOf(dispute.submittedAt),
  closedAt: momentOf(dispute.closedAt),
})

async function readOrder({ db, scope }: Read, ref: string): Promise<Order> {
  const id = await findOperation(db, scope, ref)
  const row = await db.first<{ mid: string | null }>(sql`select o.mid from operations o where ${inScope(scope, 'o')} and o.id = ${id}`)
  return { id, mid: row?.mid ?? null }
}

const disputesOf = async ({ verb }: Read, { id }: Order): Promise<readonly Dispute[]> =>
  (await verb('disputeList', { params: { operationId: hexOf(id) } })).results

/** The card disputes of an order, oldest first. */
export const orderDisputes: ShopHandler<'orderDisputes'> = async (call) => {
  const order = await readOrder(call, call.params.ref)
  return { results: (await disputesOf(call, order)).map((one) => disputeOf(order, one)) }
}

type Row = { id: string; operation_id: string; mid: string | null }

/** A page of the shop's card disputes, newest first. */
export const orderDisputeList: ShopHandler<'orderDisputeList'> = async (call) => {
  const { db, scope, query } = call
  const condition = sql`${inScope(scope, 'd')} and (${query.state ?? null}::text is null or d.state = ${query.state ?? null})`
  const [rows, counted] = await Promise.all([
    db.rows<Row>(sql`select d.id, d.operation_id, o.mid from card_disputes d join operations o on ${inScope(scope, 'o')} and o.id = d.operation_id
      where ${condition} order by d.opened_at desc, d.id desc offset ${(query.page - 1) * pageSize} limit ${pageSize}`),
    db.first<{ many: number }>(sql`select count(*)::integer as many from card_disputes d where ${condition}`),
  ])
  const results = []
  for (const { id, operation_id: operationId, mid } of rows) {
    const order = { id: operationId, mid }
    const dispute = (await disputesOf(call, order)).find((one) => one.id === hexOf(id))
    if (dispute) results.push(disputeOf(order, dispute))
  }
  return { ...pageOf(call, query.page, counted?.many ?? 0), results }
}

/** Gives evidence as text; files that were given in the panel stay. */
export const orderDisputeEvidence: ShopHandler<'orderDisputeEvidence'> = async (call) => {
  const { params, body, verb } = call
  const order = await readOrder(call, params.ref)
  if (!(await disputesOf(call, order)).some(({ id }) => id === params.disputeId))
    throw new Refusal('ObjectNotFoundException', { fields: { dispute__id: params.disputeId } })
  return disputeOf(order, await verb('disputeAnswer', { params: { operationId: hexOf(order.id), disputeId: params.disputeId }, body }))
}
