import { hash } from 'node:crypto'
import { refusalStatus } from '#contract/platform/errors'
import type { Connection } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'
import { Refusal } from './refusal.ts'
import type { Seal } from './seal.ts'

/** The operation or checkout that an answer is about: found by it when their customer is to be forgotten. */
type About = string | undefined

/** What a write answered, as it went over the wire. */
export type Stored = { status: number; body: string | null }

export type Repeat = {
  /** Whether the caller named the write: then a repeat is answered byte for byte as the first was. One that was only alike says that it is a repeat. */
  named: boolean
  /** The first answer to this key, if there was one; locks the key until the transaction ends. */
  earlier(db: Connection): Promise<Stored | undefined>
  /** Sends the answer to be stored; the transaction commits with it or not at all. */
  keep(db: Connection, answer: Stored, about?: About): void
}

type Who = { userId: string; sessionId: string; merchantId: string; mode: string; method: string; path: string; body: string }

/** On every repeat, by its usual name and by the one that earlier clients know. */
export const replayedHeaders = { 'idempotent-replayed': 'true', 'idempotency-replayed': 'true' } as const

const openly: Seal = { close: (words) => words, open: (words) => words }

const sha256 = (...parts: string[]) => hash('sha256', parts.join('\u0000'), 'buffer')

/** What a key is kept under: the same key of somebody else, or for another call, is another one. */
const keyScope = (key: string, who: Omit<Who, 'sessionId' | 'body'>) =>
  sha256('key', key, who.userId, who.merchantId, who.mode, who.method, who.path)

/** What is kept of a write: its answer, that it is being done at this moment, or that nothing of it ever came and the key is closed from now on. */
type Fate = { state: 'answered'; answer: Stored } | { state: 'running' } | { state: 'closed' }

/** No body has this hash: a key whose request must not be done any more. */
const closedHash = Buffer.alloc(0)

/**
 * What became of the write with a key. One of which nothing is known is closed in the same step: whatever of it is still on its way, in a queue or
 * in a frozen process, is refused when it arrives.
 */
export async function settleKey(db: Connection, key: string, who: Omit<Who, 'sessionId' | 'body'>): Promise<Fate> {
  const scope = keyScope(key, who)
  const [lock, row] = await lockAndRead<{ closed: boolean }>(db, scope, sql`body_hash = ${closedHash} as closed`)
  if (row?.closed) return { state: 'closed' }
  if (row) return { state: 'answered', answer: { status: row.status, body: row.body } }
  if (!lock?.mine) return { state: 'running' }
  keep(db, { scope, body: closedHash, about: undefined, answer: { status: refusalStatus.RequestClosed, body: null }, at: new Date() })
  return { state: 'closed' }
}

/** Locks a key until the transaction ends, if nobody else has it, and reads what is kept under it, with one further column. */
const lockAndRead = <Further>(db: Connection, scope: Buffer, further: Sql) =>
  // Two statements in one round trip: the second sees what an earlier holder of the lock committed.
  Promise.all([
    db.first<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(${scope.readBigInt64BE(0)}::bigint) as mine`),
    db.first<Stored & Further>(
      sql`select status, body, ${further} from idempotency_keys where scope_hash = ${scope} and created_at > now() - interval '30 days'`,
    ),
  ])

/**
 * A write with a key happens once: answer and effect commit together, so a crash leaves both or neither.
 * In flight elsewhere: 409. Another body: 422. Closed by `settleKey`: 409. Kept 30 days, longer than any retry, by `seal` where the answer holds a secret.
 */
export function byKey(key: string, who: Who, seal: Seal = openly): Repeat {
  const scope = keyScope(key, who)
  const body = sha256(who.body)
  return {
    named: true,
    async earlier(db) {
      const [lock, row] = await lockAndRead<{ same: boolean; closed: boolean }>(
        db,
        scope,
        sql`body_hash = ${body} as same, body_hash = ${closedHash} as closed`,
      )
      if (row?.closed) throw new Refusal('RequestClosed')
      if (!lock?.mine) throw new Refusal('IdempotencyInFlight', { retryAfterSeconds: 1 })
      if (row && !row.same) throw new Refusal('IdempotencyKeyReused')
      return row && { status: row.status, body: row.body === null ? null : seal.open(row.body) }
    },
    keep: (db, { status, body: words }, about) =>
      keep(db, { scope, body, about, answer: { status, body: words === null ? null : seal.close(words) }, at: new Date() }),
  }
}

/** A money call without a key: an identical one by the same session within 5 s is a repeat of the first, not a second payment. */
export function byLikeness(who: Who, now: () => Date): Repeat {
  const scope = sha256('likeness', who.sessionId, who.merchantId, who.mode, who.method, who.path, who.body)
  const body = sha256(who.body)
  return {
    named: false,
    async earlier(db) {
      db.send(sql`select pg_advisory_xact_lock(${scope.readBigInt64BE(0)}::bigint)`)
      return db.first<Stored>(
        sql`select status, body from idempotency_keys where scope_hash = ${scope} and created_at > ${new Date(now().getTime() - 5_000)}`,
      )
    },
    keep: (db, answer, about) => keep(db, { scope, body, about, answer, at: now() }),
  }
}

/** The first answer to a write that was only alike, for whoever may have meant both. Refusals and empty answers are as they were. */
export function saidReplayed(answer: Stored): Stored {
  const { status, body } = answer
  if (status >= 300 || body === null || !body.startsWith('{')) return answer
  return { status, body: `{"replayed":true${body === '{}' ? '' : ','}${body.slice(1)}` }
}

type Kept = { scope: Buffer; body: Buffer; answer: Stored; about: About; at: Date }

function keep(db: Connection, { scope, body, answer, about, at }: Kept): void {
  db.send(sql`insert into idempotency_keys (scope_hash, body_hash, status, body, created_at, about)
    values (${scope}, ${body}, ${answer.status}, ${answer.body}, ${at}, ${about ?? null}::uuid)
    on conflict (scope_hash) do update set body_hash = excluded.body_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at, about = excluded.about`)
}

const keyPattern = /^[\x21-\x7e]{1,255}$/
/** 1 to 255 visible ASCII characters, or a refusal. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !keyPattern.test(header)) {
    throw new Refusal('ApiValidationException', { fields: [{ name: 'Idempotency-Key', code: 'format', message: 'errors.field.format' }] })
  }
  return header
}
