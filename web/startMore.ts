import { startAnalytics } from './platform/analytics/startAnalytics.tsx'
import { startLater } from './platform/frame/startLater.ts'

/** Starts what is not needed for the first render. Part of the chunk loaded after it (`afterFirst` of vite.config.ts). */
export function startMore(): void {
  // Loaded now, so that the first navigation does not wait for it.
  void import('./laterRoutes.ts').catch(() => {}) // the navigation loads it again
  startLater()
  startAnalytics()
}
