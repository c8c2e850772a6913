import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { databaseFigures } from '../database/databaseFigures.ts'
import { sql } from '../database/sql.ts'
import { clockFigures } from '../jobs/jobs.ts'
import type { Services } from '../calls/call.ts'
import { metricsPage } from '../calls/metrics.ts'
import { Refusal } from '../calls/refusal.ts'

const wanted = readdirSync(join(import.meta.dirname, '../database/migrations')).filter((name) => name.endsWith('.sql'))

async function migrated(services: Services): Promise<boolean> {
  const rows = await services.database.read(null, (db) => db.rows<{ name: string }>(sql`select name from schema_migrations`))
  const applied = new Set(rows.map(({ name }) => name))
  return wanted.every((name) => applied.has(name))
}

/** From this machine itself, not through a proxy on it. */
function fromHere(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': forwardedFor, forwarded, 'x-real-ip': realIp } = request.headers
  if (forwardedFor !== undefined || forwarded !== undefined || realIp !== undefined) return false
  return /^(?:127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
}

/** What is said of a product that is closed on purpose; null: it is open. */
function closedBy({ maintenance }: Services) {
  const declared = maintenance.present()
  return declared && { reason: declared.reason, ends_at: declared.endsAt?.toISOString() ?? null, status_url: declared.statusUrl }
}

/** `/healthz`: the process lives. `/readyz`: it can work, database and migrations too, else 503; and whether it is closed on purpose. `/metrics`: figures, for this machine alone. */
export function health(app: FastifyInstance, services: Services): void {
  app.get('/healthz', (_request, reply) => void reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await services.database.ready()
    const migrations = database && (await migrated(services).catch(() => false))
    return reply
      .code(migrations ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: migrations ? 'ok' : 'unavailable', database, migrations, maintenance: closedBy(services) })
  })
  app.get('/metrics', async (request, reply) => {
    if (!fromHere(request)) throw new Refusal('PermissionDenied')
    // While the database is away, the process's own figures are all there is.
    const figures = await Promise.all(
      [clockFigures(services.database, services.now()), databaseFigures(services.database)].map((some) => some.catch(() => '')),
    )
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metricsPage() + figures.join(''))
  })
}
