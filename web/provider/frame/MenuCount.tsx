/** The number of an entry of the menu; hidden at zero. `label`: in words, for screen readers. */
export function MenuCount({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className="inline-block min-w-5 rounded-full bg-ink px-1.5 text-center text-xs/[1.5] font-title text-sheet">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
