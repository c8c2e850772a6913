import { RequestOutcome } from '../../../platform/requests/RequestOutcome.tsx'
import { pollNow } from '../../../platform/shared/followRequest.ts'
import { ErrorBanner } from '../../../platform/ui/feedback/ErrorBanner.tsx'
import type { LinkActions } from './useLinkActions.ts'

/** Why an action on a link was not done, or that nobody knows yet whether it was. */
export function LinkProblem({ actions: { checking, problem } }: { actions: LinkActions }) {
  if (checking) return <RequestOutcome phase={{ name: 'checking' }} onCheck={pollNow} />
  if (problem === null) return null
  return (
    <div className="pt-4">
      <ErrorBanner>{problem}</ErrorBanner>
    </div>
  )
}
