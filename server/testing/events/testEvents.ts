import { vi } from 'vitest'
import type { Events } from '../../platform/events/events.ts'

/** The longest that a call may be held. */
const longestHoldMs = 10_000

/** What is held for the longest time is held until somebody is told, however long that takes: an answer proves that they were. */
export function holdUntilTold(events: Events) {
  const { watch } = events
  return vi.spyOn(events, 'watch').mockImplementation(async (objectId) => {
    const made = await watch(objectId)
    return made && { ...made, changed: (waitMs) => made.changed(waitMs < longestHoldMs ? waitMs : 2 ** 31 - 1) }
  })
}
