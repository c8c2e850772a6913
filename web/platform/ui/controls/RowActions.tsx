import './rowActions.css'
import type { ReactNode } from 'react'

/** The row’s actions, laid over a cell while the row is hovered or focused; never over amounts. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="row-actions">{children}</span>
}
