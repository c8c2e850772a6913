let missed = false

/** Watches for code files that do not come before what looks for new builds is there (`startNewVersion.ts`). */
export function watchMissing(): void {
  addEventListener('vite:preloadError', () => (missed = true), { once: true })
}

/** Whether one did not come so far. */
export const missedEarly = (): boolean => missed
