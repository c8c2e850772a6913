import { dropEarly } from '../api/early.ts'
import { startEndedCalls } from './endedCalls.ts'
import { startLookingAgain } from './followRequest.ts'
import { startLostRequests } from './lostRequests.tsx'
import { startProviderScript } from './providerScript.ts'
import { startPushed } from './startPushed.ts'
import { startSteps } from './steps.ts'
import { startLive } from './live.ts'
import { startTypedText } from './typedText.ts'
import { startNewVersion } from './startNewVersion.ts'
import { startIdle } from './startIdle.ts'
import { watchWork } from './watchWork.ts'

/** What need not be there before the first page is drawn: new builds, activity, watchers of calls, the end of the early ones. Fetched after it. */
export function startLater(): void {
  dropEarly()
  startEndedCalls()
  startLostRequests()
  startLookingAgain()
  startSteps()
  startNewVersion()
  startIdle()
  watchWork()
  startLive()
  startProviderScript()
  startPushed()
  startTypedText()
}
