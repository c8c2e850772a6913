import type { PricedText } from '#domain/sales/widget/pricedText'
import { hiddenByMarkup, priceOfAll, type PriceElement } from '#domain/sales/widget/shopPrice'

// Built as a file of its own, loaded only where a page points at its price instead of giving the amount.

/**
 * The price in the elements that a shop's selector matches: the first visible one counts, together with its matched siblings. An invisible one counts
 * only where no visible one matches: structured data, or text for screen readers.
 */
export function priceOf(matched: readonly HTMLElement[]): PricedText {
  const shown = matched.filter((one) => visibilityOf(one) === null)
  const first = shown[0] ?? matched.find((one) => one.matches('meta, script') || visibilityOf(one) === 'screenReader')
  const beside = shown.filter((one) => one !== first && one.parentElement === first?.parentElement)
  return priceOfAll(first === undefined ? [] : [first, ...beside].map(seen))
}

/** Why an element is not visible, by its own style or an ancestor's. */
function visibilityOf(element: Element): PriceElement['visibility'] {
  const around = element.parentElement && visibilityOf(element.parentElement)
  const own = ownVisibility(element)
  return own === null || own === 'screenReader' ? (around ?? own) : own
}

function ownVisibility(element: Element): PriceElement['visibility'] {
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

/** An element as input of the price parser; the value of a form control replaces its text. */
const seen = (element: Element): PriceElement => ({
  ...markupOf(element),
  visibility: ownVisibility(element),
  children:
    element instanceof HTMLInputElement || element instanceof HTMLSelectElement
      ? [element.value]
      : [...element.childNodes].map((child) => (child instanceof Element ? seen(child) : child instanceof Text ? child.data : '')),
})
