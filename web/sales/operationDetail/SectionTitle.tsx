import type { ReactNode } from 'react'

/** Title of a section of the operation, with an optional note. */
export function SectionTitle({ id, children, note }: { id: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2.5 pb-2">
      <h2 id={id} className="text-title-sm leading-snug font-strong">
        {children}
      </h2>
      {note && <span className="text-md text-ink-3">{note}</span>}
    </div>
  )
}
