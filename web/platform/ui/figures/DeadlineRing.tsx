/** `now` = last day, red; `soon` = within two days, yellow. */
export type DeadlineTone = 'now' | 'soon'

const colours: Record<DeadlineTone, string> = { now: 'text-danger', soon: 'text-in-process-solid' }

/** The time left as a ring; the text beside it says the same. `left` goes from 0 to 1. */
export function DeadlineRing({ left, tone, size = 14 }: { left: number; tone: DeadlineTone; size?: number }) {
  const share = Math.min(1, Math.max(0, left))
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 14 14"
      aria-hidden
      className={`flex-none -rotate-90 fill-none stroke-current ${colours[tone]}`}
      strokeWidth="3"
    >
      <circle cx="7" cy="7" r="5.4" opacity="0.25" />
      <circle cx="7" cy="7" r="5.4" pathLength="100" strokeDasharray={`${share * 100} 100`} />
    </svg>
  )
}
