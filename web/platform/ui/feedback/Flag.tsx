import type { ReactNode } from 'react'

/** A fact beside the status, as an outlined pill. */
export function Flag({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex min-h-7.5 max-w-full items-center gap-1.5 rounded-[15px] border border-line-strong px-2.75 py-0.75 text-md leading-[1.35] text-ink-2 md:whitespace-nowrap [&_svg]:size-3.75">
      {icon}
      {children}
    </span>
  )
}
