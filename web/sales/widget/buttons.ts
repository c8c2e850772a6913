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

/** Whether a purchase can be paid here; null while that cannot be known: too many ask, nobody answers, or the answer is a fault. */
const allowance = (where: Where, { amount, currency, country, product }: Purchase): Promise<boolean | null> =>
  askShops(where, '/checkout/button', { amount, currency, country, 'product[type]': product?.type }).then(
    () => true,
    ({ message }: Error) => (/^4(?!08|29)\d\d$/.test(message) ? false : null),
  )

/** The same for a page that asks once: when that cannot be known, it cannot. */
export const isAllowed = async (where: Where, purchase: Purchase): Promise<boolean> => (await allowance(where, purchase)) === true

/** Before the same is asked again: from 2 s to a minute, with chance, so that the pages that failed together do not come back together. */
const rest = (tries: number): Promise<void> =>
  new Promise((done) => setTimeout(done, Math.min(60_000, 2_000 * 2 ** tries) * (0.5 + Math.random() / 2)))

/** What an element was last asked for; `text` tells whether another is the same. */
type Question = { text: string; wish: Purchase }
export type Buttons = { add(wish: ButtonWish): void; /** Looks at the page again. */ look(): void }

/** Keeps a shop's buttons and what goes with them out of the page until it is known that they lead somewhere. */
export function makeButtons(where: Where): Buttons {
  const wishes = new Map<unknown, ButtonWish>()
  // Elements that a page gives itself are held as long as the page does, no longer.
  const given = new Set<WeakRef<HTMLElement>>()
  const wishOfGiven = new WeakMap<HTMLElement, ButtonWish>()
  const asked = new WeakMap<Element, Question>()
  const open = new WeakSet<Element>()

  function ask(element: HTMLElement, wish: Purchase & { parent?: string }): void {
    const { amount, currency, country, product, parent } = wish
    const question = { text: JSON.stringify([where.key, amount, currency, country, product, parent]), wish }
    if (asked.get(element)?.text === question.text) return
    asked.set(element, question)
    const around = (parent && element.closest<HTMLElement>(parent)) || element
    hide(around)
    open.delete(element)
    if (where.key === '') return
    void decide(element, around, question)
  }
  /** Asks until it is known, or the button stands for another purchase, or for none. */
  async function decide(element: HTMLElement, around: HTMLElement, question: Question): Promise<void> {
    for (let tries = 0; asked.get(element) === question; tries += 1) {
      const yes = await allowance(where, question.wish)
      if (yes === false || asked.get(element) !== question) return
      if (yes) {
        show(around)
        open.add(element)
        return follow()
      }
      await rest(tries)
      if (!element.isConnected) asked.delete(element)
    }
  }
  /** What is on the page now, with what was wished for it. */
  function buttons(): (readonly [HTMLElement, ButtonWish])[] {
    for (const one of given) if (!one.deref()) given.delete(one)
    return [
      ...[...wishes.values()].flatMap((wish) => elementsOf(wish).map((element) => [element, wish] as const)),
      ...[...given].flatMap((one) => {
        const element = one.deref()
        const wish = element?.isConnected && wishOfGiven.get(element)
        return element && wish ? [[element, wish] as const] : []
      }),
      ...elementsAt(`[${button}]`).map((element) => [element, wishOf(element)] as const),
    ]
  }
  function follow(): void {
    const some = buttons().some(([element]) => open.has(element))
    for (const info of document.querySelectorAll<HTMLElement>(infos)) (some ? show : hide)(info)
  }
  function look(): void {
    const all = buttons()
    for (const [element, wish] of all) ask(element, wish)
    if (all.length > 0 || wishes.size > 0 || given.size > 0) follow()
  }
  return {
    // A shop that draws its checkout anew says it anew.
    add(wish) {
      const { button: own } = wish
      if (own instanceof HTMLElement) {
        if (!wishOfGiven.has(own)) given.add(new WeakRef(own))
        wishOfGiven.set(own, wish)
        ask(own, wish)
      } else wishes.set(own ?? wish.selector ?? wish.id, wish)
      look()
    },
    look,
  }
}

const elementsOf = ({ selector, id, button: own }: ButtonWish): HTMLElement[] =>
  elementsAt(typeof own === 'string' ? own : (selector ?? `#${CSS.escape(id ?? '')}`))

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
