/**
 * The striped awning across the top. Only on pages outside the shell: sign-in and the customer’s checkout. `plain`: a band in the brand's colour, for a brand with
 * pictures of its own.
 */
export function Awning({ size = 'tall', plain = false }: { size?: 'tall' | 'low'; plain?: boolean }) {
  if (plain) return <div aria-hidden className="h-1.5 w-full bg-awning-a" />
  return <div aria-hidden className={size === 'tall' ? 'awning h-28 w-full' : 'awning awning-low h-11 w-full'} />
}
