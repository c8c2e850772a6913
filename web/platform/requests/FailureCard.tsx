import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { failureWords } from '../shared/failureWords.ts'
import { ReadFailure } from '../outage/ReadFailure.tsx'

type FailureCardProps = {
  /** What could not be done, as a sentence without a full stop. */
  title: string
  error: unknown
  onRetry?: () => void
  retrying?: boolean
}

/** The sentence that says why: the server's own, or what happened on the way. */
export function failureText(error: unknown): string {
  if (!isApiFailure(error) || error.type === 'Unreadable' || error.type === 'WrongMode') return t('operations.failed.unreadable')
  if (error.type === 'NotOffered') return failureWords(error)
  if (error.type === 'Timeout') return t('operations.failed.timeout')
  return error.type === 'NoConnection' ? t('operations.failed.network') : error.message
}

/** A read that failed, in its place, and why. */
export function FailureCard({ title, error, onRetry, retrying = false }: FailureCardProps) {
  return <ReadFailure title={title} detail={failureText(error)} error={error} onRetry={onRetry} retrying={retrying} />
}
