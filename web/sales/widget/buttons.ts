import { elementsAt, vendor } from './containerRequest.ts'
import type { Where } from './scriptTag.ts'
import { askShops } from './shopCalls.ts'

/** The purchase for which a shop offers our payment method; `amount` in cents. */
export type Purchase = { amount: number | string; currency?: string; country?: string; product?: { type?: string } }
/** The buttons of a purchase: by selector, id or element. `parent`: selector of the ancestor that is hidden instead of the button. */
export type ButtonOptions = Purchase & { selector?: string; id?: string; button?: string | Element; parent?: string }

const button = `data-${vendor}-button`
const infos = [`data-${vendor}-payment-info`, `data-${vendor}-button-info`].map((name) => `[${name}]`).join()

/** Observed attributes of a button. */
export const watchedButtonAttributes = [button, 'data-currency', 'data-country', 'data-product-type', 'data-parent']

/** Whether a purchase can be paid with us; null when unknown: rate limited, timed out, unreachable or a server error. */
const allowance = (where: Where, { amount, currency, country, product }: Purchase): Promise<boolean | null> =>
  askShops(where, '/checkout/button', { amount, currency, country, 'product[type]': product?.type }).then(
    () => true,
    ({ message }: Error) => (/^4(?!08|29)\d\d$/.test(message) ? false : null),
  )

/** The same for a single check: unknown counts as not allowed. */
export const isAllowed = async (where: Where, purchase: Purchase): Promise<boolean> => (await allowance(where, purchase)) === true

/** Retry delay: exponential backoff from 2 s to 60 s with jitter, so that pages that failed together do not retry together. */
const backoff = (tries: number): Promise<void> =>
  new Promise((done) => setTimeout(done, Math.min(60_000, 2_000 * 2 ** tries) * (0.5 + Math.random() / 2)))

/** The last check of an element; `text` is its cache key. */
type Check = { text: string; options: Purchase }
export type Buttons = { add(options: ButtonOptions): void; /** Reads the page again. */ refresh(): void }

/** Hides a shop's buttons and their information until the purchase is known to be allowed. */
export function makeButtons(where: Where): Buttons {
  const registered = new Map<unknown, ButtonOptions>()
  // Elements that the page passes in are held weakly, so that they can be garbage collected.
  const passedIn = new Set<WeakRef<HTMLElement>>()
  const optionsOfGiven = new WeakMap<HTMLElement, ButtonOptions>()
  const checks = new WeakMap<Element, Check>()
  const open = new WeakSet<Element>()

  function startCheck(element: HTMLElement, options: Purchase & { parent?: string }): void {
    const { amount, currency, country, product, parent } = options
    const check = { text: JSON.stringify([where.key, amount, currency, country, product, parent]), options }
    if (checks.get(element)?.text === check.text) return
    checks.set(element, check)
    const around = (parent && element.closest<HTMLElement>(parent)) || element
    hide(around)
    open.delete(element)
    if (where.key === '') return
    void decide(element, around, check)
  }
  /** Retries until the answer is known, or the button is removed or stands for another purchase. */
  async function decide(element: HTMLElement, around: HTMLElement, check: Check): Promise<void> {
    for (let tries = 0; checks.get(element) === check; tries += 1) {
      const yes = await allowance(where, check.options)
      if (yes === false || checks.get(element) !== check) return
      if (yes) {
        show(around)
        open.add(element)
        return follow()
      }
      await backoff(tries)
      if (!element.isConnected) checks.delete(element)
    }
  }
  /** The buttons on the page now, each with its options. */
  function buttons(): (readonly [HTMLElement, ButtonOptions])[] {
    for (const one of passedIn) if (!one.deref()) passedIn.delete(one)
    return [
      ...[...registered.values()].flatMap((options) => elementsOf(options).map((element) => [element, options] as const)),
      ...[...passedIn].flatMap((one) => {
        const element = one.deref()
        const options = element?.isConnected && optionsOfGiven.get(element)
        return element && options ? [[element, options] as const] : []
      }),
      ...elementsAt(`[${button}]`).map((element) => [element, optionsOf(element)] as const),
    ]
  }
  function follow(): void {
    const anyOpen = buttons().some(([element]) => open.has(element))
    for (const info of document.querySelectorAll<HTMLElement>(infos)) (anyOpen ? show : hide)(info)
  }
  function refresh(): void {
    const all = buttons()
    for (const [element, options] of all) startCheck(element, options)
    if (all.length > 0 || registered.size > 0 || passedIn.size > 0) follow()
  }
  return {
    // A shop that redraws its checkout calls this again.
    add(options) {
      const { button: own } = options
      if (own instanceof HTMLElement) {
        if (!optionsOfGiven.has(own)) passedIn.add(new WeakRef(own))
        optionsOfGiven.set(own, options)
        startCheck(own, options)
      } else registered.set(own ?? options.selector ?? options.id, options)
      refresh()
    },
    refresh,
  }
}

const elementsOf = ({ selector, id, button: own }: ButtonOptions): HTMLElement[] =>
  elementsAt(typeof own === 'string' ? own : (selector ?? `#${CSS.escape(id ?? '')}`))

function optionsOf({ dataset }: HTMLElement): ButtonOptions {
  const { amount = '', currency, country, productType, parent } = dataset
  return { amount, currency, country, product: { type: productType }, parent } as ButtonOptions // undefined values are left out of the request
}

type Input = Element & { disabled: boolean }
const hidden = new WeakMap<HTMLElement, { display: string; inputs: Input[] }>()

function hide(element: HTMLElement): void {
  if (hidden.has(element)) return
  const inputs = [element, ...element.querySelectorAll('*')].filter((one): one is Input => 'disabled' in one && !one.disabled)
  hidden.set(element, { display: element.style.display, inputs })
  element.style.setProperty('display', 'none', 'important')
  for (const input of inputs) input.disabled = true
}

/** Restores an element; one that the page itself had hidden is shown. */
function show(element: HTMLElement): void {
  const before = hidden.get(element)
  if (!before) return
  hidden.delete(element)
  element.style.display = before.display === 'none' ? '' : before.display
  for (const input of before.inputs) input.disabled = false
}
