import type { Handler } from '../../platform/calls/call.ts'
import { readWebhooks, webhookOf } from './readWebhooks.ts'

/** The shop's addresses in this mode, the first made first. */
export const webhookList: Handler<'webhookList'> = async ({ db, scope, now }) => {
  const webhooks = await readWebhooks(db, scope, now)
  return { webhooks: webhooks.map((one) => webhookOf(one, now)) }
}
