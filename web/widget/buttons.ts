import { elementsAt, vendor } from './asked.ts'
import type { Where } from './scriptTag.ts'
import { askShops } from './shopCalls.ts'

/** For which purchase a shop offers us among its means of payment; `amount` in cents. */
export type Purchase = { amount: number | string; currency?: string; country?: string; product?: { type?: string } }
/** Which elements of the page that is about: by selector, id or themselves. `parent`: what around each is hidden in its place. */
export type ButtonWish = Purchase & { selector?: string; id?: string; button?: string | Element; parent?: string }

const button = `data-${vendor}-button`
const infos = [`data-${vendor}-payment-info`, `data-${vendor}-button-info`].map((name) => `[${name}]`).join()

/** Attributes that change what a button asks for. */
export const watchedOfButtons = [button, 'data-currency', 'data-country', 'data-product-type', 'data-parent']

/** Whether a purchase can be paid here; when that cannot be known, it cannot. */
export const isAllowed = (where: Where, { amount, currency, country, product }: Purchase): Promise<boolean> =>
  askShops(where, '/checkout/button', { amount, currency, country, 'product[type]': product?.type }).then(
    () => true,
    () => false,
  )

export type Buttons = { add(wish: ButtonWish): void; /** Looks at the page again. */ look(): void }

/** Keeps a shop's buttons and what goes with them out of the page until it is known that they lead somewhere (shops' API §12). */
export function makeButtons(where: Where): Buttons {
  const wishes = new Map<unknown, ButtonWish>()
  const asked = new WeakMap<Element, string>()
  const open = new Set<Element>()

  function ask(element: HTMLElement, wish: Purchase & { parent?: string }): void {
    const { amount, currency, country, product, parent } = wish
    const question = JSON.stringify([where.key, amount, currency, country, product, parent])
    if (asked.get(element) === question) return
    asked.set(element, question)
    const around = (parent && element.closest<HTMLElement>(parent)) || element
    hide(around)
    open.delete(element)
    if (where.key === '') return
    void isAllowed(where, wish).then((yes) => {
      // The button may stand for another amount by now.
      if (!yes || asked.get(element) !== question) return
      show(around)
      open.add(element)
      follow()
    })
  }
  function follow(): void {
    const some = [...open].some((element) => element.isConnected)
    for (const info of document.querySelectorAll<HTMLElement>(infos)) (some ? show : hide)(info)
  }
  function look(): void {
    for (const wish of wishes.values()) for (const element of elementsOf(wish)) ask(element, wish)
    for (const element of elementsAt(`[${button}]`)) ask(element, wishOf(element))
    if (wishes.size > 0 || elementsAt(`[${button}]`).length > 0) follow()
  }
  return {
    add(wish) {
      // A shop that draws its checkout anew says it anew.
      wishes.set(wish.button ?? wish.selector ?? wish.id, wish)
      look()
    },
    look,
  }
}

function elementsOf({ selector, id, button: own }: ButtonWish): HTMLElement[] {
  if (own instanceof HTMLElement) return [own]
  return elementsAt(typeof own === 'string' ? own : (selector ?? `#${CSS.escape(id ?? '')}`))
}

function wishOf({ dataset }: HTMLElement): ButtonWish {
  const { amount = '', currency, country, productType, parent } = dataset
  return { amount, currency, country, product: { type: productType }, parent } as ButtonWish // absent words are left out of the question
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

/** Puts an element back as the page had it; one that the page itself hid until now is shown. */
function show(element: HTMLElement): void {
  const before = hidden.get(element)
  if (!before) return
  hidden.delete(element)
  element.style.display = before.display === 'none' ? '' : before.display
  for (const input of before.inputs) input.disabled = false
}
