import { vendor } from './asked.ts'
import { openCheckout, type Callbacks, type Where } from './checkoutWindow.ts'

type Run = (api: PageApi) => void
/** What pages may call by our vendor word (the shops' API §10). */
export type PageApi = {
  init(settings: { public_key?: string }): void
  checkout(order: unknown, callbacks?: Callbacks): void
  push(run: Run): void
}

/** Puts the page's own way to us in its place and runs what the page has left there before the script came. */
export function offerApi(where: Where): void {
  const names = globalThis as unknown as Record<string, Run[] | PageApi | undefined> // names that the page may have given
  const earlier = names[vendor]
  const api: PageApi = {
    init: ({ public_key: key }) => void (where.key = key ?? where.key),
    checkout: (order, callbacks) => openCheckout(where, order, callbacks),
    push: (run) => run(api),
  }
  names[vendor] = api
  if (Array.isArray(earlier)) for (const run of earlier) run(api)
}
