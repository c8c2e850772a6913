import type { Services } from '../calls/call.ts'
import type { Connection } from '../database/database.ts'
import { addSpanFacts, inSpan } from '../tracing/spans.ts'
import { sql, type Sql } from '../database/sql.ts'
import { type AnyEntry, claim, claimBatch, dueGroups } from './claim.ts'
import { leaseMs, maxSendMs } from './lease.ts'
import { failureOf, outcomeFacts, outcomeOf, storeOutcomes, type Outcome } from './outcome.ts'
import { batchSizes, type Channel, channels, channelSettings, type Entry, kindSettings, type OutboxKind } from './outboxKinds.ts'

/**
 * Sends an entry of one kind, from current facts. Rejects when it should be tried again. May run more than once for an entry: after a crash.
 */
export type SendEntry<K extends OutboxKind> = (services: Services, entry: Entry<K>) => Promise<Outcome>

/**
 * The entries of one group, of one shop and mode if the kind is sent in batches, else a single entry. `store`: stores the outcomes of all entries, or of `subset`, in the
 * caller's transaction; an entry without an outcome counts as not sent. `ended`: call it when an entry has been sent, to free its slot while the rest of the batch
 * goes on. `mayBegin`: false once the process stops, or when the lease of the batch could end before another entry is sent.
 */
export type Batch<K extends OutboxKind> = {
  entries: readonly Entry<K>[]
  store(db: Connection, outcomes: ReadonlyMap<Entry<K>, Outcome>, subset?: readonly Entry<K>[]): void
  ended?(): void
  mayBegin?(): boolean
}
/** As SendEntry, for a kind whose outcome is stored together with what else it causes. If it rejects, all entries of the batch have failed. */
export type SendBatch<K extends OutboxKind> = { sendBatch(services: Services, batch: Batch<K>): Promise<void> }

/** How each kind is sent. */
export type OutboxSenders = { readonly [K in OutboxKind]: SendEntry<K> | SendBatch<K> }

/** How often to look for further entries while others are being sent. */
const pollMs = 100

/** `slots`: how many of its channel's slots it occupies. `hasMore`: the group may have more messages than its batch. */
type Running = { channel: Channel; slots: number; groupId: string | null; hasMore: boolean }

/**
 * Sends what is due, several at a time in each channel. Any number of processes may run it: each entry is leased by one. An entry whose process died is
 * sent again with the same id, by which a receiver recognises it. `kinds`: the kinds to send, by default all that this version knows; entries of other kinds are left to
 * other processes.
 */
export function outboxSender(senders: Partial<OutboxSenders>) {
  const kinds = Object.keys(senders)
  const running = new Map<Promise<void>, Running>()
  /** Groups whose receiver accepted a message of the last batch; forgotten once nothing is being sent. */
  const accepting = new Set<string>()
  let last: string | null = null
  let sent = 0

  /** Starts what is due; returns once nothing more can be started, without waiting for slow receivers. Returns how many were sent since the last call. */
  async function send(services: Services, stopping?: AbortSignal): Promise<number> {
    for (;;) {
      if (stopping?.aborted) break
      const states = [...running.values()]
      const free = freeSlots(states)
      // The rest of a group follows when its batch has ended, also one that ends while this asks.
      const more = states.some(({ hasMore }) => hasMore)
      const busy = states.flatMap(({ groupId }) => groupId ?? [])
      const [entries, groups] = await Promise.all([
        claim(services, { kinds, free }).then((claimed) => startEntries(services, claimed)),
        dueGroups(services, { free }, { busy, last }).then((due) => startGroups(services, due, stopping)),
      ])
      if (entries + groups === 0 && !more) break
      if (running.size > 0) await Promise.race([...running.keys(), pause()])
    }
    if (running.size === 0) accepting.clear()
    const done = sent
    sent = 0
    return done
  }

  function startEntries(services: Services, claimed: readonly AnyEntry[]): number {
    for (const entries of Map.groupBy(claimed, (entry) => batchOf(entry, senders)).values()) {
      const [first] = entries
      if (!first) continue
      const state = { channel: first.channel, slots: entries.length, groupId: null, hasMore: false }
      start(services, state, () => sendEntries(services, senders, { entries, ended: () => void (state.slots -= 1) }))
    }
    return claimed.length
  }

  function startGroups(services: Services, groups: readonly string[], stopping?: AbortSignal): number {
    for (const groupId of groups) {
      const state = { channel: 'webhook' as const, slots: 1, groupId, hasMore: true }
      start(services, state, () => sendBatch(services, state, stopping))
    }
    last = groups.at(-1) ?? last
    return groups.length
  }

  function start(services: Services, state: Running, work: () => Promise<number>): void {
    const run = work()
      .then((count) => void (sent += count))
      // It is due again when its lease ends.
      .catch((error: unknown) =>
        services.log(
          'warn',
          'outbox_not_stored',
          { channel: state.channel, ...(state.groupId !== null && { group: state.groupId }) },
          error,
        ),
      )
      .finally(() => running.delete(run))
    running.set(run, state)
  }

  /** Sends a batch to a group; pauses when nothing could be leased, so that the process holding it can finish. */
  async function sendBatch(services: Services, state: Running & { groupId: string }, stopping?: AbortSignal): Promise<number> {
    const { groupId } = state
    const mayBegin = untilLate(services, stopping)
    const maxEntries = accepting.has(groupId) ? batchSizes.accepting : batchSizes.first
    const entries = await claimBatch(services, { kinds, groupId, maxEntries })
    state.hasMore = entries.length >= maxEntries
    if (entries.length === 0) await pause()
    const count = await sendEntries(services, senders, { entries, mayBegin })
    if (count > 0) accepting.add(groupId)
    else accepting.delete(groupId)
    return count
  }

  return { send, nextDue: () => nextDue(kinds), settled: async () => void (await Promise.all(running.keys())) }
}

