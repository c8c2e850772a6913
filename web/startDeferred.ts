import { startAnalytics } from './platform/analytics/startAnalytics.tsx'
import { startAfterRender } from './platform/frame/startAfterRender.ts'

/** Starts what is not needed for the first render. Part of the chunk loaded after it (`afterFirst` of vite.config.ts). */
export function startDeferred(): void {
  // Loaded now, so that the first navigation does not wait for it.
  void import('./lazyRoutes.ts').catch(() => {}) // the navigation loads it again
  startAfterRender()
  startAnalytics()
}
