import { formatDate, type LocalDate, localDate } from '#domain/platform/dates'
import { cents, formatEuros } from '#domain/platform/money'
import { text } from '../../platform/calls/messages.ts'
import type { Block, PlanPoint } from '../../platform/emails/content.ts'
import type { MessageFacts } from './composition.ts'

/** How many payments fit side by side on a narrow screen. */
const maxPoints = 3

/** A plan: a drawing of today's, the next and the last payment, and a table of all payments if there are more. */
export function planBlocks(instalments: MessageFacts['instalments'], paid: { on: LocalDate; amountCents: number } | null): Block[] {
  const today = paid === null || paid.amountCents === 0 ? [] : [point('today', formatDate(paid.on), paid.amountCents)]
  const points = instalments.map(({ dueOn, amountCents }, index) => {
    const isLast = index > 0 && index === instalments.length - 1
    return point(index === 0 ? 'next' : isLast ? 'last' : 'then', formatDate(localDate(dueOn)), amountCents)
  })
  const all = [...today, ...points]
  if (all.length === 0) return []
  if (all.length <= maxPoints) return [{ kind: 'plan', points: all }]
  const drawn = [...today, ...points.slice(0, 1), ...points.slice(-1)]
  return [
    { kind: 'plan', points: drawn },
    { kind: 'table', rows: all.map(({ day, amount }) => ({ label: day, value: amount })) },
  ]
}

const point = (name: 'today' | 'next' | 'then' | 'last', day: string, amountCents: number): PlanPoint => ({
  label: text(`checkout.message.mail.plan.${name}`),
  day,
  amount: formatEuros(cents(amountCents)),
  filled: name === 'today' || name === 'next',
})
