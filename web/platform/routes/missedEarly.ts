let missed = false

/** Watches for scripts that fail to load before the version check is loaded (`startNewVersion.ts`). */
export function watchMissing(): void {
  addEventListener('vite:preloadError', () => (missed = true), { once: true })
}

/** Whether a script has failed to load so far. */
export const missedEarly = (): boolean => missed
