const key = 'today'

/** Whether the strip above the list had content the last time: then its height is reserved before it loads, to avoid layout shift. */
export function topWasFull(): boolean {
  try {
    return localStorage.getItem(key) !== 'empty'
  } catch {
    return true // storage is unavailable
  }
}

/** Saves the flag on this device, and none of the content. */
export function rememberTop(full: boolean): void {
  try {
    localStorage.setItem(key, full ? 'full' : 'empty')
  } catch {
    // storage is unavailable: the height is reserved unnecessarily once
  }
}
