import { type ReactNode, useId } from 'react'

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode }

/** A part of a merchant's page, under its heading. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lg font-title">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
