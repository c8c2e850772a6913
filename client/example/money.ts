import type { Cents } from '../src/main.ts'

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', useGrouping: 'always' })

/** 125050 is «1.250,50 €». */
export const eurosText = (cents: Cents): string => euros.format(cents / 100)

/** Parses an amount as written in Spain: «1.250,50», «1250,5», «12 €»; undefined when it is none. */
export function centsOf(text: string): Cents | undefined {
  const [, whole, part = ''] = /^(\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d{1,2}))?$/.exec(text.replace(/€\s*$/, '').trim()) ?? []
  const cents = whole === undefined ? 0 : Number(whole.replaceAll('.', '') + part.padEnd(2, '0'))
  return cents > 0 ? cents : undefined
}
