import type { CSSProperties } from 'react'
import './paymentDots.css'

/** `paid`; `next`: the next to pay; `late`: was due; `coming`: later ones. */
export type PaymentMark = 'paid' | 'next' | 'late' | 'coming'

type PaymentDotsProps = { marks: readonly PaymentMark[]; className?: string }

/** The payments of a plan as dots on a line. Decoration: the words beside it say the same. */
export function PaymentDots({ marks, className = '' }: PaymentDotsProps) {
  return (
    <span
      aria-hidden
      className={`payment-dots ${className}`}
      style={{ '--payments': marks.length } as CSSProperties /* a custom property */}
    >
      {marks.map((mark, at) => (
        <i key={at} className={`payment-dot payment-${mark}`} />
      ))}
    </span>
  )
}

/** What a plan that is offered marks: its first payment is the next one. */
export const offeredMarks = (count: number): PaymentMark[] => Array.from({ length: count }, (_, at) => (at === 0 ? 'next' : 'coming'))

type NamedPayment = { when: string; amount: string }
type PaymentLineProps = { marks: readonly PaymentMark[]; named: readonly NamedPayment[] }

/** The dots over the whole width, and below them the payments that matter, in their order. */
export function PaymentLine({ marks, named }: PaymentLineProps) {
  return (
    <div className="payment-line">
      <PaymentDots marks={marks} className="payment-dots-wide" />
      <p className="payment-names">
        {named.map(({ when, amount }) => (
          <span key={when}>
            <span className="payment-when">{when} </span>
            <span translate="no" className="payment-amount">
              {amount}
            </span>
          </span>
        ))}
      </p>
    </div>
  )
}
