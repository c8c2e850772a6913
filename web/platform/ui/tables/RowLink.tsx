import type { ReactNode } from 'react'
import { Anchor } from '../controls/Anchor.tsx'

/** The one link of a row, on the cell that names it. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor data-row-link href={href} className="row-link">
      {children}
    </Anchor>
  )
}
