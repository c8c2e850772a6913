import type { Substatus } from '#domain/sales/operations/lifecycle'

const key = 'countRooms'
/** Default width in ch of a count that this device has not shown yet: that of "9.999". */
const defaultWidth = 4.45

function readStored(): Partial<Record<Substatus, number>> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {} // storage is disabled
  }
}
/** Constant while the page lives, to avoid layout shifts. */
const widths = readStored()
const latest = { ...widths }

/** CSS width to reserve for a sub-status's count: its last width on this device, to avoid a layout shift when it loads. */
export const countWidth = (substatus: Substatus): string => `${Number(widths[substatus]) || defaultWidth}ch`

/** Stores the width of a shown count for the next page load; the count itself is not stored. */
export function rememberCountWidth(substatus: Substatus, figure: string): void {
  const width = [...figure].reduce((all, sign) => all + (/[\d\p{L}]/u.test(sign) ? 1 : 0.45), 0)
  if (latest[substatus] === width) return
  latest[substatus] = width
  try {
    localStorage.setItem(key, JSON.stringify(latest))
  } catch {
    // storage is disabled: the default width is used
  }
}
