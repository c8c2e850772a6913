/** An illustration of a well-photographed document: whole, straight, with a margin. */
export function PaperExample({ kind }: { kind: 'card' | 'sheet' }) {
  const line = { stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const
  return (
    <svg aria-hidden viewBox="0 0 96 96" fill="none" className="size-24 flex-none text-ink-3">
      <rect x="1" y="1" width="94" height="94" rx="12" className="fill-sunken" />
      {kind === 'card' ? (
        <>
          <rect x="12" y="26" width="72" height="46" rx="6" className="fill-sheet stroke-line-strong" strokeWidth="2" />
          <circle cx="28" cy="44" r="7" {...line} />
          <path d="M18 63c2-8 18-8 20 0M50 40h24M50 49h24M50 58h14" {...line} />
        </>
      ) : (
        <>
          <rect x="24" y="12" width="48" height="72" rx="4" className="fill-sheet stroke-line-strong" strokeWidth="2" />
          <path d="M33 26h20M33 36h30M33 45h30M33 54h22" {...line} />
          <circle cx="58" cy="69" r="7" {...line} className="stroke-accent" />
        </>
      )}
    </svg>
  )
}
