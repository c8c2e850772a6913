import type { ReactNode } from 'react'
import { isApiFailure, isNotOffered } from '../api/apiFailure.ts'
import { t } from '../i18n/t.ts'
import { ErrorCard, type ErrorCardText } from '../ui/feedback/ErrorCard.tsx'
import { NotOffered } from './NotOffered.tsx'
import { SupportButton } from './SupportButton.tsx'

const words = (): ErrorCardText => ({
  whatFailed: t('shell.error.whatFailed'),
  didMoneyMove: t('shell.error.didMoneyMove'),
  whatToDo: t('shell.error.whatToDo'),
  retry: t('shell.retry'),
  retrying: t('shell.error.retrying'),
  reference: t('shell.error.reference'),
  copy: t('shell.copy'),
  copied: t('shell.error.copied'),
})

type ReadFailureProps = {
  /** What could not be done, as a sentence without a full stop. */
  title: string
  detail?: ReactNode
  error: unknown
  onRetry?: (() => void) | undefined
  retrying?: boolean
  ofPart?: boolean
  actions?: ReactNode
}

/** The error of a failed read, in its place: it moves no money; with retry and a reference for support. A call that the provider’s API does not have is no error. */
export function ReadFailure({ title, detail, error, onRetry, retrying = false, ofPart = false, actions }: ReadFailureProps) {
  if (isNotOffered(error)) return <NotOffered />
  return (
    <ErrorCard
      words={words()}
      title={title}
      detail={detail}
      moneyMoved={t('shell.no')}
      moneyDetail={t('shell.error.onlyLoading')}
      {...(onRetry && { onRetry })}
      retrying={retrying}
      ofPart={ofPart}
      requestId={isApiFailure(error) ? error.requestId : null}
      actions={
        <>
          {actions}
          <SupportButton error={error} />
        </>
      }
    />
  )
}
