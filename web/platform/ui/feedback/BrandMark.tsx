import type { BrandLook, BrandLogo } from '#domain/platform/brandLook'

type BrandMarkProps = {
  brand: { name: string; look: BrandLook }
  /** The mark or icon alone, where there is no space for the logo; the name is still read out. */
  nameHidden?: boolean
}

/** The brand: its logo, or its icon beside its name; where it has neither, the drawing that is built in. */
export function BrandMark({ brand: { name, look }, nameHidden = false }: BrandMarkProps) {
  if (look.logo && !nameHidden) return <Logo {...look.logo} name={name} />
  return (
    <span className="inline-flex items-center gap-2.5 font-display text-[1.1875rem]/none font-title tracking-tight">
      {look.mark && (
        <svg viewBox="0 0 26 26" aria-hidden className="size-6.5 flex-none fill-none">
          <path className="fill-awning-a" d={look.mark.cloth} />
          <path className="fill-awning-b" d={look.mark.stripes} />
          <path className="stroke-ink" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" d={look.mark.front} />
        </svg>
      )}
      {look.icon !== null && <img src={look.icon} alt="" className="size-6.5 flex-none" />}
      <span className={nameHidden ? 'sr-only' : ''}>{name}</span>
    </span>
  )
}

const height = 26

/** One for each theme: the page’s own choice of theme is a style, which no picture follows by itself. */
function Logo({ src, darkSrc, width, height: own, name }: BrandLogo & { name: string }) {
  const size = { width: Math.round((height * width) / own), height }
  return (
    <span className="inline-flex">
      <img {...size} src={src} alt={name} className="brand-logo brand-light" />
      {darkSrc !== null && <img {...size} src={darkSrc} alt={name} className="brand-logo brand-dark" />}
    </span>
  )
}
