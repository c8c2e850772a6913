import { startNewVersion } from './newVersion.ts'
import { startIdle } from './startIdle.ts'

/** What need not be there before the first page is drawn: new builds, activity. Fetched after it. */
export function startLater(): void {
  startNewVersion()
  startIdle()
}
