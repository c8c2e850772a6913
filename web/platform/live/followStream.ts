import { notificationStream } from '#contract/merchants/notifications'
import { addressOf } from '../api/call.ts'
import { freshAccessToken } from '../api/refreshSession.ts'
import { beforeAnyAnswer, deviceMs } from '../api/serverClock.ts'
import { settings } from '../api/settings.ts'

/**
 * What a stream says: that it is open (`quiet`: and that nothing has changed since this page was loaded), that there are notices, or that something
 * changed in a shop (`id/mode`).
 */
export type Heard = { what: 'open'; quiet: boolean } | { what: 'notices' } | { what: 'work'; shop: string }

/** Reads one server-sent event; null for what is not ours. */
export function readEvent(block: string): Heard | null {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
  const what = field('event')
  if (what === 'open') return { what, quiet: field('data') === '{"quiet":true}' }
  if (what === 'notices') return { what }
  if (what !== 'work') return null
  const shop = /^\{"merchant_id":"([0-9a-f]{32})","mode":"(live|sandbox)"\}$/.exec(field('data') ?? '')
  return shop ? { what, shop: `${shop[1]}/${shop[2]}` } : null
}

/** As long as the contract allows; then it is opened anew, with a fresh token. */
const longestSeconds = 300
/** A page that was loaded longer ago reads again whatever it shows. */
const oldestMs = 60_000

/** How a stream ended: by itself, by a refusal, or because the line broke. */
export type StreamEnd = 'over' | 'refused' | 'lost'

/**
 * Follows the changes of some shops until the stream ends. `EventSource` sends no bearer, so it is read by hand. A stream that says nothing for
 * 25 s, more than two of its beats, is lost.
 */
export async function followStream(shops: readonly string[], heard: (event: Heard) => void, signal: AbortSignal): Promise<StreamEnd> {
  const token = await freshAccessToken()
  if (token === null) return 'refused'
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), 25_000)
  }
  alive()
  try {
    // Whatever the page shows was read after it had been asked for.
    const age = deviceMs() - beforeAnyAnswer()
    const known = age >= 0 && age <= oldestMs ? { age: Math.ceil(age) } : {}
    const address = addressOf(notificationStream, {}, { shops: shops.join(','), seconds: longestSeconds, ...known })
    const response = await fetch(settings().hosts.vendorApiUrl + address, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, 'x-background': '1' },
      credentials: 'include',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) return response.status >= 500 ? 'lost' : 'refused'
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'over'
      alive()
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readEvent(block)
        if (event) heard(event)
      }
    }
  } catch {
    return 'lost'
  } finally {
    clearTimeout(timer)
  }
}
