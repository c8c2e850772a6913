import { type ReactNode, useId } from 'react'
import type { Sale } from './useSale.ts'

/** What every part of the form needs. `problemOf` gives a field's sentence once it may be said. */
export type SectionProps = { sale: Sale; problemOf: (field: string) => string | null; idOf: (field: string) => string }

/** A part of the form under its own heading. */
export function FormSection({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-title-sm">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
