import type { ReactNode } from 'react'

type AnswerProps = {
  question: ReactNode
  answer?: ReactNode
  icon?: ReactNode
  /** The reason, links or buttons under the answer. */
  children?: ReactNode
  /** The part that is sent out of the shop is on a white background. */
  outgoing?: boolean
  /** Full width on phones. */
  wide?: boolean
}

/** One question of an `AnswersCard` and its short answer. */
export function Answer({ question, answer, icon, children, outgoing = false, wide = false }: AnswerProps) {
  return (
    <div className="answer" data-outgoing={outgoing || undefined} data-wide={wide || undefined}>
      <h3 className="text-sm font-normal tracking-[0] text-ink-3">{question}</h3>
      {answer && (
        <p className="mt-1.25 flex items-center gap-2 text-lg leading-snug font-strong">
          {icon}
          {answer}
        </p>
      )}
      {children && <div className="mt-1 text-md text-ink-2">{children}</div>}
    </div>
  )
}