/** True until the process stops, or a further message of a batch that is leased after now might outlast its lease. */
function untilLate({ now }: Pick<Services, 'now'>, stopping?: AbortSignal): () => boolean {
  const until = now().getTime() + leaseMs - maxSendMs
  return () => stopping?.aborted !== true && now().getTime() < until
}

/** SQL of the instant when the next message is due. */
const nextDue = (
  kinds: readonly string[],
): Sql => sql`select min(o.due_at) from unnest(${channels}::text[]) c (channel) cross join lateral (
  select due_at from outbox where channel = c.channel and state = 'pending' and kind = any(${[...kinds]}::text[]) order by due_at limit 1) o`

/** What is sent and stored together: by kind and, where the room stores it in a transaction of the shop, by shop. */
const batchOf = ({ id, kind, merchantId, mode }: AnyEntry, senders: Partial<OutboxSenders>): string => {
  if (!kindSettings[kind].together) return id
  return typeof senders[kind] === 'object' ? `${kind} ${merchantId} ${mode}` : kind
}

function freeSlots(used: Iterable<Running>): Record<Channel, number> {
  const free = Object.fromEntries(channels.map((channel) => [channel, channelSettings[channel].concurrent])) as Record<Channel, number> // each once
  for (const { channel, slots } of used) free[channel] -= slots
  return free
}

type Sending = Pick<Batch<OutboxKind>, 'ended' | 'mayBegin'> & { entries: readonly AnyEntry[] }

/** Sends entries of one kind, and stores the outcomes. Returns how many were sent. */
async function sendEntries(services: Services, senders: Partial<OutboxSenders>, { entries, ...rest }: Sending): Promise<number> {
  const [first] = entries
  if (!first) return 0
  const sender = senders[first.kind] as SendEntry<OutboxKind> | SendBatch<OutboxKind> // its own kind's
  const sent = new Set<Entry<OutboxKind>>()
  const store: Batch<OutboxKind>['store'] = (db, outcomes, subset = entries) => {
    const those = new Set(subset)
    const stored = entries
      .filter((entry) => those.has(entry))
      .map((entry) => ({ entry, outcome: outcomes.get(entry) ?? 'unsent' }) as const)
    for (const { entry, outcome } of stored) {
      if (outcome === 'sent') sent.add(entry)
      else sent.delete(entry)
    }
    addSpanFacts(outcomeFacts(stored.map(({ outcome }) => outcome)))
    storeOutcomes(db, stored, services.now())
  }
  const facts = { 'trastienda.messages': entries.length, 'trastienda.entry': first.id, 'trastienda.attempt': first.attempts }
  await inSpan({ name: `send ${first.kind}`, facts, root: true }, async () => {
    const storeAlone = (outcomes: Parameters<typeof store>[1]) => services.database.write(null, async (db) => store(db, outcomes))
    if (typeof sender === 'object')
      return (
        sender
          .sendBatch(services, { entries, store, ...rest })
          // What had been stored after all stays: it is no longer leased.
          .catch((error: unknown) => storeAlone(new Map(entries.map((entry) => [entry, failureOf(services, entry, error)] as const))))
      )
    const outcomes = await Promise.all(
      entries.map(async (entry) => {
        const outcome = await outcomeOf(services, entry, () => sender(services, entry))
        rest.ended?.()
        return [entry, outcome] as const
      }),
    )
    await storeAlone(new Map(outcomes))
  })
  return sent.size
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pollMs))
