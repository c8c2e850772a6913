import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'

/** An old and a new value; `toLabel` is the arrow for screen readers. */
export function Change({ from, to, toLabel }: { from: ReactNode; to: ReactNode; toLabel: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span translate="no" className="font-normal text-ink-3">
        {from}
      </span>
      <ArrowRight role="img" aria-label={toLabel} className="size-3.75 text-ink-3" />
      <span translate="no" className="font-strong">
        {to}
      </span>
    </span>
  )
}
