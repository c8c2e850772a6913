import type { RefusalType } from '#contract/platform/errors'
import { record, type AuditEntry } from '../audit/record.ts'
import type { Connection } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import type { Change, Services } from '../calls/call.ts'
import { saidReplayed, type Repeat, type Stored } from '../calls/idempotency.ts'
import { Refusal } from '../calls/refusal.ts'

/** A write: by whatever door it came, it is handled alike. */
type Write = {
  services: Services
  scope: Scope | null
  /** By what a repeat of it is known; none: it is never one. */
  repeat: Repeat | undefined
  /** What is done before the transaction; not done for a repeat. */
  ask: (() => Promise<unknown>) | undefined
  verb: (db: Connection, asked: unknown, audit: (change: Change) => void) => Promise<Stored>
  /** A refusal as it goes over the wire. */
  refused: (refusal: Refusal) => Stored
  entry: (outcome: string, change: Change) => AuditEntry
}

/** What is refused for now: the same request may be sent again. */
export const retryable: ReadonlySet<RefusalType> = new Set(['TooManyRequests', 'StepUpRequired'])

/** Whether this no is the write's answer, kept under its key; to all others one comes back later and must find the key free. */
const isAnswer = (error: unknown): error is Refusal =>
  error instanceof Refusal && !retryable.has(error.type) && error.type !== 'IdempotencyInFlight'

/** One transaction: the earlier answer if there was one, else the verb, its trail and its answer, together or not at all. */
export async function writeOnce(write: Write): Promise<{ answer: Stored; replayed: boolean }> {
  const { services, scope, repeat } = write
  const first = write.ask && (await askFirst(write, write.ask))
  const again = (earlier: Stored) => ({ answer: repeat?.named === false ? saidReplayed(earlier) : earlier, replayed: true })
  if (first?.earlier) return again(first.earlier)
  const once = async (db: Connection, earlier?: Stored) => {
    if (earlier) return again(earlier)
    db.send(sql`savepoint verb`)
    const changes: Change[] = []
    let answer: Stored
    let outcome = 'done'
    try {
      if (first?.refusal) throw first.refusal
      answer = await write.verb(db, first?.asked, (change) => changes.push(change))
    } catch (error) {
      if (!isAnswer(error)) throw error
      if (!error.keepsEffects) {
        await db.run(sql`rollback to savepoint verb`)
        changes.length = 0
      }
      answer = write.refused(error)
      outcome = error.type
    }
    repeat?.keep(db, answer, changes.find(({ entity }) => entity === 'operation' || entity === 'checkout')?.entityId)
    if (changes.length === 0) changes.push({ entity: '', entityId: '' })
    for (const change of changes) await record(db, write.entry(outcome, change))
    return { answer, replayed: false }
  }
  return services.database.write(scope, once, repeat && ((db) => repeat.earlier(db)))
}

type AskedFirst = { earlier?: Stored | undefined; asked?: unknown; refusal?: Refusal }

/** Outside the write's transaction. What is refused here is refused inside it, so that it is kept and leaves its line. */
async function askFirst({ services, scope, repeat }: Write, ask: () => Promise<unknown>): Promise<AskedFirst> {
  const earlier = repeat && (await services.database.write(scope, (db) => repeat.earlier(db)))
  if (earlier) return { earlier }
  try {
    return { asked: await ask() }
  } catch (error) {
    if (!isAnswer(error)) throw error
    return { refusal: error }
  }
}
