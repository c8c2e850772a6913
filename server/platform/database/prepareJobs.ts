import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/** The library's tables have their own schema. */
export const jobSchema = 'pgboss'

/**
 * Settings of each queue; times in seconds. A job whose process died is retried once its heartbeat is missed. A failed job is retried with
 * exponential backoff, then moved to the dead letter queue of the same name with `_dead`.
 */
export const jobQueues = {
  deadline: { retryLimit: 8, retryDelay: 1, retryBackoff: true, retryDelayMax: 300, expireInSeconds: 300, heartbeatSeconds: 10 },
  report: { retryLimit: 5, retryDelay: 2, retryBackoff: true, retryDelayMax: 60, expireInSeconds: 7_200, heartbeatSeconds: 10 },
  audience: { retryLimit: 5, retryDelay: 2, retryBackoff: true, retryDelayMax: 60, expireInSeconds: 1_800, heartbeatSeconds: 10 },
} as const

/** Completed jobs are deleted after an hour: their results are in our own tables. */
const retention = { deleteAfterSeconds: 3_600, retentionSeconds: 365 * 86_400 }

export const deadQueueOf = (queue: string): string => `${queue}_dead`

/**
 * Creates or updates the job library's tables and queues, on the owner's connection, and grants the application's role what it needs to send, fetch
 * and complete jobs.
 */
export async function prepareJobs(client: pg.Client, appRole: string): Promise<void> {
  const mark = versionMark()
  const { rows } = await client.query<{ mark: string | null }>(`select obj_description(to_regnamespace($1)::oid, 'pg_namespace') as mark`, [
    jobSchema,
  ])
  if (rows[0]?.mark !== mark) {
    await createQueues(client)
    const [schemaIdentifier, markLiteral] = [client.escapeIdentifier(jobSchema), client.escapeLiteral(mark)]
    await client.query(`comment on schema ${schemaIdentifier} is ${markLiteral}`)
  }
  await grant(client, appRole)
}

/** Version of the library and of our queue settings, stored as the schema's comment: when it has not changed there is nothing to do. */
function versionMark(): string {
  const folder = join(import.meta.dirname, '../../../node_modules/pg-boss/package.json')
  const { version } = JSON.parse(readFileSync(folder, 'utf8')) as { version: string } // the library's own
  return `${version} ${createHash('sha256')
    .update(JSON.stringify([jobQueues, retention]))
    .digest('hex')
    .slice(0, 16)}`
}

async function createQueues(client: pg.Client): Promise<void> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: jobSchema,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const [queue, options] of Object.entries(jobQueues)) {
      const dead = deadQueueOf(queue)
      await boss.createQueue(dead, retention)
      await boss.createQueue(queue, { ...options, ...retention, deadLetter: dead })
      await boss.updateQueue(queue, { ...options, ...retention })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function grant(client: pg.Client, appRole: string): Promise<void> {
  const role = client.escapeIdentifier(appRole)
  await client.query(
    [
      'begin',
      `grant usage on schema ${jobSchema} to ${role}`,
      `grant select on all tables in schema ${jobSchema} to ${role}`,
      `grant insert, update, delete on ${jobSchema}.job, ${jobSchema}.job_common, ${jobSchema}.job_dependency to ${role}`,
      `grant update on ${jobSchema}.queue, ${jobSchema}.version to ${role}`,
      'commit',
    ].join(';'),
  )
}
