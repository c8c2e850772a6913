import CircleAlert from 'lucide-react/icons/circle-alert'
import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'
import { Answer } from '../figures/Answer.tsx'
import { AnswersCard } from '../figures/AnswersCard.tsx'
import { Button } from '../controls/Button.tsx'
import { CopyButton } from '../controls/CopyButton.tsx'

/** The labels that are the same in every error. */
export type ErrorCardText = {
  whatFailed: string
  didMoneyMove: string
  whatToDo: string
  retry: string
  /** The button’s label while retrying. */
  retrying?: string
  reference: string
  copy: string
  copied: string
}

type ErrorCardProps = {
  words: ErrorCardText
  title: string
  detail?: ReactNode
  /** "No", "Sí" or "No se sabe", and why. */
  moneyMoved: string
  moneyDetail?: ReactNode
  /** Money may have moved: the card turns red. */
  moneyAtRisk?: boolean
  onRetry?: () => void
  retrying?: boolean
  /** Of a part of a page that has a main action elsewhere: the retry is not filled. */
  ofPart?: boolean
  /** Further actions. */
  actions?: ReactNode
  /** For support; shown with a copy button. */
  requestId?: string | null
}

/** An error in place of what failed: what, whether money moved, what to do, and a reference to copy. */
export function ErrorCard(props: ErrorCardProps) {
  const {
    words,
    title,
    detail,
    moneyMoved,
    moneyDetail,
    moneyAtRisk = false,
    onRetry,
    retrying = false,
    ofPart = false,
    actions,
    requestId,
  } = props
  return (
    <div role="alert">
      <AnswersCard layout="error" tone={moneyAtRisk ? 'loss' : 'error'}>
        <Answer question={words.whatFailed} answer={title} icon={<CircleAlert aria-hidden className="text-danger" />}>
          {detail}
        </Answer>
        <Answer question={words.didMoneyMove} answer={moneyMoved}>
          {moneyDetail}
        </Answer>
        <Answer question={words.whatToDo}>
          <div className="mt-2 flex flex-wrap gap-2 max-md:*:w-full">
            {onRetry && (
              <Button
                variant={ofPart ? 'outlined' : 'filled'}
                icon={<RotateCw aria-hidden />}
                busy={retrying}
                busyLabel={words.retrying}
                sends={false}
                onClick={onRetry}
              >
                {words.retry}
              </Button>
            )}
            {actions}
          </div>
        </Answer>
      </AnswersCard>
      {requestId && (
        <p className="mt-3 flex flex-wrap items-center gap-2.5 text-md text-ink-2">
          <span>{words.reference}</span>
          <code className="font-code text-sm">{requestId}</code>
          <CopyButton text={requestId} label={words.copy} copiedLabel={words.copied} />
        </p>
      )}
    </div>
  )
}
