import type { FastifyInstance } from 'fastify'
import type { CardNotification } from '../../money/payments/cardProvider.ts'
import type { Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { jobsTopic } from '../../platform/events/changes.ts'
import { sql } from '../../platform/database/sql.ts'
import { otherPartner } from './notifiedPartners.ts'

/**
 * Receives partners' signed notifications at `/partners/<name>/events`: each is stored once and answered at once; what it means is read afterwards
 * (`applyNotifications`). 400 for what the partner did not sign, 404 for another partner.
 */
export function receiveNotifications(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    // A signature is of the bytes as they were sent.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/partners/:name/events', { config: { call: 'partnerEvents' } }, async (request, reply) => {
      const { name } = request.params as { name: string } // the path has it
      const { cards } = services.payments
      const partner = name === cards.name ? cards : otherPartner(services, name)
      if (!partner) throw new Refusal('ObjectNotFoundException')
      const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
      const notification = await partner.verifyNotification({
        headers: request.headers,
        body,
        now: services.wallClock(),
        url: `${services.config.publicUrl}${request.url}`,
      })
      if (notification === null) throw new Refusal('ApiValidationException')
      await store(services, name, notification)
      services.changes.publish(jobsTopic)
      return reply.header('cache-control', 'no-store').code(204).send()
    })
  })
}

/** A repeated one changes nothing, unless it was given up: then it is tried again. */
const store = ({ database, now }: Services, provider: string, { id, type, objectId }: CardNotification): Promise<number> =>
  database.write(null, (db) =>
    db.run(sql`insert into partner_notifications as n (provider, id, type, object_id, received_at, due_at)
      values (${provider}, ${id}, ${type}, ${objectId}, ${now()}, ${now()})
      on conflict (provider, id) do update set due_at = excluded.due_at, attempts = 0, problem = null where n.problem is not null and n.due_at is null`),
  )
