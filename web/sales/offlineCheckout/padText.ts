/** Keys of the number pad. Its text has at most seven digits, a comma and two decimals. */
export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | ',' | 'back' | 'clear'

const maxWholeDigits = 7

/** The text after a key press. A key that would make it invalid changes nothing. */
export function pressed(text: string, key: PadKey): string {
  if (key === 'clear') return ''
  if (key === 'back') return text.slice(0, -1)
  if (key === ',') return text.includes(',') ? text : `${text === '' ? '0' : text},`
  const [whole = '', decimals] = text.split(',')
  if (decimals !== undefined) return decimals.length < 2 ? text + key : text
  if (whole === '0') return key
  return whole.length < maxWholeDigits ? text + key : text
}

/** The pad key of a keyboard key; null for all others. */
export function padKeyOf(key: string): PadKey | null {
  if (/^\d$/.test(key)) return key as PadKey // one digit
  if (/^[,.'\u2019]$/.test(key)) return ','
  if (key === 'Backspace') return 'back'
  return key === 'Delete' ? 'clear' : null
}

/** Converts cents to the pad's text: "1234,56". */
export function padTextOf(amountCents: number | null): string {
  if (amountCents === null) return ''
  const whole = Math.floor(amountCents / 100)
  const decimals = String(amountCents % 100).padStart(2, '0')
  return decimals === '00' ? String(whole) : `${whole},${decimals}`
}

/** Parses the pad's text to cents; null when it is empty. */
export function padCents(text: string): number | null {
  if (text === '') return null
  const [whole = '0', decimals = ''] = text.split(',')
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

/** Formats the text for display while typing: "1.234,5". */
export function padShown(text: string): string {
  const [whole = '', decimals] = text.split(',')
  const grouped = (whole || '0').replace(/\B(?=(?:\d{3})+$)/g, '.')
  return decimals === undefined ? grouped : `${grouped},${decimals}`
}
