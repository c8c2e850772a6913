import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { failureText } from './FailureCard.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'

/** Why a form was refused; renders nothing without an error. Submitting again is safe: the idempotency key is the same. */
export function SendProblem({ error }: { error: unknown }) {
  if (error === null) return null
  const lost = isApiFailure(error) && error.outcomeUnknown
  return (
    <div className="pt-5">
      <Banner tone="error" live title={failureText(error)}>
        {lost && t('operations.sendAgain')}
      </Banner>
    </div>
  )
}
