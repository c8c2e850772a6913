import './rowActions.css'
import type { ReactNode } from 'react'

/** The row's verbs, laid over the cell they stand in while the row is hovered or focused; never put it over figures. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="row-actions">{children}</span>
}
