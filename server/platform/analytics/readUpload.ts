import { createHash } from 'node:crypto'
import { ANALYTICS_VERSION, checksumText, readEvent, type AnalyticsEvent } from '#domain/analytics'
import { readJson } from '../calls/readJson.ts'

/** More in one upload are taken for no honest client's. */
const mostEvents = 1_000

/** What an upload holds, or the word that its sender is told. */
export type Upload = { events: AnalyticsEvent[]; sentAt: number } | { problem: 'bad_request' | 'bad_checksum' }

/**
 * Reads one form-encoded upload: client key, events, version, time and checksum. What is no event, and what of an event is not
 * allowed, is left out.
 */
export function readUpload(form: string, key: string): Upload {
  const sent = new URLSearchParams(form)
  const [client, events, time] = ['client', 'e', 'upload_time'].map((name) => sent.get(name) ?? '') as [string, string, string] // three names, three values
  if (client !== key || sent.get('v') !== String(ANALYTICS_VERSION)) return { problem: 'bad_request' }
  const checksum = createHash('md5')
    .update(checksumText(client, events, time))
    .digest('hex')
  if (sent.get('checksum') !== checksum) return { problem: 'bad_checksum' }
  const [list, sentAt] = [listIn(events), Number(time)]
  if (list === null || list.length > mostEvents || !Number.isSafeInteger(sentAt)) return { problem: 'bad_request' }
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
