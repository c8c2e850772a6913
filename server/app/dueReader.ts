import { DAY_MS } from '#domain/platform/dates'
import type { Services } from '../platform/calls/call.ts'
import { sql } from '../platform/database/sql.ts'
import { jobsTopic } from '../platform/events/changes.ts'
import type { Watch } from '../platform/events/events.ts'
import type { QueueJob } from './recurringJobs.ts'

type DueReader = {
  /** When something in the job's queue is due, as last read, in milliseconds of our clock; infinity: it is empty. */
  dueAt(job: string): number
  /** Milliseconds until it is to be read again; 0 after a change. */
  restMs(): number
  /** Reads it in one statement; when that fails, nothing is due until the next time. */
  read(): Promise<void>
  /** Something may be due now. */
  invalidate(): void
  close(): void
}

/** `onChange`: called when any process announced a change. `pollMs`: the longest time between two reads. */
type ReaderSettings = { services: Services; jobs: readonly QueueJob[]; onChange: () => void; pollMs: number }

/** Reads when the queues of these jobs have something due. */
export function dueReader({ services, jobs, onChange, pollMs }: ReaderSettings): DueReader {
  let due = new Map<string, number>()
  let readAt = Number.NEGATIVE_INFINITY
  let watch: Watch | undefined

  const listen = async () => {
    const next = await services.events.watch(jobsTopic)
    watch = next
    void next?.changed(DAY_MS).then(() => {
      next.end()
      if (watch === next) watch = undefined
      onChange()
    })
  }
  return {
    dueAt: (job) => due.get(job) ?? Number.POSITIVE_INFINITY,
    restMs: () => (jobs.length === 0 ? Number.POSITIVE_INFINITY : Math.max(0, readAt + pollMs - performance.now())),
    async read() {
      // Before it reads: no change in between is missed.
      if (!watch) await listen()
      readAt = performance.now()
      due = await dueTimes(services, jobs).catch((error: unknown) => {
        services.log('error', 'worker_failed', { worker: 'due' }, error)
        return new Map<string, number>()
      })
    },
    invalidate: () => void (readAt = Number.NEGATIVE_INFINITY),
    close: () => watch?.end(),
  }
}

type Row = { job: string; due_at: Date | number | null }

async function dueTimes({ database, now }: Services, jobs: readonly QueueJob[]): Promise<Map<string, number>> {
  const at = now()
  const each = jobs.map(({ name, due }) => sql`select ${name}::text as job, (${due(at)}) as due_at`)
  const rows = await database.read(null, (db) => db.rows<Row>(each.reduce((all, one) => sql`${all} union all ${one}`)))
  return new Map(rows.flatMap(({ job, due_at }) => (due_at === null ? [] : [[job, Number(due_at)] as const])))
}
