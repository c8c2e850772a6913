import { makeStore } from '../state/store.ts'

const key = 'today'

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'empty'
  } catch {
    return true // storage is unavailable
  }
}

/** Whether the strip above the list has content, or had the last time: its height is reserved before it loads, to avoid layout shift. */
export const topIsFull = makeStore(read())

/** Saves the flag on this device, and none of the content. */
export function rememberTop(full: boolean): void {
  topIsFull.set(full)
  try {
    localStorage.setItem(key, full ? 'full' : 'empty')
  } catch {
    // storage is unavailable: the height is reserved unnecessarily once
  }
}
