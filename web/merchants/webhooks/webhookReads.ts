import { webhookDeliveryList, webhookList } from '#contract/merchants/webhooks'
import { query } from '../../platform/api/query.ts'

/** The merchant’s endpoints of this mode. */
export const webhooksRead = (merchantId: string) => query(webhookList, { params: { merchantId } })

/** A page of an endpoint’s deliveries. */
export const deliveriesRead = (merchantId: string, webhookId: string, page: number) =>
  query(webhookDeliveryList, { params: { merchantId, webhookId }, query: { page } })
