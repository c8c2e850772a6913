import { startAnalytics } from './analytics/startAnalytics.tsx'
import { startLater } from './shell/startLater.ts'

/** What need not be there before the first page is drawn, of the shell and of rooms. Fetched after it. */
export function startMore(): void {
  startLater()
  startAnalytics()
  // The first change of route need not wait for them.
  void import('./laterRoutes.ts').catch(() => {}) // asked for again then
}
