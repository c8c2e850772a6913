import { consoleMe } from '#contract/provider/staff'
import { deviceMs } from '../../platform/api/serverClock.ts'
import { callConsole } from '../api/callConsole.ts'
import { sessionEnded } from '../api/sessionEnded.ts'

/** How often the server learns that the person is there, in milliseconds: well within the 15 minutes after which a session ends without use. */
const tellEveryMs = 120_000

/** While somebody types, presses or scrolls, the session stays open: reads in the background do not count as use. Returns the function that stops it. */
export function startKeepActive(): () => void {
  let lastSentMs = deviceMs()
  const onUse = () => {
    if (sessionEnded.get() || deviceMs() - lastSentMs < tellEveryMs) return
    lastSentMs = deviceMs()
    void callConsole(consoleMe).catch(() => {}) // the next call reports it
  }
  const events = ['keydown', 'pointerdown', 'wheel'] as const
  for (const event of events) addEventListener(event, onUse, { passive: true })
  return () => {
    for (const event of events) removeEventListener(event, onUse)
  }
}
