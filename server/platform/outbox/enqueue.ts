import type { Connection } from '../database/database.ts'
import { isSql, sql, type Sql } from '../database/sql.ts'
import { kindSettings, type OutboxKind, type Payloads } from './outboxKinds.ts'

/** An account, or one of its shops. */
export type About = { accountId: Sql | string } | { merchantId: Sql | string; mode: Sql | 'live' | 'sandbox' }

/**
 * Messages of one kind. `subject`: what each is about; a second message of the same kind and subject is not queued, or replaces the first (`replaces`).
 * `about`: the account or shop that they belong to; null: they belong to a person only. `from`: the FROM clause of a query with a row for each message, whose
 * columns the other fields may use; without it there is one message.
 */
export type Messages<K extends OutboxKind> = {
  subject: Sql | string
  payload: Payloads[K] | Sql
  about: About | null
  userId?: Sql | string
  /** The webhook that it goes to. */
  groupId?: Sql | string
  /** When it is due; null: at once, whatever a shop's test clock says. */
  at: Sql | Date | null
  from?: Sql
}

/** Queues messages in the caller's transaction, without waiting: they are sent only if it commits. */
export const enqueue = <K extends OutboxKind>(db: Connection, kind: K, messages: Messages<K>): void =>
  db.send(insertIntoOutbox(kind, messages))

const replace = sql`update set id = excluded.id, payload = excluded.payload, state = 'pending', attempts = 0, resent = false, last_error = null, done_at = null,
  due_at = case when o.lease is null then excluded.due_at else o.due_at end, created_at = excluded.created_at`

/** As `enqueue`, as a statement that may stand in WITH. */
export function insertIntoOutbox<K extends OutboxKind>(kind: K, messages: Messages<K>): Sql {
  const { subject, payload, about, userId, groupId, at, from } = messages
  const stored = isSql(payload) ? payload : sql`${JSON.stringify(payload)}::jsonb`
  const [dueAt, createdAt] = at === null ? [sql`'-infinity'`, sql`clock_timestamp()`] : [at, at]
  return sql`insert into outbox as o (id, kind, channel, subject, payload, account_id, merchant_id, mode, user_id, group_id, due_at, created_at)
    select gen_random_uuid(), ${kind}, ${kindSettings[kind].channel}, ${subject}::text, ${stored}, ${whose(about)},
      ${userId ?? null}::uuid, ${groupId ?? null}::uuid, ${dueAt}::timestamptz, ${createdAt}::timestamptz ${from ?? sql``}
    on conflict (kind, subject) do ${kindSettings[kind].replaces ? replace : sql`nothing`}`
}

/**
 * SQL: a relation `about` with a subject that is composed of columns to its left, as `about.subject`, by which messages are found: beside row-level security an index is searched
 * only by what is leakproof, and neither a cast to text nor `concat_ws` is.
 */
export const withSubject = (subject: Sql): Sql => sql`cross join lateral (select ${subject} as subject offset 0) about`

/** The account, the shop and its mode. */
function whose(about: About | null): Sql {
  if (about === null) return sql`null::uuid, null::uuid, null::mode`
  if ('accountId' in about) return sql`${about.accountId}::uuid, null::uuid, null::mode`
  return sql`(select a.account_id from merchants a where a.id = ${about.merchantId}::uuid), ${about.merchantId}::uuid, ${about.mode}::mode`
}
