import type { RefusalType } from '#contract/platform/errors'
import { record, type AuditEntry } from '../audit/record.ts'
import type { Connection } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import { sql } from '../database/sql.ts'
import type { Change, Services } from '../calls/call.ts'
import { markReplayed, type Repeat, type Stored } from '../calls/idempotency.ts'
import { Refusal } from '../calls/refusal.ts'

/** A write through the back office's gateway or the shops' API. */
type Write = {
  services: Services
  scope: Scope | null
  /** How a repeat is recognised; undefined: it is not deduplicated. */
  repeat: Repeat | undefined
  /** Runs before the transaction; skipped for a repeat. */
  prepare: (() => Promise<unknown>) | undefined
  verb: (db: Connection, prepared: unknown, audit: (change: Change) => void) => Promise<Stored>
  /** The error response of a refusal. */
  refused: (refusal: Refusal) => Stored
  entry: (outcome: string, change: Change) => AuditEntry
}

/** Refused for now: the same request may be sent again with the same key. */
export const retryable: ReadonlySet<RefusalType> = new Set(['TooManyRequests', 'StepUpRequired'])

/** Whether a refusal is stored as the answer under the write's key. After any other, a retry must find the key free. */
const isAnswer = (error: unknown): error is Refusal =>
  error instanceof Refusal && !retryable.has(error.type) && error.type !== 'IdempotencyInFlight'

/** One transaction: the stored answer if there is one; otherwise the verb, its audit entries and its stored answer are committed together. */
export async function writeOnce(write: Write): Promise<{ answer: Stored; replayed: boolean }> {
  const { services, scope, repeat } = write
  const first = write.prepare && (await runPrepare(write, write.prepare))
  const replay = (earlier: Stored) => ({ answer: repeat?.named === false ? markReplayed(earlier) : earlier, replayed: true })
  if (first?.earlier) return replay(first.earlier)
  const attempt = async (db: Connection, earlier?: Stored) => {
    if (earlier) return replay(earlier)
    db.send(sql`savepoint verb`)
    const changes: Change[] = []
    let answer: Stored
    let outcome = 'done'
    try {
      if (first?.refusal) throw first.refusal
      answer = await write.verb(db, first?.prepared, (change) => changes.push(change))
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
  return services.database.write(scope, attempt, repeat && ((db) => repeat.earlier(db)))
}

type PrepareResult = { earlier?: Stored | undefined; prepared?: unknown; refusal?: Refusal }

/** Runs `prepare` outside the write's transaction. Its refusal is rethrown inside, so that it is stored and audited. */
async function runPrepare({ services, scope, repeat }: Write, prepare: () => Promise<unknown>): Promise<PrepareResult> {
  const earlier = repeat && (await services.database.write(scope, (db) => repeat.earlier(db)))
  if (earlier) return { earlier }
  try {
    return { prepared: await prepare() }
  } catch (error) {
    if (!isAnswer(error)) throw error
    return { refusal: error }
  }
}
