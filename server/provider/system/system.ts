import { declareMaintenance, endMaintenance } from '../../platform/calls/maintenance.ts'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound, problem, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { certificateName, validityOf } from '../../platform/config/signingCertificate.ts'
import { version } from '../../platform/config/version.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { readQueues } from '../../platform/jobs/jobs.ts'
import { readOutbox } from '../../platform/outbox/figures.ts'
import { deadMessages, retryDead } from '../../platform/outbox/operate.ts'

const maxShown = 50
/** A job that failed for good is moved to the queue of this name. */
const deadSuffix = '_dead'

/** The names of shops by id, for messages that name one. */
async function shopNames(db: Connection, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; name: string }>(
    sql`select id, name from merchants where id = any(${ids.filter((id) => id !== null)}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** How the installation does. */
export const systemView: ConsoleHandler<'systemView'> = async ({ db, services, now }) => {
  const { clock, queues } = await readQueues(db, now)
  const { late, dead } = await readOutbox(db, now)
  const messages = await deadMessages(db, null, maxShown)
  const names = await shopNames(
    db,
    messages.map(({ merchant_id: id }) => id),
  )
  const server = await db.first<{ version: string }>(sql`select current_setting('server_version') as version`)
  const declared = services.maintenance.present()
  const { viruses, config } = services
  const { signer } = config.invoicing
  return {
    viruses: viruses && { version: await viruses.version().catch(() => null) },
    certificate: signer && { name: certificateName(signer), validUntil: validityOf(signer.certificate).until.toISOString() },
    versions: { product: version, node: process.versions.node, database: server?.version ?? '' },
    maintenance: declared && { ...declared, endsAt: declared.endsAt?.toISOString() ?? null },
    queues: [
      { name: 'deadlines', waiting: clock?.due ?? 0, failed: 0, lateSeconds: Math.max(0, Math.round(clock?.late ?? 0)) },
      ...queues.flatMap(({ name, queued }) => {
        if (name.endsWith(deadSuffix)) return []
        const dead = queues.find((other) => other.name === name + deadSuffix)
        return [{ name, waiting: queued, failed: dead?.queued ?? 0, lateSeconds: 0 }]
      }),
      ...late.map(({ channel, seconds }) => ({ name: channel, waiting: 0, failed: 0, lateSeconds: Math.round(seconds) })),
    ],
    deadMessages: messages.map((message) => ({
      id: hexOf(message.id),
      kind: message.kind,
      merchant: message.merchant_id && (names.get(message.merchant_id) ?? null),
      mode: message.mode,
      attempts: message.attempts,
      lastError: message.last_error,
      createdAt: message.created_at.toISOString(),
      givenUpAt: message.done_at.toISOString(),
    })),
    deadCount: dead.reduce((sum, { many }) => sum + many, 0),
  }
}

/** Sends a message again that was given up. Refuses with ObjectNotFoundException when it was not. */
export const deadMessageRetry: ConsoleHandler<'deadMessageRetry'> = async ({ db, params, now, audit }) => {
  const id = idFrom(params.id)
  if ((await retryDead(db, { id }, now)) === 0) throw notFound(params.id)
  audit({ entity: 'outbox', entityId: id })
  return undefined
}

/** Closes the product to merchants and customers. */
export const maintenanceDeclare: ConsoleHandler<'maintenanceDeclare'> = async ({ db, body, services, now, audit }) => {
  const endsAt = body.endsAt === null ? null : new Date(body.endsAt)
  if (endsAt !== null && endsAt <= now) throw new Refusal('ApiValidationException', { fields: [problem('ends_at', 'past')] })
  await declareMaintenance(db, { ...body, endsAt }, now)
  audit({ entity: 'maintenance', entityId: '', before: services.maintenance.present(), after: body })
  return undefined
}

/** Opens the product again. */
export const maintenanceEnd: ConsoleHandler<'maintenanceEnd'> = async ({ db, services, audit }) => {
  await endMaintenance(db)
  audit({ entity: 'maintenance', entityId: '', before: services.maintenance.present(), after: null })
  return undefined
}
