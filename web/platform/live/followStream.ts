import { notificationStream } from '#contract/merchants/notifications'
import { addressOf } from '../api/call.ts'
import { freshAccessToken } from '../api/refreshSession.ts'
import { beforeAnyAnswer, deviceMs } from '../api/serverClock.ts'
import { settings } from '../api/settings.ts'

/**
 * A parsed event: the stream is open (`quiet`: nothing has changed since this page was loaded), there are new notifications, the provider's messages to
 * merchants changed (`account`), or something changed for a merchant (`id/mode`).
 */
export type StreamEvent = { what: 'open'; quiet: boolean } | { what: 'notices' } | { what: 'account' } | { what: 'work'; shop: string }

/** Parses one server-sent event; null for unknown ones. */
export function readEvent(block: string): StreamEvent | null {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
  const what = field('event')
  if (what === 'open') return { what, quiet: field('data') === '{"quiet":true}' }
  if (what === 'notices' || what === 'account') return { what }
  if (what !== 'work') return null
  const shop = /^\{"merchant_id":"([0-9a-f]{32})","mode":"(live|sandbox)"\}$/.exec(field('data') ?? '')
  return shop ? { what, shop: `${shop[1]}/${shop[2]}` } : null
}

/** The longest stream that the contract allows; then it is reopened with a fresh token. */
const longestSeconds = 300
/** A page loaded longer ago reads its data again. */
const oldestMs = 60_000

/** How a stream ended: closed by the server, refused, or the connection was lost. */
type StreamEnd = 'over' | 'refused' | 'lost'

/**
 * Follows the changes of some merchants until the stream ends. `EventSource` cannot send a bearer token, so the stream is parsed here. A stream silent
 * for 25 s, more than two heartbeats, counts as lost.
 */
export async function followStream(shops: readonly string[], heard: (event: StreamEvent) => void, signal: AbortSignal): Promise<StreamEnd> {
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
    // The page’s data was read after the document was requested.
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
