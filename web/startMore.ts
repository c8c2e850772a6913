import { startAnalytics } from './platform/analytics/startAnalytics.tsx'
import { startLater } from './platform/frame/startLater.ts'

/** Starts what is not needed for the first render. Part of the chunk loaded after it (`afterFirst` of vite.config.ts). */
export function startMore(): void {
  startLater()
  startAnalytics()
}
