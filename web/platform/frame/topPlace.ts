const key = 'today'

/** Whether the strip over the list held anything the last time: as much room is kept before it comes, so that nothing moves when it does. */
export function topWasFull(): boolean {
  try {
    return localStorage.getItem(key) !== 'empty'
  } catch {
    return true // storage switched off
  }
}

/** Keeps it on this device: nothing of what was in it. */
export function rememberTop(full: boolean): void {
  try {
    localStorage.setItem(key, full ? 'full' : 'empty')
  } catch {
    // storage switched off: the room is kept for nothing once
  }
}
