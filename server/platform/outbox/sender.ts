import type { Services } from '../calls/call.ts'
import { errorName } from '../log/errorName.ts'
import { sql, type Sql } from '../database/sql.ts'
import { type Channel, channels, concurrency, type Entry, type OutboxKind, retryDelayMs } from './outboxKinds.ts'

/** Withheld: its cause has ended, nothing is sent. Postponed: it is not sent before then, which is no attempt. */
export type Outcome = 'sent' | 'withheld' | Postponed
export type Postponed = { postponedUntil: Date }

/** Sends an entry of one kind, from current facts. Rejects when it should be tried again. May run more than once for an entry: after a crash. */
export type SendEntry<K extends OutboxKind> = (services: Services, entry: Entry<K>) => Promise<Outcome>
/** How each kind is sent. */
export type OutboxSenders = { readonly [K in OutboxKind]: SendEntry<K> }

type AnyEntry = Entry<OutboxKind> & { channel: Channel; attempts: number }
type Row = {
  id: string
  kind: OutboxKind
  channel: Channel
  merchant_id: string | null
  mode: Entry<OutboxKind>['mode']
  user_id: string | null
  payload: Entry<OutboxKind>['payload']
  attempts: number
  created_at: Date
}

/** How long a process has an entry to itself, longer than all time limits of sending one together; after a crash another process then sends it. */
const leaseMs = 180_000
/** How often to look for further entries while others are being sent. */
const pollMs = 250

/**
 * Sends what is due, several at a time in each channel. Any number of processes may run it: each entry is leased by one. An entry whose process died is
 * sent again, with the same id, by which a receiver recognises it. `kinds`: those to send, all that are known by default; a process leaves alone what it
 * does not know.
 */
export function outboxSender(senders: Partial<OutboxSenders>) {
  const kinds = Object.keys(senders)
  const running = new Map<Promise<void>, Channel>()
  let sent = 0

  /** Starts what is due; returns once nothing more can be started, without waiting for slow receivers. Returns how many were sent since the last call. */
  async function send(services: Services, stopping?: AbortSignal): Promise<number> {
    for (;;) {
      const entries = stopping?.aborted ? [] : await claim(services, kinds, freeSlots(running.values()))
      if (entries.length === 0) break
      for (const entry of entries) start(services, entry)
      await Promise.race([...running.keys(), pause()])
    }
    const done = sent
    sent = 0
    return done
  }

  function start(services: Services, entry: AnyEntry): void {
    const one = sendEntry(services, senders, entry)
      .then((isSent) => void (sent += isSent ? 1 : 0))
      // It is due again when its lease ends.
      .catch((error: unknown) => services.log('warn', 'outbox_not_stored', { kind: entry.kind, entry: entry.id }, error))
      .finally(() => running.delete(one))
    running.set(one, entry.channel)
  }

  /** SQL of the instant when the next message is due. */
  const nextDue = (): Sql => sql`select min(o.due_at) from unnest(${channels}::text[]) c (channel) cross join lateral (
    select due_at from outbox where channel = c.channel and state = 'pending' and kind = any(${kinds}::text[]) order by due_at limit 1) o`

  return { send, nextDue, settled: async () => void (await Promise.all(running.keys())) }
}

function freeSlots(used: Iterable<Channel>): number[] {
  const free = { ...concurrency }
  for (const channel of used) free[channel] -= 1
  return channels.map((channel) => free[channel])
}

/** Leases the entries that are due longest, and counts the attempt. */
async function claim({ database, now }: Services, kinds: readonly string[], free: readonly number[]): Promise<AnyEntry[]> {
  const at = now()
  const rows = await database.write(null, (db) =>
    db.rows<Row>(sql`with due as materialized (
        select o.id from unnest(${channels}::text[], ${free}::integer[]) slots (channel, free) cross join lateral (
          select id from outbox where channel = slots.channel and state = 'pending' and due_at <= ${at} and kind = any(${kinds}::text[])
          order by due_at limit slots.free for update skip locked) o
      )
      update outbox o set attempts = o.attempts + 1, due_at = ${new Date(at.getTime() + leaseMs)} from due where o.id = due.id
      returning o.id, o.kind, o.channel, o.merchant_id, o.mode, o.user_id, o.payload, o.attempts, o.created_at`),
  )
  return rows
    .map(({ merchant_id: merchantId, user_id: userId, created_at: createdAt, ...row }) => ({ ...row, merchantId, userId, createdAt }))
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

/** Sends an entry and stores the outcome. Returns whether it was sent. */
async function sendEntry(services: Services, senders: Partial<OutboxSenders>, entry: AnyEntry): Promise<boolean> {
  const store = (change: Sql) =>
    services.database.write(null, (db) =>
      // Another process may have it by now.
      db.run(sql`update outbox set ${change} where id = ${entry.id} and state = 'pending' and attempts = ${entry.attempts}`),
    )
  const now = services.now
  const sendKind = senders[entry.kind] as SendEntry<OutboxKind> // its own kind's
  let outcome: Outcome
  try {
    outcome = await sendKind(services, entry)
  } catch (error) {
    const delayMs = retryDelayMs(entry.kind, entry.attempts)
    const about = { kind: entry.kind, entry: entry.id, attempt: entry.attempts }
    services.log(delayMs === null ? 'error' : 'warn', delayMs === null ? 'outbox_dead' : 'outbox_failed', about, error)
    const next = delayMs === null ? sql`state = 'dead', done_at = ${now()}` : sql`due_at = ${new Date(now().getTime() + delayMs)}`
    await store(sql`last_error = ${errorName(error)}, ${next}`)
    return false
  }
  if (typeof outcome === 'object') await store(sql`due_at = ${outcome.postponedUntil}, attempts = 0`)
  else await store(sql`state = ${outcome}, done_at = ${now()}, last_error = null`)
  return outcome === 'sent'
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pollMs))
