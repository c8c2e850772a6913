import { wholeCompany } from '#domain/merchants/company/ownership'
import { holdingBars, nameKey, type FinalHolder, type Holder } from '#domain/merchants/company/shareholding'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'

type HoldingDrawingProps = { company: string; holders: readonly Holder[]; owners: readonly FinalHolder[] }

const rowHeight = 38
const share = (basisPoints: number): string => `${basisPoints / 100}%`

/**
 * The company at the top, below each company its holders, as wide as their share of the whole: what is missing to 100 % is left empty. The table below
 * contains the same data.
 */
export function HoldingDrawing({ company, holders, owners }: HoldingDrawingProps) {
  const bars = holdingBars(holders)
  const rows = Math.max(1, ...bars.map(({ depth }) => depth + 2))
  const named = (name: string) => name.trim() || t('settings.holders.unnamed')
  const parts = bars.map(({ holder, width }) =>
    t('settings.holders.drawn', { name: named(holder.name), share: percent(Math.round(width)) }),
  )
  const owning = new Set(owners.filter(({ isOwner }) => isOwner).map(({ name }) => nameKey(name)))
  return (
    <svg
      role="img"
      aria-label={t('settings.holders.drawing', { name: company, parts: parts.join(', ') })}
      width="100%"
      height={rows * rowHeight}
      className="block overflow-hidden rounded-2 text-sm"
    >
      <rect
        x="0.5"
        y={rowHeight + 0.5}
        width="100%"
        height={(rows - 1) * rowHeight}
        fill="none"
        stroke="var(--line)"
        strokeDasharray="4 4"
      />
      <Bar name={company} from={0} width={wholeCompany} depth={-1} fill="var(--sunken)" ink="var(--ink)" />
      {bars.map(({ holder, depth, from, width }) => (
        <Bar
          key={holder.id}
          name={t('settings.holders.drawn', { name: named(holder.name), share: percent(Math.round(width)) })}
          from={from}
          width={width}
          depth={depth}
          {...(holder.kind === 'company'
            ? { fill: 'var(--sunken)', ink: 'var(--ink)' }
            : owning.has(nameKey(holder.name))
              ? { fill: 'var(--accent)', ink: 'var(--on-accent)' }
              : { fill: 'var(--sheet)', ink: 'var(--ink)' })}
        />
      ))}
    </svg>
  )
}

type BarProps = { name: string; from: number; width: number; depth: number; fill: string; ink: string }

function Bar({ name, from, width, depth, fill, ink }: BarProps) {
  return (
    <svg x={share(from)} y={(depth + 1) * rowHeight} width={share(width)} height={rowHeight} overflow="hidden">
      <title>{name}</title>
      <rect x="0" y="0" width="100%" height="100%" fill={fill} stroke="var(--line-strong)" />
      <foreignObject width="100%" height="100%">
        <p className="truncate px-2" style={{ color: ink, lineHeight: `${rowHeight}px` }}>
          {name}
        </p>
      </foreignObject>
    </svg>
  )
}
