import { webhookDeliveryList, webhookList } from '#contract/merchants/webhooks'
import { query } from '../../platform/api/query.ts'

/** The shop's addresses of this mode. */
export const webhooksRead = (merchantId: string) => query(webhookList, { params: { merchantId } })

/** A page of what was sent to one of them. */
export const deliveriesRead = (merchantId: string, webhookId: string, page: number) =>
  query(webhookDeliveryList, { params: { merchantId, webhookId }, query: { page } })
