import type { Substatus } from '#domain/lifecycle'

const key = 'countRooms'
/** A figure of a shop that is not known yet. */
const usual = 3

function kept(): Partial<Record<Substatus, number>> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {} // storage switched off
  }
}
const rooms = kept()

/** How wide a sub-status' count was the last time on this device, in figures: as much room is kept before it comes, so that the line breaks where it will. */
export const roomOf = (substatus: Substatus): string => `${Number(rooms[substatus]) || usual}ch`

/** Keeps the width of counts that are shown, never the counts. */
export function rememberRoom(substatus: Substatus, figure: string): void {
  const room = [...figure].reduce((all, sign) => all + (/\d/.test(sign) ? 1 : 0.45), 0)
  if (rooms[substatus] === room) return
  rooms[substatus] = room
  try {
    localStorage.setItem(key, JSON.stringify(rooms))
  } catch {
    // storage switched off: the usual room is kept
  }
}
