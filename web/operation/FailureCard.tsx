import type { ReactNode } from 'react'
import { isApiFailure, isNotOffered } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { failureWords } from '../shell/failureWords.ts'
import { NotOffered } from '../shell/NotOffered.tsx'
import { SupportButton } from '../shell/SupportButton.tsx'
import { ErrorCard } from '../ui/ErrorCard.tsx'

type FailureCardProps = {
  /** What could not be done, as a sentence without a full stop. */
  title: string
  error: unknown
  onRetry?: () => void
  retrying?: boolean
  actions?: ReactNode
}

/** The sentence that says why: the server's own, or what happened on the way. */
export function failureText(error: unknown): string {
  if (!isApiFailure(error) || error.type === 'Unreadable' || error.type === 'WrongMode') return t('operations.failed.unreadable')
  if (error.type === 'NotOffered') return failureWords(error)
  if (error.type === 'Timeout') return t('operations.failed.timeout')
  return error.type === 'NoConnection' ? t('operations.failed.network') : error.message
}

/** A read that failed, in its place: nothing was paid, try again, reference for support. One that the provider's API does not have is no failure. */
export function FailureCard({ title, error, onRetry, retrying = false, actions }: FailureCardProps) {
  if (isNotOffered(error)) return <NotOffered />
  return (
    <ErrorCard
      words={{
        whatFailed: t('operations.failed.whatFailed'),
        didMoneyMove: t('operations.failed.didMoneyMove'),
        whatToDo: t('operations.failed.whatToDo'),
        retry: t('operations.failed.retry'),
        retrying: t('operations.failed.retrying'),
        reference: t('operations.failed.reference'),
        copy: t('operations.copy'),
        copied: t('operations.copied'),
      }}
      title={title}
      detail={failureText(error)}
      moneyMoved={t('operations.failed.no')}
      moneyDetail={t('operations.failed.noRead')}
      {...(onRetry && { onRetry })}
      retrying={retrying}
      actions={
        <>
          {actions}
          <SupportButton error={error} />
        </>
      }
      requestId={isApiFailure(error) ? error.requestId : null}
    />
  )
}
