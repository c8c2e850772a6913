import type { Connection } from '../database/database.ts'
import { isSql, sql, type Sql } from '../database/sql.ts'
import { kindSettings, type OutboxKind, type Payloads } from './outboxKinds.ts'

/**
 * Messages of one kind. `subject`: what each is about; a second message of the same kind and subject is not queued. `from`: the FROM clause of a query
 * with a row for each message, whose columns the other fields may use; without it there is one message.
 */
export type Messages<K extends OutboxKind> = {
  subject: Sql | string
  payload: Payloads[K] | Sql
  shop?: { merchantId: Sql | string; mode: Sql | 'live' | 'sandbox' }
  userId?: Sql | string
  at: Sql | Date
  from?: Sql
  /** Queues a new message in place of an earlier one of the same subject. */
  again?: true
}

/** Queues messages in the caller's transaction, without waiting: they are sent only if it commits. */
export const enqueue = <K extends OutboxKind>(db: Connection, kind: K, messages: Messages<K>): void =>
  db.send(insertIntoOutbox(kind, messages))

const replace = sql`update set id = excluded.id, payload = excluded.payload, state = 'pending', due_at = excluded.due_at, created_at = excluded.created_at,
  attempts = 0, last_error = null, done_at = null`

/** As `enqueue`, as a statement that may stand in WITH. */
export function insertIntoOutbox<K extends OutboxKind>(kind: K, { subject, payload, shop, userId, at, from, again }: Messages<K>): Sql {
  const stored = isSql(payload) ? payload : sql`${JSON.stringify(payload)}::jsonb`
  return sql`insert into outbox (id, kind, channel, subject, payload, merchant_id, mode, user_id, due_at, created_at)
    select gen_random_uuid(), ${kind}, ${kindSettings[kind].channel}, ${subject}::text, ${stored}, ${shop?.merchantId ?? null}::uuid, ${shop?.mode ?? null}::mode,
      ${userId ?? null}::uuid, ${at}::timestamptz, ${at}::timestamptz ${from ?? sql``}
    on conflict (kind, subject) do ${again ? replace : sql`nothing`}`
}
