import type { Mode } from '../api/requestMode.ts'

const key = 'today'

/** How many places are kept, the latest first. */
const most = 60

function read(): string[] {
  try {
    return localStorage.getItem(key)?.split(' ') ?? []
  } catch {
    return [] // storage is unavailable
  }
}

/** The shops, each with a mode, whose strip above the list was empty the last time. */
let empty = read()

const placeOf = (merchantId: string, mode: Mode): string => `${merchantId}:${mode}`

/** Whether the strip above the list has content, as far as this device knows: its height is reserved before it loads, to avoid layout shift. */
export const isTopFull = (merchantId: string, mode: Mode): boolean => !empty.includes(placeOf(merchantId, mode))

/** Saves on this device whether the strip has content, and none of the content. */
export function rememberTop(merchantId: string, mode: Mode, full: boolean): void {
  if (full === isTopFull(merchantId, mode)) return
  const place = placeOf(merchantId, mode)
  empty = full ? empty.filter((one) => one !== place) : [place, ...empty].slice(0, most)
  try {
    localStorage.setItem(key, empty.join(' '))
  } catch {
    // storage is unavailable: the height is reserved unnecessarily after the page is loaded again
  }
}
