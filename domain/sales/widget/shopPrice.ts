import { pricedText, seam, type PricedText } from './pricedText.ts'

/** An element of a shop's page, from a browser or an HTML parser. `children`: elements and texts in order. */
export type PriceElement = {
  tag: string
  classes: string
  attribute(name: string): string | null
  /** Hidden, struck through, or for screen readers only. */
  visibility: 'hidden' | 'struck' | 'screenReader' | null
  children: readonly (PriceElement | string)[]
}

const silent = ['script', 'style', 'template', 'noscript', 'svg', 'button']
const blocks = ['br', 'p', 'div', 'li', 'ul', 'dl', 'dt', 'dd', 'tr', 'td', 'th', 'table', 'section', 'label']
const struckTags = ['del', 's', 'strike']
const struckClass = /(?:^|[\s_-])(?:old|was|crossed|strike\w*|line-through|tachado|compare-at|rrp|pvpr|msrp)(?:$|[\s_-])/i
const screenReaderClass = /screen-reader|visually-?hidden|sr-only|offscreen|a11y-hidden/i
const centsClass = /cent|decimal|fraction/i

/** An element's visibility by tag, classes and attributes; a browser also knows its styles. */
export function hiddenByMarkup({
  tag,
  classes,
  attribute,
}: Pick<PriceElement, 'tag' | 'classes' | 'attribute'>): PriceElement['visibility'] {
  const style = attribute('style') ?? ''
  if (attribute('hidden') !== null || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)) return 'hidden'
  if (struckTags.includes(tag) || struckClass.test(classes) || /line-through/i.test(style)) return 'struck'
  return screenReaderClass.test(classes) ? 'screenReader' : null
}

/**
 * An article's price in the element selected by the shop: machine-readable values (`content`, `data-price-amount`, JSON-LD), and displayed ones.
 * Struck-through or hidden text does not count, and text for screen readers only where nothing else does. When the two differ there is no price.
 */
export function shopPrice(element: PriceElement): PricedText {
  if (element.tag === 'script') return pricesOfJson(element.children.join(''))
  const value = machineReadableCents(element)
  const shown = pricedText(textOf(element, false))
  const read = shown.doubt === 'none' ? pricedText(textOf(element, true)) : shown
  if (value === null) return read.doubt === 'none' ? among(within(element).map(machineReadableCents)) : read
  if (read.doubt === 'none' || read.candidates.includes(value)) return { cents: value, doubt: null, candidates: [value] }
  return read.doubt === 'vague' ? read : { cents: null, doubt: 'several', candidates: [value, ...read.candidates] }
}

/** The price of sibling elements together: the same price any number of times, or none. */
export function priceOfAll(elements: readonly PriceElement[]): PricedText {
  const read = elements.map(shopPrice).filter(({ doubt }) => doubt !== 'none')
  return read.find(({ doubt }) => doubt !== null) ?? among(read.map(({ cents }) => cents))
}

/** The single amount among several; none when they differ. */
function among(amounts: readonly (number | null)[]): PricedText {
  const candidates = [...new Set(amounts.filter((one) => one !== null))]
  const [cents] = candidates
  if (cents === undefined) return { cents: null, doubt: 'none', candidates }
  return candidates.length > 1 ? { cents: null, doubt: 'several', candidates } : { cents, doubt: null, candidates }
}

/** Machine-readable amounts have a dot and any number of decimals; three may also be a thousands group. */
function programCents(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return /^\d{1,9}(?:\.(?:\d{1,2}|\d{4,}))?$/.test(text) ? Math.round(Number(text) * 100) : null
}

function machineReadableCents({ tag, attribute }: PriceElement): number | null {
  const isPrice = tag === 'meta' || attribute('itemprop') === 'price' || attribute('content') !== null
  const value = attribute('data-price-amount') ?? (isPrice ? attribute('content') : tag === 'data' ? attribute('value') : null)
  return programCents(value)
}

const within = (element: PriceElement): PriceElement[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' || child.visibility === 'struck' || silent.includes(child.tag)
      ? []
      : [...(child.attribute('itemprop') === 'price' ? [child] : []), ...within(child)],
  )

/** The text of an element; cents displayed as superscript get a decimal comma. */
function textOf(element: PriceElement, readAloud: boolean): string {
  let text = ''
  for (const child of element.children) {
    if (typeof child === 'string') {
      text = joined(text, child)
      continue
    }
    if (
      silent.includes(child.tag) ||
      child.visibility === 'hidden' ||
      child.visibility === 'struck' ||
      (child.visibility === 'screenReader' && !readAloud)
    ) {
      text += ' '
      continue
    }
    const inside = textOf(child, readAloud)
    const [, cents] = /^\s*(\d\d)\s*€?\s*$/.exec(inside) ?? []
    if (cents !== undefined && (child.tag === 'sup' || centsClass.test(child.classes)) && /\d\s*€?\s*$/.test(text))
      text = `${text.replace(/[\s€]+$/, '')},${cents} ${/€/.test(text + inside) ? '€' : ''}`
    else text = blocks.includes(child.tag) ? `${text} ${inside} ` : joined(text, inside)
  }
  return text
}

/** Joins two adjacent texts; digits that touch are marked. */
const joined = (left: string, right: string): string => (/[\d€]$/.test(left) && /^\d/.test(right) ? left + seam + right : left + right)

/** The prices in a page's structured data (schema.org): offers, without list prices or unit prices by weight. */
function pricesOfJson(text: string): PricedText {
  const amounts: (number | null)[] = []
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.forEach(look)
    const { price, lowPrice, highPrice, priceCurrency, priceType, referenceQuantity } = value as Record<string, unknown>
    if (/list|strikethrough|srp/i.test(String(priceType ?? '')) || referenceQuantity !== undefined) return
    if (priceCurrency === undefined || priceCurrency === 'EUR') amounts.push(...[price, lowPrice, highPrice].map(programCents))
    Object.values(value).forEach(look)
  }
  try {
    look(JSON.parse(text))
  } catch {
    // Malformed data is ignored.
  }
  return among(amounts)
}
