import { vendor } from './asked.ts'
import { isAllowed, type ButtonWish, type Buttons, type Purchase } from './buttons.ts'
import { openCheckout, type Callbacks } from './checkoutWindow.ts'
import { callbackOf, type Where } from './scriptTag.ts'
import { askShops, type Query } from './shopCalls.ts'

type Run = (api: PageApi) => void
type Plans = { choices: [{ instalments: unknown[] }]; options: unknown }
type Told = (instalments: unknown[], options: unknown) => void
type Failed = (error: unknown) => void

/** What pages may call by our vendor word. */
export type PageApi = {
  init(settings: { public_key?: string }): void
  checkout(order: unknown, callbacks?: Callbacks): void
  button: ((wish: ButtonWish) => void) & {
    /** Asks only. */ check(purchase: Purchase, told?: (allowed: boolean) => void): Promise<boolean>
  }
  /** The plans of an amount in cents as the shops' API gives them; options and each function may be left out. */
  simulator(amount: number, options?: Query | Told, told?: Told | Failed, failed?: Failed): Promise<unknown>
  push(run: Run): void
}

type Define = ((name: string, parts: [], make: () => PageApi) => void) & ((parts: [], make: () => PageApi) => void) & { amd?: unknown }
type Names = { [name: string]: unknown; define?: Define }

/** Puts the page's own way to us in its place, gives it to a loader of modules, and runs what the page has left there before the script came. */
export function offerApi(script: HTMLScriptElement, where: Where, buttons: Buttons, look: () => void): void {
  const names = globalThis as unknown as Names // what the page may have given names to
  const earlier = names[vendor]
  const check = async (purchase: Purchase, told?: (allowed: boolean) => void) => {
    const yes = await isAllowed(where, purchase)
    told?.(yes)
    return yes
  }
  const api: PageApi = {
    init({ public_key: key }) {
      where.key = key ?? where.key
      look()
    },
    checkout: (order, callbacks) => openCheckout(where, order, callbacks),
    button: Object.assign((wish: ButtonWish) => buttons.add(wish), { check }),
    simulator(amount, options = {}, ...more) {
      const [query, told, failed] = typeof options === 'function' ? [{}, options, more[0] as Failed] : [options, ...more]
      const answer = askShops(where, '/instalment-plan-simulator', { ...query, amount })
      answer.then(
        (said) => {
          const { choices, options: all } = said as Plans // what the shops' API says
          ;(told as Told | undefined)?.(choices[0].instalments, all)
        },
        failed ?? (() => {}),
      )
      return answer
    },
    push: (run) => run(api),
  }
  names[vendor] = api
  const { define } = names
  // Without a name only where the loader itself fetches the script: it would take it for the module that it is waiting for.
  if (define?.amd && 'requiremodule' in script.dataset) define([], () => api)
  else if (define?.amd) define(vendor, [], () => api)
  const waiting = names[callbackOf(script) ?? '']
  for (const run of [...(Array.isArray(earlier) ? (earlier as Run[]) : []), ...(typeof waiting === 'function' ? [waiting as Run] : [])]) {
    // A mistake of the page's own stops neither what waits behind it nor us.
    try {
      run(api)
    } catch (error) {
      reportError(error)
    }
  }
}
