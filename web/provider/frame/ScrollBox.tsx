import type { ReactNode } from 'react'

/** A table that scrolls sideways, by the keyboard too, where large text leaves it no room. `label`: what it shows. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div role="group" aria-label={label} tabIndex={0} className="overflow-x-auto">
      {children}
    </div>
  )
}
