import { useId, type ReactNode } from 'react'

/** A part of a page or form under its own heading. `aside` stands at the heading's right. */
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
