import { RequestOutcome } from '../../../platform/requests/RequestOutcome.tsx'
import { pollNow } from '../../../platform/api/pollOutcome.ts'
import { ErrorBanner } from '../../../platform/ui/feedback/ErrorBanner.tsx'
import type { LinkActions } from './useLinkActions.ts'

/** Why an action on a link failed, or that its outcome is not known yet. */
export function LinkProblem({ actions: { checking, problem } }: { actions: LinkActions }) {
  if (checking) return <RequestOutcome phase={{ name: 'checking' }} onCheck={pollNow} />
  if (problem === null) return null
  return (
    <div className="pt-4">
      <ErrorBanner>{problem}</ErrorBanner>
    </div>
  )
}
