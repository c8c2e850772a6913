/** Side effects and clock of the idle timer, injected for tests. Times in milliseconds. */
export type IdleEffects = {
  now: () => number
  /** Shows the countdown to `endsAt`, or hides it (null). */
  warn: (endsAt: number | null) => void
  /** Called when the idle timeout is reached. */
  end: () => void
  /** Reports activity to the server. */
  ping: () => void
  /** Reports activity to the other tabs. */
  notifyTabs: () => void
}

export type IdleWatch = { active: () => void; heard: () => void; stayed: () => void; tick: () => void }

/** Milliseconds before the end at which the warning is shown, and the minimum interval between pings. */
export type IdlePace = { warnBeforeMs: number; pingEveryMs: number }

const ownScreen: IdlePace = { warnBeforeMs: 120_000, pingEveryMs: 60_000 }
/** For a shared till, which locks after a minute. */
export const tillPace: IdlePace = { warnBeforeMs: 10_000, pingEveryMs: 5_000 }

/**
 * Counts inactivity over all tabs: warns before the limit, which may change, ends at it, and pings the server at most once per interval. While the
 * warning is shown only its own button counts as activity.
 */
export function makeIdleWatch(limitMs: () => number, effects: IdleEffects, { warnBeforeMs, pingEveryMs } = ownScreen): IdleWatch {
  let activeAt = effects.now()
  let pingedAt = effects.now()
  let mineAt = pingedAt
  let warned = false
  let over = false

  function restart() {
    activeAt = effects.now()
    over = false
    if (warned) effects.warn(null)
    warned = false
  }
  function pingIfDue() {
    if (effects.now() - pingedAt < pingEveryMs) return
    pingedAt = effects.now()
    effects.ping()
  }
  return {
    active() {
      if (warned || over || effects.now() - activeAt < 1_000) return
      restart()
      mineAt = activeAt
      effects.notifyTabs()
      pingIfDue()
    },
    heard: restart,
    stayed() {
      restart()
      pingedAt = effects.now()
      effects.ping()
      effects.notifyTabs()
    },
    tick() {
      const idleMs = effects.now() - activeAt
      if (over) return
      // Late activity of this tab is reported too, so that the server never counts from an earlier moment than the client.
      if (mineAt > pingedAt) pingIfDue()
      if (idleMs >= limitMs()) {
        over = true
        warned = false
        effects.warn(null)
        effects.end()
      } else if (idleMs >= limitMs() - warnBeforeMs && !warned) {
        warned = true
        effects.warn(activeAt + limitMs())
      }
    },
  }
}
