import { queryClient } from '../api/queryClient.ts'
import { requestMode } from '../api/requestMode.ts'
import { onTabMessage } from '../api/sessionChannel.ts'
import { readSession } from '../api/sessionCookie.ts'
import { deviceMs } from '../api/serverClock.ts'
import { pollNow } from '../api/pollOutcome.ts'
import { followStream, type StreamEvent } from './followStream.ts'
import { clientState } from '../session/session.ts'
import { pollAnnouncements, pollNotifications } from '../session/startSession.ts'

/**
 * Real-time updates over one stream for all tabs of a browser (HTTP/1.1 allows six connections per host): the tab that holds the lock follows the
 * merchants that any tab shows and broadcasts the events. Without Web Locks (pages without HTTPS) and while the stream is down, everything is polled
 * once a minute.
 */
type Message = { say: 'want'; shop: string } | { say: 'who' } | { say: 'heard'; event: StreamEvent } | { say: 'state'; open: boolean }

/** Reconnect delay in milliseconds, doubled after each failure, with jitter. */
const [minDelayMs, maxDelayMs] = [2_000, 60_000]
/** A tab that has not announced its merchant for this long counts as closed. */
const followedMs = 150_000
const pollMs = 60_000
/** Several changes within this interval cause one read. */
const settleMs = 1_000
/** What every open panel reads after the same change is read within this time. */
const spreadMs = 2_000

let open = false
const followedMerchants = new Map<string, number>()
let restart = () => {}

const currentMerchant = (): string | null => {
  const { merchantId, account } = clientState.get()
  return account && merchantId ? `${merchantId}/${requestMode()}` : null
}

/** Refetches what has changed, after the first of several changes has settled. */
const changed = new Set<'notices' | 'work'>()
let settling: ReturnType<typeof setTimeout> | undefined
function readAgain(what: 'notices' | 'work'): void {
  changed.add(what)
  settling ??= setTimeout(() => {
    settling = undefined
    if (!document.hidden && changed.has('notices')) void pollNotifications()
    if (changed.has('work')) readWorkAgain()
    changed.clear()
  }, settleMs)
}

function readWorkAgain(): void {
  for (const name of ['inboxList', 'inboxEverywhere']) void queryClient.invalidateQueries({ queryKey: [name] })
}

function handleEvent(event: StreamEvent): void {
  // The server is reachable and something was done: perhaps a write whose outcome is being polled.
  pollNow()
  if (event.what === 'notices') readAgain('notices')
  else if (event.what === 'account') setTimeout(() => void pollAnnouncements(), Math.random() * spreadMs)
  else if (event.what === 'work' && event.shop === currentMerchant()) readAgain('work')
  else if (event.what === 'open' && !event.quiet) {
    for (const what of ['notices', 'work'] as const) readAgain(what)
    void pollAnnouncements()
  }
}

/** Follows the stream and reconnects, until the tab closes or the user signs out. Runs while the lock is held. */
async function lead(channel: BroadcastChannel): Promise<void> {
  const broadcast = (message: Message) => channel.postMessage(message)
  broadcast({ say: 'who' })
  let failures = 0
  for (;;) {
    const stop = new AbortController()
    restart = () => stop.abort()
    const shops = followedShops()
    const end = await followStream(
      shops,
      (event) => {
        failures = 0
        if (event.what === 'open') setOpen(true, broadcast)
        // The data of other tabs may be older than this page.
        broadcast({ say: 'heard', event: event.what === 'open' ? { ...event, quiet: false } : event })
        handleEvent(event)
      },
      stop.signal,
    )
    if (readSession() === null) return setOpen(false, broadcast)
    if (stop.signal.aborted || end === 'over') continue
    setOpen(false, broadcast)
    // A merchant that may no longer be followed must not block the others.
    if (end === 'refused') followedMerchants.clear()
    failures += 1
    const restMs = Math.min(maxDelayMs, minDelayMs * 2 ** (failures - 1))
    await new Promise((resolve) => setTimeout(resolve, restMs * (0.5 + Math.random() / 2)))
  }
}

function setOpen(is: boolean, broadcast: (message: Message) => void): void {
  open = is
  broadcast({ say: 'state', open })
}

/** The merchants that some tab shows: at most as many as a stream follows. */
function followedShops(): string[] {
  const mine = currentMerchant()
  if (mine) followedMerchants.set(mine, deviceMs())
  for (const [shop, at] of followedMerchants) if (deviceMs() - at > followedMs) followedMerchants.delete(shop)
  return [...followedMerchants.keys()].slice(-20)
}

function want(shop: string): void {
  const known = followedMerchants.has(shop)
  followedMerchants.set(shop, deviceMs())
  if (!known) restart()
}

/** Starts the updates. Called once, when a user is signed in and after the first render. */
export function startLive(): void {
  const poll = () => {
    if (document.hidden || open || clientState.get().account === null) return
    void pollNotifications()
    void pollAnnouncements()
    readWorkAgain()
  }
  setInterval(poll, pollMs)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    for (const what of ['notices', 'work'] as const) readAgain(what)
  })
  if (typeof BroadcastChannel === 'undefined' || !('locks' in navigator) || navigator.locks === undefined) return
  const channel = new BroadcastChannel('live')
  const say = () => {
    const shop = currentMerchant()
    if (shop === null) return
    channel.postMessage({ say: 'want', shop } satisfies Message)
    want(shop)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.say === 'want') want(data.shop)
    else if (data.say === 'who') say()
    else if (data.say === 'heard') handleEvent(data.event)
    else open = data.open
  })
  let shown = currentMerchant()
  clientState.watch(() => {
    if (shown === currentMerchant()) return
    shown = currentMerchant()
    say()
  })
  setInterval(say, pollMs)
  onTabMessage((news) => {
    if (news === 'signedOut') restart()
  })
  say()
  // The previous holder releases the lock by closing; after signing out, it is requested again with the next session.
  const compete = () =>
    void navigator.locks
      .request('live', () => lead(channel))
      .catch(() => {})
      .finally(() => setTimeout(compete, pollMs))
  compete()
}
