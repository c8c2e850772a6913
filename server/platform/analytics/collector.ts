import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DAY_MS } from '#domain/platform/dates'
import { ANALYTICS_VERSION, type AnalyticsEvent, checksumText, readEvent } from '#domain/analytics'
import { networkPrefix } from '#domain/platform/network'
import type { Services } from '../calls/call.ts'
import { readJson, acceptText } from '../calls/decodeBody.ts'
import { makeRate } from '../calls/rate.ts'
import { Refusal } from '../calls/refusal.ts'
import { ownCollector } from '../config/optionalConfig.ts'
import { sql } from '../database/sql.ts'

/** An upload with more events does not come from our client. */
const maxEvents = 1_000

/** The content of an upload, or the error code sent to the client. */
type Upload = { events: AnalyticsEvent[]; sentAt: number } | { problem: 'bad_request' | 'bad_checksum' }

/**
 * Parses one form-encoded upload: client key, events, version, time and checksum. Invalid events, and properties that are not allowed, are
 * dropped.
 */
function readUpload(form: string, key: string): Upload {
  const sent = new URLSearchParams(form)
  const [client, events, time] = ['client', 'e', 'upload_time'].map((name) => sent.get(name) ?? '') as [string, string, string] // three names, three values
  if (client !== key || sent.get('v') !== String(ANALYTICS_VERSION)) return { problem: 'bad_request' }
  const checksum = createHash('md5')
    .update(checksumText(client, events, time))
    .digest('hex')
  if (sent.get('checksum') !== checksum) return { problem: 'bad_checksum' }
  const [list, sentAt] = [listIn(events), Number(time)]
  if (list === null || list.length > maxEvents || !Number.isSafeInteger(sentAt)) return { problem: 'bad_request' }
  return { events: list.map(readEvent).filter((event) => event !== null), sentAt }
}

function listIn(text: string): unknown[] | null {
  try {
    const list = readJson(text)
    return Array.isArray(list) ? list : null
  } catch {
    return null
  }
}

/** Maximum size of an upload; a larger one is answered 413 and the client halves its batch. */
const maxBytes = 1_000_000
const minuteMs = 60_000
/** Limits per network, which many shops may share, and for all. */
const uploadsAMinute = { ofOne: 120, ofAll: 1_200 }
/** Bytes of events that one process stores per day, so that nobody can fill the disk. A person's workday is about 50 000. */
const bytesADay = { ofOne: 20_000_000, ofAll: 500_000_000 }

/**
 * Receives usage events of the back office from browsers whose users have consented (form-encoded, version 2). Public; the response reveals
 * nothing but success. The sender is not stored. Answers `success` once it is stored; `bad_checksum` or `bad_request` with 400; 413; 429.
 */
export function collector(app: FastifyInstance, services: Services): void {
  if (services.config.analytics.url !== ownCollector) return
  const [mayOne, mayAll] = [makeRate(uploadsAMinute.ofOne, minuteMs), makeRate(uploadsAMinute.ofAll, minuteMs)]
  const [storesOne, storesAll] = [makeRate(bytesADay.ofOne, DAY_MS), makeRate(bytesADay.ofAll, DAY_MS)]
  void app.register(async (scope) => {
    acceptText(scope, 'application/x-www-form-urlencoded', maxBytes)
    scope.post(ownCollector, { config: { call: 'analytics' } }, async (request, reply) => {
      const now = services.now().getTime()
      const network = networkPrefix(request.ip) ?? request.ip
      const text = typeof request.body === 'string' ? request.body : ''
      if (!mayOne(network, now) || !mayAll('', now)) throw tooMany(reply, 60)
      if (!storesOne(network, now, text.length) || !storesAll('', now, text.length)) throw tooMany(reply, 3_600)
      const upload = readUpload(text, services.config.analytics.key)
      if ('problem' in upload) return reply.code(400).type('text/plain; charset=utf-8').send(upload.problem)
      if (upload.events.length > 0) await store(services, upload)
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('success')
    })
  })
}

function tooMany(reply: FastifyReply, retryAfterSeconds: number): Refusal {
  reply.header('retry-after', String(retryAfterSeconds))
  return new Refusal('TooManyRequests', { retryAfterSeconds })
}

/** A browser's clock may be wrong by years, so an event's time is computed from its age at the upload, of at most a month. */
const maxAgeMs = 31 * 86_400_000

/** A checkout's id would identify its shop, customer and seller, so it is not stored here. */
const withoutIds = (properties: AnalyticsEvent['event_properties']) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => name !== 'checkoutId'))

async function store({ database, now }: Services, { events, sentAt }: Exclude<Upload, { problem: unknown }>): Promise<void> {
  const received = now()
  const happened = events.map(({ timestamp }) => new Date(received.getTime() - Math.min(Math.max(sentAt - timestamp, 0), maxAgeMs)))
  const visits = events.map(({ timestamp, session_id: began }, index) => {
    const length = Math.min(Math.max(timestamp - began, 0), maxAgeMs)
    return new Date((happened[index] ?? received).getTime() - length)
  })
  await database.write(null, (db) =>
    db.run(sql`insert into analytics_events (id, received_at, happened_at, device_id, session_started_at, event_type, properties)
      select id, ${received}, happened, device, visit, type, properties::jsonb
      from unnest(${events.map(({ uuid }) => uuid)}::uuid[], ${happened}::timestamptz[], ${events.map(({ device_id: device }) => device)}::uuid[], ${visits}::timestamptz[],
        ${events.map(({ event_type: type }) => type)}::text[], ${events.map(({ event_properties: properties }) => JSON.stringify(withoutIds(properties)))}::text[])
        as sent (id, happened, device, visit, type, properties)
      on conflict (id) do nothing`),
  )
}
