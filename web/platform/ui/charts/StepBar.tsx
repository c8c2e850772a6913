type BarStep = {
  name: string
  /** The share that is done, 0 to 1. */
  filled: number
  present: boolean
}

/** Progress through steps of different length: one piece for each, filled as far as it is done; the present one is outlined. */
export function StepBar({ steps, label }: { steps: readonly BarStep[]; label: string }) {
  return (
    <span role="img" aria-label={label} className="flex gap-1">
      {steps.map(({ name, filled, present }) => (
        <span
          key={name}
          className={`h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-stopped-line ${present ? 'outline-1 outline-offset-1 outline-ink' : ''}`}
        >
          <span className="block h-full rounded-full bg-ink transition-[width]" style={{ width: `${Math.round(filled * 100)}%` }} />
        </span>
      ))}
    </span>
  )
}
