/** The product’s logo and its name from the configuration. */
export function BrandMark({ name, nameHidden = false, className = '' }: { name: string; nameHidden?: boolean; className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2.5 font-display text-[1.1875rem]/none font-title tracking-tight ${className}`}>
      <svg viewBox="0 0 26 26" aria-hidden className="size-6.5 flex-none fill-none">
        <path className="fill-awning-a" d="M3.5 3h19L25 10h-6v2.4a3 3 0 0 1-6 0V10H7v2.4a3 3 0 0 1-6 0V10z" />
        <path className="fill-awning-b" d="M7 10h6v2.4a3 3 0 0 1-6 0zM19 10h6v2.4a3 3 0 0 1-6 0z" />
        <path className="stroke-ink" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" d="M4 18.6V23h18v-4.4" />
      </svg>
      <span className={nameHidden ? 'sr-only' : ''}>{name}</span>
    </span>
  )
}
