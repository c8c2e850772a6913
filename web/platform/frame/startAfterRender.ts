import { dropEarly } from '../api/early.ts'
import { startEndedCalls } from '../outage/endedCalls.ts'
import { startPollTriggers } from '../api/pollOutcome.ts'
import { startUnconfirmedRequests } from '../outage/unconfirmedRequests.tsx'
import { startCutTitles } from '../ui/feedback/startCutTitles.ts'
import { startProviderScript } from './providerScript.ts'
import { startPushed } from '../live/startPushed.ts'
import { startSteps } from '../outage/steps.ts'
import { startLive } from '../live/live.ts'
import { startTypedText } from '../session/typedText.ts'
import { startNewVersion } from '../outage/startNewVersion.ts'
import { startIdle } from '../session/startIdle.ts'
import { watchOpenTasks } from '../live/watchOpenTasks.ts'

/** Starts what is not needed for the first render: version check, idle timer, call observers, cleanup of the early responses. Loaded after it. */
export function startAfterRender(): void {
  dropEarly()
  startEndedCalls()
  startUnconfirmedRequests()
  startPollTriggers()
  startSteps()
  startNewVersion()
  startIdle()
  watchOpenTasks()
  startLive()
  startProviderScript()
  startPushed()
  startTypedText()
  startCutTitles()
}
