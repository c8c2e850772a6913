import { cents, formatAmount } from '#domain/money'

const maxDigits = 11

type Reading = { negative: boolean; whole: string; decimals: string | null }

/** Which separator, if any, opens the decimals: the last kind written when both occur; a lone dot only before one or two figures. */
function radixAt(text: string): number {
  const comma = text.lastIndexOf(',')
  const dot = text.lastIndexOf('.')
  if (comma >= 0 && dot > comma) return text.indexOf(',') === comma && /^\d{3}\.\d{0,2}$/.test(text.slice(comma + 1)) ? dot : comma
  if (comma >= 0) return text.indexOf(',')
  const lone = dot >= 0 && text.indexOf('.') === dot
  return lone && text.length - dot - 1 <= 2 ? dot : -1
}

function read(text: string, signed: boolean): Reading {
  const clean = text.replaceAll('−', '-').replace(/[^\d.,-]/g, '')
  const negative = signed && clean.startsWith('-')
  const figures = clean.replaceAll('-', '')
  const at = radixAt(figures)
  const digits = (part: string) => part.replace(/\D/g, '')
  if (at < 0) return { negative, whole: digits(figures).slice(0, maxDigits), decimals: null }
  return { negative, whole: digits(figures.slice(0, at)).slice(0, maxDigits), decimals: digits(figures.slice(at + 1)).slice(0, 2) }
}

/**
 * Cents meant by a text, null when it holds no figure. Reads "12,5", "12.50", "1.234", "1.234,56" and "1,234.56";
 * a lone dot before three figures groups thousands, as it does in Spain (specification §5: comma radix, two decimals).
 */
export function centsFromText(text: string, signed = false): number | null {
  const { negative, whole, decimals } = read(text, signed)
  if (whole === '' && !decimals) return null
  const amount = Number(whole || '0') * 100 + Number((decimals ?? '').padEnd(2, '0'))
  return negative && amount > 0 ? -amount : amount
}

/** The text of an amount for an input: "1.234,56", with a real minus; empty for null. */
export function textFromCents(value: number | null): string {
  return value === null ? '' : formatAmount(cents(value))
}

/** What may stand in the box while typing: figures, grouping dots as typed, one comma, two decimals, a sign in front. */
export function maskMoney(text: string, signed = false): string {
  const clean = text.replaceAll('-', '−').replace(/[^\d.,−]/g, '')
  const sign = signed && clean.startsWith('−') ? '−' : ''
  const figures = clean.replaceAll('−', '')
  const comma = figures.indexOf(',')
  if (comma < 0) return sign + figures.replace(/^\.+/, '').slice(0, maxDigits + 3)
  return `${sign}${figures.slice(0, comma)},${figures
    .slice(comma + 1)
    .replace(/\D/g, '')
    .slice(0, 2)}`
}
