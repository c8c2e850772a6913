import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { databaseFigures } from '../database/databaseFigures.ts'
import { validityOf } from '../config/signingCertificate.ts'
import { version } from '../config/version.ts'
import { sql } from '../database/sql.ts'
import { clockFigures } from '../jobs/jobs.ts'
import { outboxFigures } from '../outbox/figures.ts'
import type { Services } from '../calls/call.ts'
import { metricsPage, type Reading } from '../metrics/metrics.ts'
import { secretsMatch } from '../calls/token.ts'
import { Refusal } from '../calls/refusal.ts'

const migrationNames = readdirSync(join(import.meta.dirname, '../database/migrations')).filter((name) => name.endsWith('.sql'))

async function migrated(services: Services): Promise<boolean> {
  const rows = await services.database.read(null, (db) => db.rows<{ name: string }>(sql`select name from schema_migrations`))
  const applied = new Set(rows.map(({ name }) => name))
  return migrationNames.every((name) => applied.has(name))
}

/** Which parts of the process can do their work. */
async function readinessOf(services: Services): Promise<Record<'database' | 'migrations' | 'jobs', boolean>> {
  const [database, jobs] = await Promise.all([services.database.ready(), services.jobs.ready()])
  return { database, migrations: database && (await migrated(services).catch(() => false)), jobs }
}

const readinessFigures = (parts: Record<string, boolean>): Reading[] =>
  Object.entries(parts).map(([part, isReady]) => ({
    name: 'server_ready',
    help: 'Whether a part of the process can do its work, as /readyz says: 1, or 0.',
    labels: { part },
    value: Number(isReady),
  }))

const certificateFigures = ({ config, now }: Services): Reading[] =>
  config.invoicing.signer === null
    ? []
    : [
        {
          name: 'facturae_certificate_valid_seconds',
          help: 'Until the certificate that signs Facturae files expires.',
          value: (validityOf(config.invoicing.signer.certificate).until.getTime() - now().getTime()) / 1_000,
        },
      ]

/** Whether the metrics may be read: from this machine, or with METRICS_TOKEN. */
const mayReadMetrics = (request: FastifyRequest, { metricsToken }: Services['config']): boolean =>
  fromHere(request) || (metricsToken !== '' && secretsMatch(request.headers.authorization ?? '', `Bearer ${metricsToken}`))

/** Whether a request is from this machine, and not through a proxy on it. */
function fromHere(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': forwardedFor, forwarded, 'x-real-ip': realIp } = request.headers
  if (forwardedFor !== undefined || forwarded !== undefined || realIp !== undefined) return false
  return /^(?:127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
}

/** Maintenance information; null: the product is open. */
function closedBy({ maintenance }: Services) {
  const declared = maintenance.present()
  return declared && { reason: declared.reason, ends_at: declared.endsAt?.toISOString() ?? null, status_url: declared.statusUrl }
}

const isThere = () => true
const isSilent = () => false

/**
 * `/healthz`: liveness, with the version. `/readyz`: whether the process can do its work, else 503: database, migrations, the queues of its jobs; also
 * maintenance, and whether ClamAV answers (null: none is set up), without which everything but uploads works. `/metrics`: Prometheus metrics, for this machine and
 * with METRICS_TOKEN.
 */
export function health(app: FastifyInstance, services: Services): void {
  app.get('/healthz', (_request, reply) => void reply.header('cache-control', 'no-store').send({ status: 'ok', version }))
  app.get('/readyz', async (_request, reply) => {
    const { database, migrations, jobs } = await readinessOf(services)
    const viruses = services.viruses && (await services.viruses.version().then(isThere, isSilent))
    const isReady = migrations && jobs
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'unavailable', database, migrations, jobs, viruses, maintenance: closedBy(services) })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, services.config)) throw new Refusal('PermissionDenied')
    // While the database is unavailable, only the metrics of the process are returned.
    const figures = await Promise.all(
      [
        clockFigures(services.database, services.now()),
        outboxFigures(services.database, services.now()),
        databaseFigures(services.database),
        readinessOf(services).then(readinessFigures),
      ].map((some) => some.catch(() => [])),
    )
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await metricsPage([...figures.flat(), ...certificateFigures(services)]))
  })
}
