import { queryClient } from '../api/queryClient.ts'
import { requestMode } from '../api/requestMode.ts'
import { hearTabs } from '../api/sessionChannel.ts'
import { readSession } from '../api/sessionCookie.ts'
import { deviceMs } from '../api/serverClock.ts'
import { lookNow } from '../shared/followRequest.ts'
import { followStream, type Heard } from './followStream.ts'
import { clientState } from '../session/session.ts'
import { pollNotifications } from '../session/startSession.ts'

/**
 * Changes in real time, one stream for all tabs of a browser (a host has six connections under HTTP/1.1): the tab that holds the lock follows the
 * shops that any tab shows and tells the others. Where there are no locks (pages without HTTPS) and while the line is down, everything is asked
 * for once a minute.
 */
type Message = { say: 'want'; shop: string } | { say: 'who' } | { say: 'heard'; event: Heard } | { say: 'state'; open: boolean }

/** So long between two tries, doubled each time, with a share of chance so that not everybody comes at once. */
const [shortestMs, longestMs] = [2_000, 60_000]
/** A tab that has not said for so long which shop it shows is gone. */
const wantedMs = 150_000
const pollMs = 60_000
/** Many changes within a moment are read once. */
const settleMs = 1_000

let open = false
const wanted = new Map<string, number>()
let restart = () => {}

const present = (): string | null => {
  const { merchantId, account } = clientState.get()
  return account && merchantId ? `${merchantId}/${requestMode()}` : null
}

/** Reads again what was said to have changed, once the first of several has settled. */
const changed = new Set<'notices' | 'work'>()
let settling: ReturnType<typeof setTimeout> | undefined
function readAgain(what: 'notices' | 'work'): void {
  changed.add(what)
  settling ??= setTimeout(() => {
    settling = undefined
    if (!document.hidden && changed.has('notices')) void pollNotifications()
    if (changed.has('work')) void queryClient.invalidateQueries({ queryKey: ['inboxList'] })
    changed.clear()
  }, settleMs)
}

function hear(event: Heard): void {
  // The server can be heard, and something was done: perhaps what somebody waits for.
  lookNow()
  if (event.what === 'notices') readAgain('notices')
  else if (event.what === 'work' && event.shop === present()) readAgain('work')
  else if (event.what === 'open' && !event.quiet) for (const what of ['notices', 'work'] as const) readAgain(what)
}

/** Follows, and follows again whatever ends it, until the tab goes or nobody is signed in. With the lock held. */
async function lead(channel: BroadcastChannel): Promise<void> {
  const tell = (message: Message) => channel.postMessage(message)
  tell({ say: 'who' })
  let failures = 0
  for (;;) {
    const stop = new AbortController()
    restart = () => stop.abort()
    const shops = shopsWanted()
    const end = await followStream(
      shops,
      (event) => {
        failures = 0
        if (event.what === 'open') setOpen(true, tell)
        // What other tabs show may be older than this page.
        tell({ say: 'heard', event: event.what === 'open' ? { ...event, quiet: false } : event })
        hear(event)
      },
      stop.signal,
    )
    if (readSession() === null) return setOpen(false, tell)
    if (stop.signal.aborted || end === 'over') continue
    setOpen(false, tell)
    // A shop that may not be followed any more must not keep the others from being followed.
    if (end === 'refused') wanted.clear()
    failures += 1
    const restMs = Math.min(longestMs, shortestMs * 2 ** (failures - 1))
    await new Promise((resolve) => setTimeout(resolve, restMs * (0.5 + Math.random() / 2)))
  }
}

function setOpen(is: boolean, tell: (message: Message) => void): void {
  open = is
  tell({ say: 'state', open })
}

/** Shops that some tab shows: at most as many as a stream follows. */
function shopsWanted(): string[] {
  const mine = present()
  if (mine) wanted.set(mine, deviceMs())
  for (const [shop, at] of wanted) if (deviceMs() - at > wantedMs) wanted.delete(shop)
  return [...wanted.keys()].slice(-20)
}

function want(shop: string): void {
  const known = wanted.has(shop)
  wanted.set(shop, deviceMs())
  if (!known) restart()
}

/** Starts to follow. Called once, when somebody is signed in and the first page has been drawn. */
export function startLive(): void {
  const poll = () => {
    if (document.hidden || open || clientState.get().account === null) return
    void pollNotifications()
    void queryClient.invalidateQueries({ queryKey: ['inboxList'] })
  }
  setInterval(poll, pollMs)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    for (const what of ['notices', 'work'] as const) readAgain(what)
  })
  if (typeof BroadcastChannel === 'undefined' || !('locks' in navigator) || navigator.locks === undefined) return
  const channel = new BroadcastChannel('live')
  const say = () => {
    const shop = present()
    if (shop === null) return
    channel.postMessage({ say: 'want', shop } satisfies Message)
    want(shop)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.say === 'want') want(data.shop)
    else if (data.say === 'who') say()
    else if (data.say === 'heard') hear(data.event)
    else open = data.open
  })
  let shown = present()
  clientState.watch(() => {
    if (shown === present()) return
    shown = present()
    say()
  })
  setInterval(say, pollMs)
  hearTabs((news) => {
    if (news === 'signedOut') restart()
  })
  say()
  // Whoever held the lock before gives it up by closing; signed out, it is asked for again with the next session.
  const compete = () =>
    void navigator.locks
      .request('live', () => lead(channel))
      .catch(() => {})
      .finally(() => setTimeout(compete, pollMs))
  compete()
}
