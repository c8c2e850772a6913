import type { ReactNode } from 'react'
import { AwningStall } from './AwningStall.tsx'

type EmptyStateProps = {
  title: string
  children?: ReactNode
  /** First time: one filled and one outlined button; by filters: one outlined. */
  actions?: ReactNode
  /** The first empty screen only, and only where the brand has no drawing of its own. */
  awning?: boolean
}

/** An empty list: why, and what to press. */
export function EmptyState({ title, children, actions, awning = false }: EmptyStateProps) {
  return (
    <div className="mx-auto mt-14 mb-16 max-w-[520px] text-center">
      {awning && <AwningStall />}
      <h2 className="font-display text-title-md leading-[1.2] font-title tracking-tight">{title}</h2>
      {children && <div className="mx-auto mt-2 max-w-[42ch] text-balance text-ink-2">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
