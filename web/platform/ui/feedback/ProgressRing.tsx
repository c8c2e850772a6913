import type { ReactNode } from 'react'

type ProgressRingProps = {
  /** 0 to 1. */
  share: number
  /** What it measures, for screen readers. */
  label: string
  /** Content of its centre. */
  children?: ReactNode
}

/** A ring that fills or empties, with a number inside. */
export function ProgressRing({ share, label, children }: ProgressRingProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="relative grid size-11 flex-none place-items-center font-display text-base/none font-title"
    >
      <svg viewBox="0 0 44 44" aria-hidden className="absolute inset-0 -rotate-90 fill-none stroke-current" strokeWidth="4">
        <circle cx="22" cy="22" r="19.75" opacity="0.22" />
        <circle cx="22" cy="22" r="19.75" pathLength="100" strokeDasharray={`${percent} 100`} className="ring-hand" />
      </svg>
      {children}
    </span>
  )
}
