import { wholeCompany } from '#domain/merchants/company/ownership'
import { holdingBars, nameKey, type FinalHolder, type Holder } from '#domain/merchants/company/shareholding'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useDrawingWidth } from '../../platform/ui/charts/useDrawingWidth.ts'
import { fittingName } from './fittingName.ts'

type HoldingDrawingProps = { company: string; holders: readonly Holder[]; owners: readonly FinalHolder[] }

/** The height of a row, in rem. */
const rowRem = 2.375
const share = (basisPoints: number): string => `${basisPoints / 100}%`

/**
 * The company at the top, below each company its holders, as wide as their share of the whole: what is missing to 100 % is left empty. A bar too narrow for
 * a name has its initials; the table below contains the same data.
 */
export function HoldingDrawing({ company, holders, owners }: HoldingDrawingProps) {
  const bars = holdingBars(holders)
  const { place, width: room, scale } = useDrawingWidth<HTMLDivElement>()
  const rows = Math.max(1, ...bars.map(({ depth }) => depth + 2))
  const named = (name: string) => name.trim() || t('settings.holders.unnamed')
  const parts = bars.map(({ holder, width }) =>
    t('settings.holders.drawn', { name: named(holder.name), share: percent(Math.round(width)) }),
  )
  const owning = new Set(owners.filter(({ isOwner }) => isOwner).map(({ name }) => nameKey(name)))
  /** What is written in a bar: with its share where there is room. */
  const wordsOf = (name: string, width: number, whole = name) => fittingName([whole, name], ((room ?? 0) * width) / wholeCompany / scale)
  return (
    <div
      ref={place}
      role="img"
      aria-label={t('settings.holders.drawing', { name: company, parts: parts.join(', ') })}
      className="relative box-content overflow-hidden rounded-2 border border-dashed border-line text-sm"
      style={{ height: `${rows * rowRem}rem` }}
    >
      <Bar name={company} words={wordsOf(company, wholeCompany)} from={0} width={wholeCompany} depth={-1} look="bg-sunken text-ink" />
      {bars.map(({ holder, depth, from, width }) => {
        const name = t('settings.holders.drawn', { name: named(holder.name), share: percent(Math.round(width)) })
        const look =
          holder.kind === 'company' ? 'bg-sunken text-ink' : owning.has(nameKey(holder.name)) ? 'bg-ink text-sheet' : 'bg-sheet text-ink'
        const words = wordsOf(named(holder.name), width, name)
        return <Bar key={holder.id} name={name} words={words} from={from} width={width} depth={depth} look={look} />
      })}
    </div>
  )
}

type BarProps = { name: string; words: string; from: number; width: number; depth: number; look: string }

function Bar({ name, words, from, width, depth, look }: BarProps) {
  return (
    <p
      title={name}
      className={`absolute flex items-center overflow-hidden border border-line-strong px-1.5 whitespace-nowrap ${look}`}
      style={{ left: share(from), width: share(width), top: `${(depth + 1) * rowRem}rem`, height: `${rowRem}rem` }}
    >
      <span className="truncate">{words}</span>
    </p>
  )
}
