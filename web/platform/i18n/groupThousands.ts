/** An integer with dots between thousands, also with four digits: 1.234 (as in amounts). */
export function groupThousands(value: number): string {
  const [whole = '', decimals] = String(Math.abs(value)).split('.')
  const sign = value < 0 ? '\u2212' : ''
  return `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, '.')}${decimals === undefined ? '' : `,${decimals}`}`
}
