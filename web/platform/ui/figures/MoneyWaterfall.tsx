import './moneyWaterfall.css'
import type { ReactNode } from 'react'
import { Money } from './Money.tsx'
import { waterfallBars } from './waterfallBars.ts'

/** One step. The first is the gross amount; the others are signed cents. */
type WaterfallLine = { key: string; label: ReactNode; note?: ReactNode; cents: number }

type MoneyWaterfallProps = {
  /** Accessible name of the table. */
  caption: string
  lines: readonly WaterfallLine[]
  totalLabel: ReactNode
  /** Signed cents. */
  totalCents: number
  /** Settled to the cent: only then the double rule. */
  closed?: boolean
}

function Bar({ start, size, colour }: { start: number; size: number; colour: string }) {
  return (
    <td aria-hidden className="w-[36%] px-6 py-0 align-middle max-md:hidden">
      <span
        className={`block h-2.5 rounded-[3px] ${colour}`}
        style={{ marginLeft: `${start * 100}%`, width: `max(2px, ${size * 100}%)` }}
      />
    </td>
  )
}

/** From gross to net, each step a bar below the last; closed by a double rule when it adds up. */
export function MoneyWaterfall({ caption, lines, totalLabel, totalCents, closed = false }: MoneyWaterfallProps) {
  const { bars, total } = waterfallBars(
    lines.map((line) => line.cents),
    totalCents,
  )
  return (
    <table className="waterfall">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.key}>
            <th scope="row">
              {line.label}
              {line.note && <span className="ml-2 text-sm text-ink-3 max-md:ml-0 max-md:block">{line.note}</span>}
            </th>
            <Bar start={bars[index]?.start ?? 0} size={bars[index]?.size ?? 0} colour={index === 0 ? 'bg-ink' : 'bg-stopped-line'} />
            <td className="numeric w-30 font-medium">
              <Money cents={line.cents} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{totalLabel}</th>
          <Bar start={total.start} size={total.size} colour="bg-accepted-solid" />
          <td className="numeric">
            <Money cents={totalCents} closed={closed} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
