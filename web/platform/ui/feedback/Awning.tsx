/** The striped awning across the top. Hangs only over doors: sign-in, the consumer's page. */
export function Awning({ size = 'tall' }: { size?: 'tall' | 'low' }) {
  return <div aria-hidden className={size === 'tall' ? 'awning h-28 w-full' : 'awning awning-low h-11 w-full'} />
}
