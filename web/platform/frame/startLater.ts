import { dropEarly } from '../api/early.ts'
import { startEndedCalls } from '../outage/endedCalls.ts'
import { startLookingAgain } from '../shared/followRequest.ts'
import { startUnconfirmedRequests } from '../outage/unconfirmedRequests.tsx'
import { startProviderScript } from './providerScript.ts'
import { startPushed } from '../live/startPushed.ts'
import { startSteps } from '../outage/steps.ts'
import { startLive } from '../live/live.ts'
import { startTypedText } from '../session/typedText.ts'
import { startNewVersion } from '../outage/startNewVersion.ts'
import { startIdle } from '../session/startIdle.ts'
import { watchWork } from '../live/watchWork.ts'

/** What need not be there before the first page is drawn: new builds, activity, watchers of calls, the end of the early ones. Fetched after it. */
export function startLater(): void {
  dropEarly()
  startEndedCalls()
  startUnconfirmedRequests()
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
