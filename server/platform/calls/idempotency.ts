import { createHmac, hash } from 'node:crypto'
import { refusalStatus } from '#contract/platform/errors'
import { type Secrets, withEach } from '../config/secrets.ts'
import type { Connection } from '../database/database.ts'
import { lockHashes } from '../database/lockHashes.ts'
import { sql, type Sql } from '../database/sql.ts'
import { Refusal } from './refusal.ts'
import type { Seal } from './seal.ts'

/** The operation or checkout that an answer is about; the answer is deleted by it when the customer's data is erased. */
type About = string | undefined

/** A write's response as it was sent. */
export type Stored = { status: number; body: string | null }

export type Repeat = {
  /** With an idempotency key a repeat gets the first answer byte for byte; without one (an identical request) the answer says that it is a repeat. */
  named: boolean
  /** The stored answer under this key, if there is one; locks the key until the transaction ends. */
  earlier(db: Connection): Promise<Stored | undefined>
  /** Stores the answer, without waiting, in the same transaction. */
  keep(db: Connection, answer: Stored, about?: About): void
}

type Requester = {
  userId: string
  sessionId: string
  merchantId: string
  mode: string
  method: string
  path: string
  /** The body as {@link bodyMarks} names it. */
  bodyMarks: BodyMarks
}

/** A body as it is compared with earlier ones: with the current secret, and as a server names it that has another one first. */
type BodyMarks = readonly [current: string, ...fallbacks: string[]]

/** Keyed with our secrets: a body may hold a password, and a plain hash of it could be attacked offline. */
export const bodyMarks = (secrets: Secrets, body: string): BodyMarks =>
  withEach(secrets, (secret) => createHmac('sha256', secret).update(body).digest('base64'))

/** Headers of every repeat: the usual name and the one that earlier clients know. */
export const replayedHeaders = { 'idempotent-replayed': 'true', 'idempotency-replayed': 'true' } as const

const noSeal: Seal = { close: (text) => text, open: (text) => text }

const sha256 = (...parts: string[]) => hash('sha256', parts.join('\u0000'), 'buffer')

/** Hash under which a key is stored: the same key of another user, or for another call, is another key. */
const keyScope = (key: string, requester: Omit<Requester, 'sessionId' | 'bodyMarks'>) =>
  sha256('key', key, requester.userId, requester.merchantId, requester.mode, requester.method, requester.path)

/** State of a key: answered, running at this moment, or closed because no request with it has arrived. */
type KeyState = { state: 'answered'; answer: Stored } | { state: 'running' } | { state: 'closed' }

/** Body hash of a closed key; no body has it. */
const closedHash = Buffer.alloc(0)

/**
 * The state of the write with a key. A key without a request is closed in the same step: a request that is still on its way, in a queue or in a
 * frozen process, is refused when it arrives.
 */
export async function settleKey(db: Connection, key: string, requester: Omit<Requester, 'sessionId' | 'bodyMarks'>): Promise<KeyState> {
  const scope = keyScope(key, requester)
  const [lock, row] = await lockAndRead<{ closed: boolean }>(db, scope, sql`body_hash = ${closedHash} as closed`)
  if (row?.closed) return { state: 'closed' }
  if (row) return { state: 'answered', answer: { status: row.status, body: row.body } }
  if (!lock?.acquired) return { state: 'running' }
  keep(db, { scope, body: closedHash, about: undefined, answer: { status: refusalStatus.RequestClosed, body: null }, at: new Date() })
  return { state: 'closed' }
}

/** Tries to lock a key until the transaction ends, and reads the answer stored under it, with one further column. */
const lockAndRead = <Further>(db: Connection, scope: Buffer, further: Sql) =>
  // Two statements in one round trip: the second sees what an earlier holder of the lock committed.
  Promise.all([
    db.first<{ acquired: boolean }>(sql`select pg_try_advisory_xact_lock(${scope.readBigInt64BE(0)}::bigint) as acquired`),
    db.first<Stored & Further>(
      sql`select status, body, ${further} from idempotency_keys where scope_hash = ${scope} and created_at > now() - interval '30 days'`,
    ),
  ])

/**
 * A write with an idempotency key happens once: answer and effect commit together, so a crash leaves both or neither.
 * In flight elsewhere: 409. Another body: 422. Closed by `settleKey`: 409. Answers are kept for 30 days, encrypted with `seal` if they hold a secret.
 */
export function byKey(key: string, requester: Requester, seal: Seal = noSeal): Repeat {
  const scope = keyScope(key, requester)
  const hashes = requester.bodyMarks.map((one) => sha256(one))
  return {
    named: true,
    async earlier(db) {
      const [lock, row] = await lockAndRead<{ same: boolean; closed: boolean }>(
        db,
        scope,
        sql`body_hash = any(${hashes}::bytea[]) as same, body_hash = ${closedHash} as closed`,
      )
      if (row?.closed) throw new Refusal('RequestClosed')
      if (!lock?.acquired) throw new Refusal('IdempotencyInFlight', { retryAfterSeconds: 1 })
      if (row && !row.same) throw new Refusal('IdempotencyKeyReused')
      return row && { status: row.status, body: row.body === null ? null : seal.open(row.body) }
    },
    keep: (db, { status, body: text }, about) =>
      keep(db, {
        scope,
        body: sha256(requester.bodyMarks[0]),
        about,
        answer: { status, body: text === null ? null : seal.close(text) },
        at: new Date(),
      }),
  }
}

/** A money call without a key: an identical request by the same session within 5 s is a repeat of the first, not a second payment. */
export function byFingerprint(requester: Requester, now: () => Date): Repeat {
  const { sessionId, merchantId, mode, method, path, bodyMarks: marks } = requester
  const scopeOf = (body: string) => sha256('likeness', sessionId, merchantId, mode, method, path, body)
  const scopes = marks.map(scopeOf)
  return {
    named: false,
    async earlier(db) {
      lockHashes(db, scopes)
      return db.first<Stored>(
        sql`select status, body from idempotency_keys where scope_hash = any(${scopes}::bytea[]) and created_at > ${new Date(now().getTime() - 5_000)}`,
      )
    },
    keep: (db, answer, about) => keep(db, { scope: scopeOf(marks[0]), body: sha256(marks[0]), about, answer, at: now() }),
  }
}

/** Adds `replayed: true` to the first answer, for a caller who may have meant both requests. Refusals and empty answers stay as they were. */
export function markReplayed(answer: Stored): Stored {
  const { status, body } = answer
  if (status >= 300 || body === null || !body.startsWith('{')) return answer
  return { status, body: `{"replayed":true${body === '{}' ? '' : ','}${body.slice(1)}` }
}

type StoredAnswer = { scope: Buffer; body: Buffer; answer: Stored; about: About; at: Date }

function keep(db: Connection, { scope, body, answer, about, at }: StoredAnswer): void {
  db.send(sql`insert into idempotency_keys (scope_hash, body_hash, status, body, created_at, about)
    values (${scope}, ${body}, ${answer.status}, ${answer.body}, ${at}, ${about ?? null}::uuid)
    on conflict (scope_hash) do update set body_hash = excluded.body_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at, about = excluded.about`)
}

const keyPattern = /^[\x21-\x7e]{1,255}$/
/** The Idempotency-Key header: 1 to 255 visible ASCII characters. Refuses anything else with ApiValidationException. */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !keyPattern.test(header)) {
    throw new Refusal('ApiValidationException', { fields: [{ name: 'Idempotency-Key', code: 'format', message: 'errors.field.format' }] })
  }
  return header
}
