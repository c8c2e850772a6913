import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { lockWebhooks, readWebhook, thisWebhook } from './readWebhooks.ts'

/** Takes an address away, with all that was sent and that waits to be sent there. */
export const webhookDelete: Handler<'webhookDelete'> = async ({ db, scope, params, now, audit }) => {
  lockWebhooks(db, scope)
  const { id, url, events } = await readWebhook(db, scope, params.webhookId, now)
  await db.run(sql`delete from webhooks w where ${thisWebhook(scope, id)}`)
  audit({ entity: 'webhook', entityId: id, before: { url, events } })
  return undefined
}
