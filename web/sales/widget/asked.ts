import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import type { WidgetView } from '#domain/sales/widget/widgetViews'
import type { priceOf } from './readPrice.ts'

/** The word that attributes are named by; the server writes its own into the script. */
export const vendor = '__vendor__'
const instalments = `data-${vendor}-widget-instalments`
const payLater = `data-${vendor}-widget-paylater`
/** Attributes that make an element a container; the last one is how older pages name the first. */
export const containers = [instalments, payLater, `data-${vendor}-simulator`] as const

/** What a container asks for: the amount in cents; null while there is none, undefined while it cannot be read yet. */
export type Asked = {
  amount: number | null | undefined
  view: WidgetView
  articles: string
  /** Two letters; empty for Spanish, which the script carries itself. */
  locale: string
  own: boolean
  wishes: Partial<WidgetPreferences>
  ways: Ways
}

/** What a page alone decides, and the panel never saves. */
export type Ways = {
  border: boolean
  /** The only product that is shown; null: all that fit. */
  product: 'pay_later' | 'pay_in_4' | null
  /** Plans are chosen by sliding. */
  slider: boolean
  /** The customer says how much a month at most. */
  most: boolean
  /** Side by side where there is room. */
  row: boolean
  /** No window with all plans. */
  noModal: boolean
  /** Drawn into the page itself, in the page's own style. */
  bare: boolean
  /** Where the shop says more. */
  more: string | null
  moreOnWide: boolean
}

/** Attributes that change what is shown. */
export const watched = ['amount', 'price', 'qty', 'view', 'type', 'article-id', 'locale']
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

/** Reads a container as it stands now. `reader`: of prices, asked for where the page points at one. */
export function askedBy(element: HTMLElement, reader: () => typeof priceOf | undefined): Asked {
  const version = element.getAttribute(instalments) ?? ''
  const type = element.dataset['type'] ?? ''
  // v4 and v5 say the view in data-type and never read what was saved in the panel.
  const isOwn = version === 'v4' || version === 'v5'
  const view = (isOwn ? type : element.dataset['view']) === 'cart' ? 'cart' : 'product'
  return {
    amount: amountOf(element, reader),
    view,
    articles: element.dataset['articleId'] ?? '',
    locale: localeOf(element),
    own: isOwn,
    wishes: wishesOf(element, isOwn ? 'select' : type),
    ways: waysOf(element, version),
  }
}

/** The language that the container names, else that of the page around it. */
function localeOf(element: HTMLElement): string {
  const said = element.dataset['locale'] ?? element.closest<HTMLElement>('[lang]')?.lang ?? ''
  const locale = said.slice(0, 2).toLowerCase()
  return locale === 'es' ? '' : locale
}

/** Each word counts in the versions that know it, as the clients of shops send all of them to all. */
function waysOf(element: HTMLElement, version: string): Ways {
  const { dataset } = element
  const said = (name: string, usual = false) =>
    ['true', ''].includes(dataset[name] ?? '?') ? true : dataset[name] === 'false' ? false : usual
  const [isV3, isV4] = [version !== 'v4' && version !== 'v5', version === 'v4']
  const more = isV3 ? (dataset['optionUrlMoreInfo'] ?? '') : ''
  return {
    border: said('optionBorderProduct'),
    product: element.hasAttribute(payLater) ? 'pay_later' : said('payIn-4') ? 'pay_in_4' : null,
    slider: version === 'v5' && said('optionSlider', true),
    most: isV4 && said('optionMaxAmountDesired'),
    row: isV4 && dataset['optionLayout'] === 'horizontal',
    noModal: isV3 && said('optionDisableModal'),
    bare: isV3 && said('optionCustomStyles'),
    // A page's own address, never one that runs something.
    more: /^https?:\/\//i.test(more) ? more : null,
    moreOnWide: said('optionUrlMoreInfoHideMobile'),
  }
}

function amountOf({ dataset }: HTMLElement, reader: () => typeof priceOf | undefined): Asked['amount'] {
  const said = Number(dataset['amount'] ?? '')
  const whole = Number.isInteger(said) && said > 0 ? said : null
  const meant = elementsAt(dataset['price'])
  if (meant.length === 0) return whole
  const read = reader()
  if (!read) return undefined
  const { cents, doubt, candidates } = read(meant)
  // Of several prices the page may say itself which is meant; else none is shown.
  if (doubt === 'none' || (whole !== null && candidates.includes(whole))) return whole
  const quantity = Number(textAt(dataset['qty']) || 1)
  return cents === null ? null : cents * (Number.isInteger(quantity) && quantity > 0 ? quantity : 1)
}

/** The elements that a selector of the shop names; a selector that is none names nothing. */
export function elementsAt(selector: string | undefined): HTMLElement[] {
  try {
    return selector ? [...document.querySelectorAll<HTMLElement>(selector)] : []
  } catch {
    return []
  }
}

/** The first of them. */
export const elementAt = (selector: string | undefined): HTMLElement | null => elementsAt(selector)[0] ?? null

function textAt(selector: string | undefined): string {
  const element = elementAt(selector)
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.value : (element?.textContent ?? '')
}

/** What the page itself says; what it leaves out or says wrongly stays as it was saved. */
function wishesOf(element: HTMLElement, type: string): Partial<WidgetPreferences> {
  const wishes: Record<string, unknown> = {}
  const option = (name: string) => element.getAttribute(`data-option-${name}`)
  const take = (key: keyof WidgetPreferences, value: unknown) => {
    if (value !== null) wishes[key] = value
  }
  const yesOrNo = (name: string) => (['true', ''].includes(option(name) ?? '?') ? true : option(name) === 'false' ? false : null)
  const oneOf = (value: string | null, all: readonly string[]) => (value !== null && all.includes(value) ? value : null)
  const hex = (name: string) => (colour.test(option(name) ?? '') ? option(name) : null)
  take('type', oneOf(type, types))
  take('disabled', yesOrNo('disabled'))
  take('branding', yesOrNo('branding'))
  take('legalAdvice', yesOrNo('legal-advice'))
  take('downpaymentInfo', yesOrNo('downpayment-info'))
  take('titleDefault', option('title-default'))
  take('titleZeroInterest', option('title-zero-interest'))
  take('align', oneOf(option('align'), sides))
  take('textColor', hex('text-color'))
  take('btnTextColor', hex('btn-text-color'))
  take('btnBgColor', hex('primary-color') ?? hex('btn-bg-color'))
  take('defaultInstalments', Number(option('default-instalments')) || null)
  take('legalText', option('legal-text'))
  take('outOfLimits', oneOf(option('out-of-limits'), ['show', 'hide']))
  return wishes
}
