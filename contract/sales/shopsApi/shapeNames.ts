import { orderMessage } from './shopOrders.ts'
import { discount, money, percent, shipping } from './shopCheckout.ts'
import { webhookData } from './webhookMessages.ts'
import { campaignState } from '../campaigns.ts'
import type { Schema } from '../../platform/endpoint.ts'
import { shopAmount, shopInstant } from '../../platform/shopCall.ts'
import { amount, date, instant, rate } from '../../platform/values.ts'
import { shopsApi } from '../../shopsApi.ts'

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
  orderDisputes,
  planSimulate,
  settlementLines,
  settlementList,
  settlementReconcile,
} = shopsApi
const { billing, customer, order } = checkoutCreate.body.shape
const orderRow = operationList.answers[200].shape.results.def.element
const operationNews = webhookData.operation

/** Schemas with a type name in the client for shops and in the API's description; small ones first. The part after a dot distinguishes schemas of one type. */
export const shopShapes: readonly (readonly [name: string, Schema])[] = [
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
  ['Dispute', orderDisputes.answers[200].shape.results.def.element],
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
