import { vi } from 'vitest'
import type { Events } from '../../platform/events/events.ts'

/** The maximum duration of a long poll. */
const longestHoldMs = 10_000

/** Long polls wait without a time limit until they are notified: a response proves the notification. */
export function holdUntilNotified(events: Events) {
  const { watch } = events
  return vi.spyOn(events, 'watch').mockImplementation(async (objectId) => {
    const created = await watch(objectId)
    return created && { ...created, changed: (waitMs) => created.changed(waitMs < longestHoldMs ? waitMs : 2 ** 31 - 1) }
  })
}
