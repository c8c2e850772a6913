import './answersCard.css'
import type { ReactNode } from 'react'

type AnswersCardProps = {
  /** `status`: who, until when, what, words. `error`: failed, money, what. `impact`: three columns of figures and a sentence. */
  layout: 'status' | 'error' | 'impact'
  /** `urgent`: somebody must act; `error`: red line; `loss`: money may have moved. */
  tone?: 'calm' | 'urgent' | 'error' | 'loss'
  label?: string
  /** `Answer`s. */
  children: ReactNode
}

/** A summary split by dashed lines into short questions and answers. */
export function AnswersCard({ layout, tone = 'calm', label, children }: AnswersCardProps) {
  return (
    <section aria-label={label} className="answers" data-layout={layout} data-tone={tone}>
      {children}
    </section>
  )
}
