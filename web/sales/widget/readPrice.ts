import type { PricedText } from '#domain/sales/widget/pricedText'
import { hiddenByMarkup, priceOfAll, type PriceElement } from '#domain/sales/widget/shopPrice'

// A file of its own beside the widget, fetched where a page points at its price instead of saying the amount.

/**
 * The price of the elements that a shop points at: the first that is shown counts, together with its siblings that are meant too. One that nobody sees counts
 * where no other is meant: data for programs, or what screen readers say.
 */
export function priceOf(meant: readonly HTMLElement[]): PricedText {
  const shown = meant.filter((one) => goneAround(one) === null)
  const first = shown[0] ?? meant.find((one) => one.matches('meta, script') || goneAround(one) === 'screenReader')
  const beside = shown.filter((one) => one !== first && one.parentElement === first?.parentElement)
  return priceOfAll(first === undefined ? [] : [first, ...beside].map(seen))
}

/** Why an element is not shown, itself or with what is around it. */
function goneAround(element: Element): PriceElement['visibility'] {
  const around = element.parentElement && goneAround(element.parentElement)
  const own = goneOf(element)
  return own === null || own === 'screenReader' ? (around ?? own) : own
}

function goneOf(element: Element): PriceElement['visibility'] {
  const { display, visibility, textDecorationLine, position, clip, clipPath } = getComputedStyle(element)
  if (display === 'none' || visibility === 'hidden') return 'hidden'
  if (textDecorationLine.includes('line-through')) return 'struck'
  if (position === 'absolute' && (clip !== 'auto' || clipPath.startsWith('inset'))) return 'screenReader'
  return hiddenByMarkup(markupOf(element))
}

const markupOf = (element: Element) => ({
  tag: element.localName,
  classes: element.getAttribute('class') ?? '',
  attribute: (name: string) => element.getAttribute(name),
})

/** An element as the reader of prices sees it; what somebody typed or chose stands in the place of its text. */
const seen = (element: Element): PriceElement => ({
  ...markupOf(element),
  visibility: goneOf(element),
  children:
    element instanceof HTMLInputElement || element instanceof HTMLSelectElement
      ? [element.value]
      : [...element.childNodes].map((child) => (child instanceof Element ? seen(child) : child instanceof Text ? child.data : '')),
})
