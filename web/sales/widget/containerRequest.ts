import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import type { WidgetView } from '#domain/sales/widget/widgetViews'
import type { priceOf } from './readPrice.ts'

/** The vendor word in attribute names; the server replaces this placeholder when it serves the script. */
export const vendor = '__vendor__'
const instalments = `data-${vendor}-widget-instalments`
const payLater = `data-${vendor}-widget-paylater`
/** Attributes that mark an element as a container; the last one is the legacy name of the first. */
export const containers = [instalments, payLater, `data-${vendor}-simulator`] as const

/** What a container requests. `amount` in cents: null when there is none, undefined while the price reader is loading. */
export type ContainerRequest = {
  amount: number | null | undefined
  view: WidgetView
  articles: string
  /** ISO 639-1 code; empty for Spanish, which is bundled in the script. */
  locale: string
  own: boolean
  overrides: Partial<WidgetPreferences>
  options: ContainerOptions
}

/** Options that only the page sets; they are not part of the saved preferences. */
export type ContainerOptions = {
  border: boolean
  /** Shows only this product; null: all that fit. */
  product: 'pay_later' | 'pay_in_4' | null
  /** Plans are chosen with a slider. */
  slider: boolean
  /** The customer enters a maximum monthly amount. */
  most: boolean
  /** Horizontal layout where there is room. */
  row: boolean
  /** No dialog with all plans. */
  noModal: boolean
  /** Rendered in the light DOM, styled by the page. */
  bare: boolean
  /** URL of the shop's own information page. */
  more: string | null
  moreOnWide: boolean
}

/** Observed attributes: a change redraws the widget. */
export const watchedAttributes = ['amount', 'price', 'qty', 'view', 'type', 'article-id', 'locale']
  .map((name) => `data-${name}`)
  .concat(
    [
      'default-instalments',
      'legal-advice',
      'downpayment-info',
      'out-of-limits',
      'align',
      'primary-color',
      'text-color',
      'btn-text-color',
      'btn-bg-color',
      'branding',
      'title-default',
      'title-zero-interest',
      'legal-text',
      'disabled',
      'border-product',
      'slider',
      'max-amount-desired',
      'layout',
      'disable-modal',
      'custom-styles',
      'url-more-info',
      'url-more-info-hide-mobile',
    ].map((name) => `data-option-${name}`),
    'data-pay-in-4',
    containers,
  )

const colour = /^#[0-9a-f]{6}$/i
const types: readonly string[] = ['text', 'button', 'select', 'big-button']
const sides: readonly string[] = ['left', 'center', 'right']

/** Reads a container's current attributes. `reader` gets the price reader, needed only where the page points at a price. */
export function readContainer(element: HTMLElement, reader: () => typeof priceOf | undefined): ContainerRequest {
  const version = element.getAttribute(instalments) ?? ''
  const type = element.dataset['type'] ?? ''
  // v4 and v5 name the view in data-type and ignore the saved preferences.
  const isOwn = version === 'v4' || version === 'v5'
  const view = (isOwn ? type : element.dataset['view']) === 'cart' ? 'cart' : 'product'
  return {
    amount: amountOf(element, reader),
    view,
    articles: element.dataset['articleId'] ?? '',
    locale: localeOf(element),
    own: isOwn,
    overrides: overridesOf(element, isOwn ? 'select' : type),
    options: optionsOf(element, version),
  }
}

/** The container's own language, otherwise the nearest `lang` attribute. */
function localeOf(element: HTMLElement): string {
  const language = element.dataset['locale'] ?? element.closest<HTMLElement>('[lang]')?.lang ?? ''
  const locale = language.slice(0, 2).toLowerCase()
  return locale === 'es' ? '' : locale
}

