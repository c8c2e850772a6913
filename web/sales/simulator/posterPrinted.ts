const place = (merchantId: string) => `poster-printed:${merchantId}`

/** When the poster of a shop was last printed on this device, as an instant; null if it was not. */
export function posterPrinted(merchantId: string): string | null {
  try {
    return localStorage.getItem(place(merchantId))
  } catch {
    return null
  }
}

/** Notes that the poster was printed. Without storage the first day's guide keeps offering it. */
export function notePosterPrinted(merchantId: string, now: Date): void {
  try {
    localStorage.setItem(place(merchantId), now.toISOString())
  } catch {
    // a browser that stores nothing
  }
}
