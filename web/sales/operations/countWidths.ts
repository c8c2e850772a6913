import type { Substatus } from '#domain/sales/operations/lifecycle'

const key = 'countRooms'
/** A count that this device has not seen yet: as wide as "9.999". */
const usual = 4.45

function kept(): Partial<Record<Substatus, number>> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {} // storage switched off
  }
}
/** Fixed while the page lives: a room that shrank to its count would move what stands beside it. */
const rooms = kept()
const seen = { ...rooms }

/** How wide a sub-status' count was the last time on this device, in figures: as much room is kept for it, so that nothing moves when it comes. */
export const countWidthOf = (substatus: Substatus): string => `${Number(rooms[substatus]) || usual}ch`

/** Keeps the width of counts that are shown for the next page, never the counts. */
export function rememberCountWidth(substatus: Substatus, figure: string): void {
  const room = [...figure].reduce((all, sign) => all + (/[\d\p{L}]/u.test(sign) ? 1 : 0.45), 0)
  if (seen[substatus] === room) return
  seen[substatus] = room
  try {
    localStorage.setItem(key, JSON.stringify(seen))
  } catch {
    // storage switched off: the usual room is kept
  }
}
