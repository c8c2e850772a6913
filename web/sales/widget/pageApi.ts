import { vendor } from './containerRequest.ts'
import { isAllowed, type ButtonOptions, type Buttons, type Purchase } from './buttons.ts'
import { openCheckout, type Callbacks } from './checkoutWindow.ts'
import { callbackOf, type Where } from './scriptTag.ts'
import { askShops, type Query } from './shopCalls.ts'

type Run = (api: PageApi) => void
type Plans = { choices: [{ instalments: unknown[] }]; options: unknown }
type OnPlans = (instalments: unknown[], options: unknown) => void
type OnError = (error: unknown) => void

/** The global API of the page, named by the vendor word. */
type PageApi = {
  init(settings: { public_key?: string }): void
  checkout(order: unknown, callbacks?: Callbacks): void
  button: ((options: ButtonOptions) => void) & {
    /** Checks without registering a button. */ check(purchase: Purchase, done?: (allowed: boolean) => void): Promise<boolean>
  }
  /** The plans of an amount in cents, as the shops' API returns them; options and both callbacks are optional. */
  simulator(amount: number, options?: Query | OnPlans, onPlans?: OnPlans | OnError, onError?: OnError): Promise<unknown>
  push(run: Run): void
}

type Define = ((name: string, parts: [], make: () => PageApi) => void) & ((parts: [], make: () => PageApi) => void) & { amd?: unknown }
type Globals = { [name: string]: unknown; define?: Define }

/** Defines the global API, registers it with an AMD loader, and runs the calls queued before the script was loaded. */
export function exposeApi(script: HTMLScriptElement, where: Where, buttons: Buttons, refresh: () => void): void {
  const globals = globalThis as unknown as Globals // the page may have defined these
  const queued = globals[vendor]
  const check = async (purchase: Purchase, done?: (allowed: boolean) => void) => {
    const yes = await isAllowed(where, purchase)
    done?.(yes)
    return yes
  }
  const api: PageApi = {
    init({ public_key: key }) {
      where.key = key ?? where.key
      refresh()
    },
    checkout: (order, callbacks) => openCheckout(where, order, callbacks),
    button: Object.assign((options: ButtonOptions) => buttons.add(options), { check }),
    simulator(amount, options = {}, ...more) {
      const [query, onPlans, onError] = typeof options === 'function' ? [{}, options, more[0] as OnError] : [options, ...more]
      const answer = askShops(where, '/instalment-plan-simulator', { ...query, amount })
      answer.then(
        (response) => {
          const { choices, options: all } = response as Plans // by the shops' API
          ;(onPlans as OnPlans | undefined)?.(choices[0].instalments, all)
        },
        onError ?? (() => {}),
      )
      return answer
    },
    push: (run) => run(api),
  }
  globals[vendor] = api
  const { define } = globals
  // Anonymous only where the loader itself fetched the script; otherwise it would be taken for the module that it is waiting for.
  if (define?.amd && 'requiremodule' in script.dataset) define([], () => api)
  else if (define?.amd) define(vendor, [], () => api)
  const callback = globals[callbackOf(script) ?? '']
  for (const run of [...(Array.isArray(queued) ? (queued as Run[]) : []), ...(typeof callback === 'function' ? [callback as Run] : [])]) {
    // An error in one of the page's callbacks must not stop the next ones or the widget.
    try {
      run(api)
    } catch (error) {
      reportError(error)
    }
  }
}
