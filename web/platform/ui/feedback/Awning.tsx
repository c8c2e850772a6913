/** The striped awning across the top. Only on pages outside the shell: sign-in and the customer’s checkout. */
export function Awning({ size = 'tall' }: { size?: 'tall' | 'low' }) {
  return <div aria-hidden className={size === 'tall' ? 'awning h-28 w-full' : 'awning awning-low h-11 w-full'} />
}
