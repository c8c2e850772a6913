import { isApiFailure } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { failureMessage } from '../feedback/failureMessage.ts'
import { ReadFailure } from '../outage/ReadFailure.tsx'

type FailureCardProps = {
  /** What could not be done, as a sentence without a full stop. */
  title: string
  error: unknown
  onRetry?: () => void
  retrying?: boolean
  /** Beside others of the page: its retry is not the page's main action. */
  ofPart?: boolean | undefined
}

/** The message of an error: the server’s own, or the client’s. */
export function failureText(error: unknown): string {
  if (!isApiFailure(error) || error.type === 'Unreadable' || error.type === 'WrongMode') return t('operations.failed.unreadable')
  if (error.type === 'NotOffered') return failureMessage(error)
  if (error.type === 'Timeout') return t('operations.failed.timeout')
  return error.type === 'NoConnection' ? t('operations.failed.network') : error.message
}

/** The error of a failed read, in its place. */
export function FailureCard({ title, error, onRetry, retrying = false, ofPart = false }: FailureCardProps) {
  return <ReadFailure title={title} detail={failureText(error)} error={error} onRetry={onRetry} retrying={retrying} ofPart={ofPart} />
}
