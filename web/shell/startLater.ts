import { startConnection } from './connection.ts'
import { startNewVersion } from './newVersion.ts'
import { startIdle } from './startIdle.ts'

/** What need not be there before the first page is drawn: network, new builds, activity. Fetched after it. */
export function startLater(): void {
  startConnection()
  startNewVersion()
  startIdle()
}
