import type { ReactNode } from 'react'
import { StatusGlyph, type StatusKind } from './StatusGlyph.tsx'

type StatusBadgeProps = {
  kind: StatusKind
  label: string
  /** Reason or flag, in a second line; tables only. */
  detail?: ReactNode
  /** `pill` in headers, on the soft colour. */
  shape?: 'plain' | 'pill'
  /** A finished row: text in the faint ink. */
  faded?: boolean
}

const soft: Record<StatusKind, string> = {
  'accepted-filled': 'bg-accepted-soft text-accepted-ink',
  'accepted-outlined': 'bg-accepted-soft text-accepted-ink',
  'accepted-paused': 'bg-accepted-soft text-accepted-ink',
  merchant: 'bg-in-process-soft text-in-process-ink',
  customer: 'bg-in-process-soft text-in-process-ink',
  stopped: 'bg-stopped-soft text-stopped-ink',
  rejected: 'bg-rejected-soft text-rejected-ink',
  upcoming: 'bg-stopped-soft text-stopped-ink',
}

/** Shape, colour and label of a status. In tables only the glyph is coloured. */
export function StatusBadge({ kind, label, detail, shape = 'plain', faded = false }: StatusBadgeProps) {
  const word = <span className={faded ? 'text-ink-3' : ''}>{label}</span>
  if (shape === 'pill') {
    return (
      <span className={`inline-flex min-h-7.5 items-center gap-2 rounded-[15px] pr-3 pl-2 font-medium md:whitespace-nowrap ${soft[kind]}`}>
        <StatusGlyph kind={kind} />
        {word}
      </span>
    )
  }
  return (
    <span className="inline-grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 text-left align-middle text-md leading-[1.35] font-medium">
      <StatusGlyph kind={kind} />
      {word}
      {detail && <span className="col-start-2 text-sm font-normal text-ink-3">{detail}</span>}
    </span>
  )
}
