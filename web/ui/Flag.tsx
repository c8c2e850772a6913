import type { ReactNode } from 'react'

/** A fact beside the status: an outlined pill. */
export function Flag({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex h-7.5 items-center gap-1.5 rounded-full border border-line-strong px-2.75 text-md whitespace-nowrap text-ink-2 [&_svg]:size-3.75">
      {icon}
      {children}
    </span>
  )
}
