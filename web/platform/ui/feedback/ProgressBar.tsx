type ProgressBarProps = {
  /** 0 to 100. */
  percent: number
  /** What it measures, for screen readers. */
  label: string
}

/** A progress bar in ink: it is no control, so it is not blue. */
export function ProgressBar({ percent, label }: ProgressBarProps) {
  const shown = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
      className="block h-1.5 overflow-hidden rounded-full bg-stopped-line"
    >
      <span className="block h-full rounded-full bg-ink transition-[width]" style={{ width: `${shown}%` }} />
    </span>
  )
}
