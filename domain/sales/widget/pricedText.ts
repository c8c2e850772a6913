/** The price in a text: one amount in cents, or why none can be shown. `candidates`: the possible amounts. */
export type PricedText = { cents: number | null; doubt: 'none' | 'several' | 'vague' | null; candidates: readonly number[] }

/** Separates two elements of a page whose digits touch: whether they are one number is unknown. */
export const seam = '\u0001'

const euro = '(?:€|eur(?:os?)?(?![a-z]))'
const space = '[ \\u00a0\\u202f\\u2009]'
/** 1,234.56 · 1.234,56 · 1 234,56 · 1'234.50 · 89,90 · 89'90 · 129.9000 · 89,- */
const number =
  "(?<![\\d.,'])(?:\\d{1,3}(?:,\\d{3})+\\.\\d{1,2}|\\d{1,3}(?:[. '\\u00a0\\u202f\\u2009]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,']\\d{1,2}|[.,]\\d{4,6})?)(?![.,']?\\d)(?!\\s*%)(?:[.,]-+)?"
const before = new RegExp(`${euro}${space}*(${number})`, 'g')
const after = new RegExp(`(${number})${space}*${euro}`, 'g')
const bare = new RegExp(`(${number})`, 'g')

/** Words before or after an amount that is not the article's price: an earlier price, a discount, delivery, an instalment, a price without VAT. */
const otherBefore =
  /(?:(?:antes|abans|anterior|original|era|pvpr|p\.v\.p\.r\.|recomendado|was|ahorr\w*|estalvi\w*|aforr\w*|poup\w*|descuento|desconto|descompte|dto\.?|rebaja|save|cupon|envio|enviament|portes|gastos|shipping|cuotas?|quotas?|plazos?|pagos?|meses)[^\w]*(?:de|era|es|hasta)?[^\w€]*|(?:^|[\s(\u0001])-|\+\s*|(?<!€\s*\(?)(?:sin iva|sense iva|sen ive|sem iva):?\s*)$/
const otherAfter =
  /^\s*(?:(?:\/|por|al|cada|per)\s*(?:\d+\s*)?(?:kg|kilo\w*|gr?|l|litr\w*|[mc]l|m[23²³]?|metro\w*|mes|month|ano|dia|noche|persona)(?![a-z])|(?:de |d')?(?:descuento|desconto|descompte|dto|off|ahorro|rebaja|envio|portes|gastos)|\(?(?:\+\s*iva|sin iva|sense iva|sen ive|sem iva|iva no))/
/** Words that make an amount inexact: from, up to, a range, a pack. */
const vagueBefore =
  /(?:(?:desde|dende|des de|a partir de|a partir d'|from|entre|hasta|ate|fins a|up to)\W*|\d\s*(?:uds?\.?|unidades)?\s*(?:x|×|\*|por)\s*|\d\s*(?:-|a|y|hasta)\s*)$/
const vagueAfter = /^\s*(?:[x×*]\s*\d|-\s*\d|(?:a|hasta)\s*\d|(?:en adelante|etik))/
const percentOff =
  /(?:(?:ahorr\w*|descuento|dto\.?)\s*(?:de\s*|hasta\s*)?)?-?\d+(?:[.,]\d+)?\s*%(?:\s*(?:de )?(?:descuento|desconto|descompte|dto\.?|off))?/g
const otherCurrency = /[$£¥]|\b(?:usd|gbp|chf|mxn)\b/

/** The price in a text, as shops in Spain write it; none when two amounts remain, or the one is inexact (its credit would be advertised wrongly). */
export function pricedText(value: string): PricedText {
  const text = plain(value)
  const style = styleOf(text)
  const matches = [...text.matchAll(style)]
  if (text.includes(seam) && new RegExp(`\\d${seam}\\d`).test(text)) return doubt('several', [])
  const amounts: number[] = []
  let vague = otherCurrency.test(text)
  for (const match of matches) {
    const [whole, figures = ''] = match
    const [left, right] = [text.slice(0, match.index), text.slice(match.index + whole.length)]
    if (otherBefore.test(left) || otherAfter.test(right)) continue
    if (vagueBefore.test(left) || vagueAfter.test(right)) vague = true
    amounts.push(centsOf(figures))
  }
  const unread = style !== bare && [...text.matchAll(new RegExp(euro, 'g'))].length !== matches.length
  const candidates = [...new Set(amounts)]
  if (candidates.some((one) => !Number.isSafeInteger(one) || one >= 1e11)) return doubt('vague', [])
  if (candidates.length > 1) return doubt('several', candidates)
  if (vague || unread || (candidates.length === 0 && matches.length > 0)) return doubt('vague', [])
  const [cents] = candidates
  return cents === undefined ? doubt('none', []) : { cents, doubt: null, candidates }
}

const doubt = (why: 'none' | 'several' | 'vague', candidates: readonly number[]): PricedText => ({ cents: null, doubt: why, candidates })

/** Lower case without accents, with one variant of each apostrophe, dash and euro sign. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’‘´`′]/g, "'")
    .normalize('NFKD')
    .replace(/[\u0300\u0301\u0303\u0308]/g, '')
    .replace(/[−–—‐‑]/g, '-')
    .replace(percentOff, ' ')
    // 89€90
    .replace(/(\d)€(\d\d)(?![\d.,]|\s*€)/g, '$1,$2 €')

/** Whether the euro sign stands before amounts, after them, or nowhere. */
function styleOf(text: string): RegExp {
  const sign = text.search(new RegExp(euro))
  return sign < 0 ? bare : sign < text.search(/\d/) ? before : after
}

/** The last separator before one, two, or more than three digits is the decimal separator. */
function centsOf(figures: string): number {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,'](\d{1,2}|\d{4,6}))?(?:[.,]-+)?$/.exec(figures) ?? []
  return Number(whole.replace(/\D/g, '')) * 100 + Math.round(Number(`0.${decimals || 0}`) * 100)
}
