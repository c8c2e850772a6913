import { z } from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint'
import { shopAmount, shopInstant } from '#contract/platform/shopCall'
import { discount, money, percent, shipping } from '#contract/sales/shopsApi/shopCheckout'
import { orderMessage } from '#contract/sales/shopsApi/shopOrders'
import { shopsApi } from '#contract/shopsApi'
import { amount, date, instant, rate } from '#contract/platform/values'
import { campaignState } from '#contract/sales/campaigns'
import { webhookData } from '#contract/sales/shopsApi/webhookMessages'
import type { JsonSchema } from '../server/platform/calls/openapi.ts'

const {
  campaignArticleAdd,
  campaignArticleList,
  campaignCreate,
  campaignUpdate,
  campaignView,
  captureRefund,
  checkoutCreate,
  checkoutStatus,
  merchantView,
  operationList,
  operationRefund,
  operationVoids,
  planSimulate,
  settlementLines,
  settlementList,
  settlementReconcile,
} = shopsApi
const { billing, customer, order } = checkoutCreate.body.shape
const orderRow = operationList.answers[200].shape.results.def.element
const operationNews = webhookData.operation

/** Schemas that get a type name in the client; small ones first. The part after a dot distinguishes schemas of one type. */
const named: readonly (readonly [name: string, Schema])[] = [
  ['Cents', amount],
  ['Cents.asked', shopAmount],
  ['Cents.net', money],
  ['Cents.discount', discount],
  ['Cents.query', planSimulate.query.shape.amount],
  ['Rate', rate],
  ['Rate.asked', percent],
  ['Rate.interest', campaignCreate.body.shape.interest.def.innerType.def.innerType],
  ['Instant', shopInstant],
  ['Instant.exact', instant],
  ['Day', date],
  ['Substatus', orderRow.shape.substatus],
  ['Substatus.from', operationNews.shape.from.def.innerType],
  ['Substatus.to', operationNews.shape.to],
  ['CampaignState', campaignState],
  ['CheckoutOrder', order],
  ['Article', order.shape.articles.def.element],
  ['Customer', customer.def.options[0]],
  ['Billing', billing],
  ['Shipping', shipping],
  ['Status', checkoutStatus.answers[200]],
  ['OrderMessage', orderMessage],
  ['Order', orderRow],
  ['Refund', operationRefund.answers[200].shape.refund],
  ['Capture', captureRefund.answers[200]],
  ['Void', operationVoids.answers[200].shape.results.def.element],
  ['Voids', operationVoids.answers[200]],
  ['Merchant', merchantView.answers[200]],
  ['Campaign', campaignView.answers[200]],
  ['AskedCampaign', campaignCreate.body],
  ['ChangedCampaign', campaignUpdate.body],
  ['CampaignArticle', campaignArticleList.answers[200].shape.results.def.element],
  ['AskedCampaignArticle', campaignArticleAdd.body.def.element],
  ['Settlement', settlementList.answers[200].shape.results.def.element],
  ['SettlementLine', settlementLines.answers[200].shape.results.def.element],
  ['Reconciled', settlementReconcile.answers[200]],
  ['OperationNews', operationNews],
  ['SettlementNews', webhookData.settlement],
  ['ReportNews', webhookData.report],
  ['FailedReportNews', webhookData.failedReport],
  ['CampaignNews', webhookData.campaign],
]
const registry = z.registry<{ id: string }>()
for (const [id, shape] of named) registry.add(shape, { id })

/** The type names, without duplicates. */
export const shapeNames: readonly string[] = [...new Set(named.map(([name]) => name.split('.')[0] ?? ''))]

/** Descriptions of the money and time types, for readers of the client. */
export const plainShapes: Readonly<Record<string, { type: string; about: string }>> = {
  Cents: { type: 'number', about: 'Whole euro cents: 12.50 € is 1250.' },
  Rate: { type: 'number', about: 'Hundredths of a percent: 21 % is 2100.' },
  Instant: { type: 'string', about: 'A moment in UTC: 2026-03-02T08:15:00Z.' },
  Day: { type: 'string', about: 'A day in Madrid: 2026-03-02.' },
}

/** The JSON schema of a contract schema, in camelCase; named schemas become references into `$defs`. */
export const shapeSchema = (shape: Schema, io: 'input' | 'output'): JsonSchema & { $defs?: Record<string, JsonSchema> } => {
  const schema = z.toJSONSchema(shape, {
    io,
    metadata: registry,
    unrepresentable: 'any',
    // The output type of a field with lenient parsing.
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)),
  })
  return schema as JsonSchema // a schema of the contract is an object, never `true`
}
