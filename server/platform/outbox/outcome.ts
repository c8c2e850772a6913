import type { Services } from '../calls/call.ts'
import type { Connection } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { errorName } from '../log/errorName.ts'
import type { AnyEntry } from './claim.ts'
import { type Entry, isLastAttempt, kindSettings, type OutboxKind } from './outboxKinds.ts'

/**
 * The outcome of an attempt. Withheld: its cause has ended, nothing is sent. Postponed: it is not sent before then, which is no attempt. Unsent: this process
 * had no time for it. Failed: it is tried again, or dead after its last attempt. Dead: it is not tried again.
 */
export type Outcome = 'sent' | 'withheld' | 'unsent' | Postponed | Failed | Dead
export type Postponed = { postponedUntil: Date }
/** `failed`: the name of the error, without personal data. */
export type Failed = { failed: string }
export type Dead = { dead: string }

type Tried = Pick<Entry<OutboxKind>, 'kind' | 'id' | 'attempts'>

/** The outcome of sending an entry; what it throws is logged and means that it failed. */
export async function outcomeOf(services: Pick<Services, 'log'>, entry: Tried, send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send()
  } catch (error) {
    return failureOf(services, entry, error)
  }
}

/** Logs the error, by which an attempt to send an entry failed. */
export function failureOf(services: Pick<Services, 'log'>, { kind, id, attempts }: Tried, error: unknown): Failed {
  const isDead = isLastAttempt(kind, attempts)
  services.log(isDead ? 'error' : 'warn', isDead ? 'outbox_dead' : 'outbox_failed', { kind, entry: id, attempt: attempts }, error)
  return { failed: errorName(error) }
}

/** How many ended in each way, for a span. */
export function outcomeFacts(outcomes: readonly Outcome[]): Record<string, number> {
  const byName = Map.groupBy(outcomes, (one) => (typeof one === 'string' ? one : (Object.keys(one)[0] ?? '')))
  return Object.fromEntries([...byName].map(([name, { length }]) => [`trastienda.outcome.${name}`, length]))
}

type Stored = { state: 'pending' | 'sent' | 'withheld' | 'dead'; dueAt: Date | null; attempts: number; error: string | null }

function storedOf({ kind, attempts }: AnyEntry, outcome: Outcome, now: Date): Stored {
  if (outcome === 'sent' || outcome === 'withheld') return { state: outcome, dueAt: null, attempts, error: null }
  if (outcome === 'unsent') return { state: 'pending', dueAt: now, attempts: attempts - 1, error: null }
  if ('postponedUntil' in outcome) return { state: 'pending', dueAt: outcome.postponedUntil, attempts: 0, error: null }
  if ('dead' in outcome) return { state: 'dead', dueAt: null, attempts, error: outcome.dead }
  const delayMs = kindSettings[kind].retry(attempts, Math.random())
  return delayMs === null
    ? { state: 'dead', dueAt: null, attempts, error: outcome.failed }
    : { state: 'pending', dueAt: new Date(now.getTime() + delayMs), attempts, error: outcome.failed }
}

/**
 * Stores the outcomes of entries that this process has leased, in the caller's transaction and without waiting. What another process has leased meanwhile is
 * left to it; what was replaced is due at once.
 */
export function storeOutcomes(db: Connection, sent: readonly { entry: AnyEntry; outcome: Outcome }[], now: Date): void {
  const [first] = sent
  if (!first) return
  const { lease, kind, channel } = first.entry
  const stored = sent.map(({ entry, outcome }) => ({ entry, ...storedOf(entry, outcome, now) }))
  const isDone = ({ state }: Stored) => kindSettings[kind].hasLog === true && (state === 'sent' || state === 'withheld')
  const done = stored.filter(isDone)
  const remaining = stored.filter((one) => !isDone(one))
  if (done.length > 0)
    db.send(sql`delete from outbox o where o.id = any(${done.map(({ entry }) => entry.id)}::uuid[]) and o.lease = ${lease}`)
  if (remaining.length > 0)
    db.send(sql`update outbox o set state = s.state, lease = null, due_at = coalesce(s.due_at, o.due_at), attempts = s.attempts, last_error = s.error,
        done_at = case when s.state <> 'pending' then ${now}::timestamptz end
      from unnest(${remaining.map(({ entry }) => entry.id)}::uuid[], ${remaining.map(({ state }) => state)}::text[], ${remaining.map(({ dueAt }) => dueAt)}::timestamptz[],
        ${remaining.map(({ attempts }) => attempts)}::integer[], ${remaining.map(({ error }) => error)}::text[]) s (id, state, due_at, attempts, error)
      where o.id = s.id and o.lease = ${lease}`)
  if (kindSettings[kind].replaces)
    db.send(sql`update outbox o set lease = null, due_at = '-infinity' where o.channel = ${channel} and o.lease = ${lease}
      and o.subject = any(${sent.map(({ entry }) => entry.subject)}::text[])`)
}
