const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, '.')
const parts = (value: number) => {
  const digits = String(value).padStart(3, '0')
  return [grouped(digits.slice(0, -2)), digits.slice(-2)] as const
}

/** Formats integer cents as `1.234,56 €`. */
export const euros = (cents: number): string => `${parts(cents).join(',')}\u00a0€`

/** Formats basis points as `21,92 %`, `5,9 %`, `0 %`. */
export function percent(rate: number): string {
  const [whole, decimals] = parts(rate)
  const shown = decimals.replace(/0+$/, '')
  return `${whole}${shown && `,${shown}`}\u00a0%`
}

/** Parses an amount typed by a customer to cents: `50`, `49,90 €`; null for anything else. */
export function typedCents(text: string): number | null {
  const [, whole, decimals = ''] = /^\s*(\d{1,7})(?:[.,'](\d{1,2}))?\s*€?\s*$/.exec(text) ?? []
  return whole === undefined ? null : Number(whole + decimals.padEnd(2, '0'))
}
