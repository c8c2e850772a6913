import { announcementsTopic, shopTopic } from '../../platform/events/changes.ts'
import type { Watch } from '../../platform/events/events.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Caller, Handler, Services } from '../../platform/calls/call.ts'
import { mayEnter } from '../../platform/calls/membership.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { activeSince } from '../../platform/calls/authenticate.ts'
import { uuidOf } from '../../platform/calls/wire.ts'

type Topic = { topic: string; event: string }
type Following = {
  services: Pick<Services, 'events' | 'database' | 'now' | 'config'>
  caller: Caller
  topics: readonly Topic[]
  seconds: number
  age: number | undefined
}

/** How often the session is checked and a heartbeat detects a dead connection. */
const heartbeatMs = 10_000
/** Added to the `age` the caller states, for the unknown time on the network. */
const networkDelayMs = 5_000

/**
 * Streams events as changes are committed, until the time is over, the session ends or the database cannot be listened to. Answers not
 * found for shops of others.
 */
export const notificationStream: Handler<'notificationStream'> = async ({ services, caller, query }) => {
  const shops = (query.shops?.split(',') ?? []).map((pair) => {
    const [hex = '', mode = ''] = pair.split('/')
    const merchantId = uuidOf(hex)
    const membership = caller.memberships.find(({ merchantIds }) => merchantId !== undefined && merchantIds.has(merchantId))
    if (merchantId === undefined || !membership) throw notFound(hex)
    if (membership.sandboxOnly && mode !== 'sandbox') throw new Refusal('PermissionDenied', { why: 'sandboxOnly' })
    return { topic: shopTopic({ merchantId, mode }), event: `event: work\ndata: {"merchant_id":"${hex}","mode":"${mode}"}\n\n` }
  })
  const notices = caller.memberships.map(({ accountId }) => ({ topic: accountId, event: 'event: notices\ndata: {}\n\n' }))
  const announcements = { topic: announcementsTopic, event: 'event: account\ndata: {}\n\n' }
  return {
    download: follow({ services, caller, topics: [...notices, announcements, ...shops], seconds: query.seconds, age: query.age }),
    fileName: 'events',
    mediaType: 'text/event-stream; charset=utf-8',
  }
}

async function* follow({ services, caller, topics, seconds, age }: Following): AsyncGenerator<string> {
  const endsAt = performance.now() + seconds * 1_000
  let watches = await watchAll(services, topics)
  try {
    // What changed before the subscription began is read again by the client, unless nothing did.
    const quiet = age !== undefined && watches !== null && services.events.quiet(topicsOf(topics), age + networkDelayMs)
    yield `event: open\ndata: ${quiet ? '{"quiet":true}' : '{}'}\n\n`
    while (watches !== null && performance.now() < endsAt) {
      const waitMs = Math.min(heartbeatMs, endsAt - performance.now())
      await Promise.race(watches.map((watch) => watch.changed(waitMs)))
      // Nothing more is sent to a session that has ended.
      if (!(await isOpen(services, caller))) return
      const fired = watches.map((watch) => watch.fired())
      if (!fired.includes(true)) {
        yield ': \n\n'
        continue
      }
      // The new subscription starts before the old one ends, so that no change is missed in between.
      const next = await watchAll(services, topics)
      endAll(watches)
      watches = next
      yield topics
        .filter((_, at) => fired[at])
        .map(({ event }) => event)
        .join('')
    }
  } finally {
    endAll(watches)
  }
}

const topicsOf = (topics: readonly Topic[]): string[] => topics.map(({ topic }) => topic)

/** Null when the database cannot be listened to: the stream ends, and the client polls instead. */
async function watchAll({ events }: Following['services'], topics: readonly Topic[]): Promise<Watch[] | null> {
  const watches = await Promise.all(topicsOf(topics).map((topic) => events.watch(topic)))
  const opened = watches.filter((watch) => watch !== undefined)
  if (opened.length === watches.length) return opened
  endAll(opened)
  return null
}

const endAll = (watches: readonly Watch[] | null): void => watches?.forEach((watch) => watch.end())

/** Whether the session and its access to every account are still valid. An open stream does not count as activity. */
async function isOpen({ database, now, config }: Following['services'], { sessionId, userId, memberships }: Caller): Promise<boolean> {
  const at = now()
  const row = await database.read(null, (db) =>
    db.first(sql`select from sessions s
      where s.id = ${sessionId} and s.ended_at is null and s.expires_at > ${at} and s.active_at >= ${activeSince(at, config)}
        and (select count(*) from memberships m where m.user_id = ${userId} and m.account_id = any(${memberships.map(({ accountId }) => accountId)}::uuid[])
          and ${mayEnter(sql`m`, at)}) = ${memberships.length}`),
  )
  return row !== undefined
}
