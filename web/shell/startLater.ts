import { dropEarly } from '../api/early.ts'
import { startLive } from './live.ts'
import { startNewVersion } from './startNewVersion.ts'
import { startIdle } from './startIdle.ts'
import { watchWork } from './watchWork.ts'

/** What need not be there before the first page is drawn: new builds, activity, the end of the early calls. Fetched after it. */
export function startLater(): void {
  dropEarly()
  startNewVersion()
  startIdle()
  watchWork()
  startLive()
}
