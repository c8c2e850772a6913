import { pricedText, seam, type PricedText } from './pricedText.ts'

/** An element of a shop's page, as a browser or a reader of HTML sees it. `children`: elements and texts in their order. */
export type PriceElement = {
  tag: string
  classes: string
  attribute(name: string): string | null
  /** Not shown, struck out, or shown to screen readers alone. */
  gone: 'hidden' | 'struck' | 'heard' | null
  children: readonly (PriceElement | string)[]
}

const silent = ['script', 'style', 'template', 'noscript', 'svg', 'button']
const blocks = ['br', 'p', 'div', 'li', 'ul', 'dl', 'dt', 'dd', 'tr', 'td', 'th', 'table', 'section', 'label']
const struckTags = ['del', 's', 'strike']
const struckClass = /(?:^|[\s_-])(?:old|was|crossed|strike\w*|line-through|tachado|compare-at|rrp|pvpr|msrp)(?:$|[\s_-])/i
const heardClass = /screen-reader|visually-?hidden|sr-only|offscreen|a11y-hidden/i
const centsClass = /cent|decimal|fraction/i

/** What tags, classes and attributes say of whether an element is shown; a browser knows its styles besides. */
export function goneByMarkup({ tag, classes, attribute }: Pick<PriceElement, 'tag' | 'classes' | 'attribute'>): PriceElement['gone'] {
  const style = attribute('style') ?? ''
  if (attribute('hidden') !== null || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)) return 'hidden'
  if (struckTags.includes(tag) || struckClass.test(classes) || /line-through/i.test(style)) return 'struck'
  return heardClass.test(classes) ? 'heard' : null
}

/**
 * What an article costs by the element that a shop names: what is said for programs (`content`, `data-price-amount`, JSON-LD), and what is shown. What is
 * struck out or hidden does not count, and what only screen readers say counts where nothing else does. Where the two differ there is no price.
 */
export function shopPrice(element: PriceElement): PricedText {
  if (element.tag === 'script') return pricesOfJson(element.children.join(''))
  const said = saidForPrograms(element)
  const shown = pricedText(textOf(element, false))
  const read = shown.doubt === 'none' ? pricedText(textOf(element, true)) : shown
  if (said === null) return read.doubt === 'none' ? among(within(element).map(saidForPrograms)) : read
  if (read.doubt === 'none' || read.candidates.includes(said)) return { cents: said, doubt: null, candidates: [said] }
  return read.doubt === 'vague' ? read : { cents: null, doubt: 'several', candidates: [said, ...read.candidates] }
}

/** What elements beside each other say together: the same price as often as they like, or none. */
export function priceOfAll(elements: readonly PriceElement[]): PricedText {
  const read = elements.map(shopPrice).filter(({ doubt }) => doubt !== 'none')
  return read.find(({ doubt }) => doubt !== null) ?? among(read.map(({ cents }) => cents))
}

/** The one amount among several; none where they differ. */
function among(said: readonly (number | null)[]): PricedText {
  const candidates = [...new Set(said.filter((one) => one !== null))]
  const [cents] = candidates
  if (cents === undefined) return { cents: null, doubt: 'none', candidates }
  return candidates.length > 1 ? { cents: null, doubt: 'several', candidates } : { cents, doubt: null, candidates }
}

/** Amounts for programs have a dot and as many decimals as somebody liked; three may as well be thousands. */
function programCents(said: unknown): number | null {
  const text = typeof said === 'number' ? String(said) : typeof said === 'string' ? said.trim() : ''
  return /^\d{1,9}(?:\.(?:\d{1,2}|\d{4,}))?$/.test(text) ? Math.round(Number(text) * 100) : null
}

function saidForPrograms({ tag, attribute }: PriceElement): number | null {
  const isPrice = tag === 'meta' || attribute('itemprop') === 'price' || attribute('content') !== null
  const said = attribute('data-price-amount') ?? (isPrice ? attribute('content') : tag === 'data' ? attribute('value') : null)
  return programCents(said)
}

const within = (element: PriceElement): PriceElement[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' || child.gone === 'struck' || silent.includes(child.tag)
      ? []
      : [...(child.attribute('itemprop') === 'price' ? [child] : []), ...within(child)],
  )

/** The text of an element as it is read: cents that are set small get their comma. */
function textOf(element: PriceElement, heard: boolean): string {
  let text = ''
  for (const child of element.children) {
    if (typeof child === 'string') {
      text = joined(text, child)
      continue
    }
    if (silent.includes(child.tag) || child.gone === 'hidden' || child.gone === 'struck' || (child.gone === 'heard' && !heard)) {
      text += ' '
      continue
    }
    const inside = textOf(child, heard)
    const [, cents] = /^\s*(\d\d)\s*€?\s*$/.exec(inside) ?? []
    if (cents !== undefined && (child.tag === 'sup' || centsClass.test(child.classes)) && /\d\s*€?\s*$/.test(text))
      text = `${text.replace(/[\s€]+$/, '')},${cents} ${/€/.test(text + inside) ? '€' : ''}`
    else text = blocks.includes(child.tag) ? `${text} ${inside} ` : joined(text, inside)
  }
  return text
}

/** Two texts beside each other; figures that touch are marked. */
const joined = (left: string, right: string): string => (/[\d€]$/.test(left) && /^\d/.test(right) ? left + seam + right : left + right)

/** The prices of a page's structured data (schema.org): offers, not their list prices nor prices by weight. */
function pricesOfJson(text: string): PricedText {
  const said: (number | null)[] = []
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.forEach(look)
    const { price, lowPrice, highPrice, priceCurrency, priceType, referenceQuantity } = value as Record<string, unknown>
    if (/list|strikethrough|srp/i.test(String(priceType ?? '')) || referenceQuantity !== undefined) return
    if (priceCurrency === undefined || priceCurrency === 'EUR') said.push(...[price, lowPrice, highPrice].map(programCents))
    Object.values(value).forEach(look)
  }
  try {
    look(JSON.parse(text))
  } catch {
    // Malformed data says nothing.
  }
  return among(said)
}