/** Each option applies only to the versions that support it, because shops' integrations send all of them to every version. */
function optionsOf(element: HTMLElement, version: string): ContainerOptions {
  const { dataset } = element
  const flag = (name: string, usual = false) =>
    ['true', ''].includes(dataset[name] ?? '?') ? true : dataset[name] === 'false' ? false : usual
  const [isV3, isV4] = [version !== 'v4' && version !== 'v5', version === 'v4']
  const more = isV3 ? (dataset['optionUrlMoreInfo'] ?? '') : ''
  return {
    border: flag('optionBorderProduct'),
    product: element.hasAttribute(payLater) ? 'pay_later' : flag('payIn-4') ? 'pay_in_4' : null,
    slider: version === 'v5' && flag('optionSlider', true),
    most: isV4 && flag('optionMaxAmountDesired'),
    row: isV4 && dataset['optionLayout'] === 'horizontal',
    noModal: isV3 && flag('optionDisableModal'),
    bare: isV3 && flag('optionCustomStyles'),
    // Only http(s) URLs, never `javascript:`.
    more: /^https?:\/\//i.test(more) ? more : null,
    moreOnWide: flag('optionUrlMoreInfoHideMobile'),
  }
}

function amountOf({ dataset }: HTMLElement, reader: () => typeof priceOf | undefined): ContainerRequest['amount'] {
  const amount = Number(dataset['amount'] ?? '')
  const whole = Number.isInteger(amount) && amount > 0 ? amount : null
  const matched = elementsAt(dataset['price'])
  if (matched.length === 0) return whole
  const read = reader()
  if (!read) return undefined
  const { cents, doubt, candidates } = read(matched)
  // With several candidate prices, the page's own amount decides if it is one of them; otherwise none is shown.
  if (doubt === 'none' || (whole !== null && candidates.includes(whole))) return whole
  const quantity = Number(textAt(dataset['qty']) || 1)
  return cents === null ? null : cents * (Number.isInteger(quantity) && quantity > 0 ? quantity : 1)
}

/** The elements that match a selector of the shop; an invalid selector matches nothing. */
export function elementsAt(selector: string | undefined): HTMLElement[] {
  try {
    return selector ? [...document.querySelectorAll<HTMLElement>(selector)] : []
  } catch {
    return []
  }
}

/** The first match. */
export const elementAt = (selector: string | undefined): HTMLElement | null => elementsAt(selector)[0] ?? null

function textAt(selector: string | undefined): string {
  const element = elementAt(selector)
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.value : (element?.textContent ?? '')
}

/** Preferences that the page overrides; missing or invalid ones keep the saved value. */
function overridesOf(element: HTMLElement, type: string): Partial<WidgetPreferences> {
  const overrides: Record<string, unknown> = {}
  const option = (name: string) => element.getAttribute(`data-option-${name}`)
  const set = (key: keyof WidgetPreferences, value: unknown) => {
    if (value !== null) overrides[key] = value
  }
  const yesOrNo = (name: string) => (['true', ''].includes(option(name) ?? '?') ? true : option(name) === 'false' ? false : null)
  const oneOf = (value: string | null, all: readonly string[]) => (value !== null && all.includes(value) ? value : null)
  const hex = (name: string) => (colour.test(option(name) ?? '') ? option(name) : null)
  set('type', oneOf(type, types))
  set('disabled', yesOrNo('disabled'))
  set('branding', yesOrNo('branding'))
  set('legalAdvice', yesOrNo('legal-advice'))
  set('downpaymentInfo', yesOrNo('downpayment-info'))
  set('titleDefault', option('title-default'))
  set('titleZeroInterest', option('title-zero-interest'))
  set('align', oneOf(option('align'), sides))
  set('textColor', hex('text-color'))
  set('btnTextColor', hex('btn-text-color'))
  set('btnBgColor', hex('primary-color') ?? hex('btn-bg-color'))
  set('defaultInstalments', Number(option('default-instalments')) || null)
  set('legalText', option('legal-text'))
  set('outOfLimits', oneOf(option('out-of-limits'), ['show', 'hide']))
  return overrides
}
