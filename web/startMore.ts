import { startAnalytics } from './platform/analytics/startAnalytics.tsx'
import { startLater } from './platform/frame/startLater.ts'

/** What need not be there before the first page is drawn, of the shell and of rooms. Comes with all that is fetched after it (`afterFirst` of vite.config.ts). */
export function startMore(): void {
  startLater()
  startAnalytics()
}
