/** What the idle watch needs from outside, so that a test can hold the clock. Times in milliseconds. */
export type IdleEffects = {
  now: () => number
  /** Shows the countdown to `endsAt`, or takes it away (null). */
  warn: (endsAt: number | null) => void
  /** The idle time is over. */
  end: () => void
  /** Tells the server that the user is there. */
  ping: () => void
  /** Tells the other tabs. */
  tell: () => void
}

export type IdleWatch = { active: () => void; heard: () => void; stayed: () => void; tick: () => void }

/** How long before the end it warns, and how often at most the server is told, in milliseconds. */
export type IdlePace = { warnBeforeMs: number; pingEveryMs: number }

const ownScreen: IdlePace = { warnBeforeMs: 120_000, pingEveryMs: 60_000 }
/** On a shared till, which locks after a minute. */
export const tillPace: IdlePace = { warnBeforeMs: 10_000, pingEveryMs: 5_000 }

/**
 * Counts the user's own inactivity over all tabs: warns two minutes before the limit, which may change, ends at it, and tells the server
 * of activity at most once a minute. While the warning stands only its own button counts as activity.
 */
export function makeIdleWatch(limitMs: () => number, hands: IdleEffects, { warnBeforeMs, pingEveryMs } = ownScreen): IdleWatch {
  let activeAt = hands.now()
  let pingedAt = hands.now()
  let mineAt = pingedAt
  let warned = false
  let over = false

  function restart() {
    activeAt = hands.now()
    over = false
    if (warned) hands.warn(null)
    warned = false
  }
  function pingIfDue() {
    if (hands.now() - pingedAt < pingEveryMs) return
    pingedAt = hands.now()
    hands.ping()
  }
  return {
    active() {
      if (warned || over || hands.now() - activeAt < 1_000) return
      restart()
      mineAt = activeAt
      hands.tell()
      pingIfDue()
    },
    heard: restart,
    stayed() {
      restart()
      pingedAt = hands.now()
      hands.ping()
      hands.tell()
    },
    tick() {
      const idleMs = hands.now() - activeAt
      if (over) return
      // Late activity of this tab is told too, so that the server never counts from an earlier moment than we do.
      if (mineAt > pingedAt) pingIfDue()
      if (idleMs >= limitMs()) {
        over = true
        warned = false
        hands.warn(null)
        hands.end()
      } else if (idleMs >= limitMs() - warnBeforeMs && !warned) {
        warned = true
        hands.warn(activeAt + limitMs())
      }
    },
  }
}
