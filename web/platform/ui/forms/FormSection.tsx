import { useId, type ReactNode } from 'react'

/** A section of a page or form with its own heading. `aside` is at the heading's right. */
export function FormSection({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 content-start gap-4">
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
