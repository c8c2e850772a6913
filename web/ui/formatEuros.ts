/** "1.234,56 €" from integer cents: real minus, no-break space, both decimals always; `sign` puts + before gains. */
export function formatEuros(cents: number, { currency = true, sign = false }: { currency?: boolean; sign?: boolean } = {}): string {
  const figures = String(Math.abs(cents)).padStart(3, '0')
  const whole = figures.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.')
  const mark = cents < 0 ? '−' : sign && cents > 0 ? '+' : ''
  return `${mark}${whole},${figures.slice(-2)}${currency ? '\u00a0€' : ''}`
}
