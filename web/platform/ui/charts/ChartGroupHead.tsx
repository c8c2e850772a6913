import type { ReactNode } from 'react'

/** The title of a section with several charts, and its lists. */
export function ChartGroupHead({ id, title, children }: { id: string; title: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-baseline gap-x-5 gap-y-1 pb-4">
      <h2 id={id} className="text-title-sm font-strong tracking-tight">
        {title}
      </h2>
      {children && (
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-md max-md:*:inline-flex max-md:*:min-h-11 max-md:*:items-center">{children}</p>
      )}
    </header>
  )
}
