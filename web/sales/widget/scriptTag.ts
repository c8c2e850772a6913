import { vendor } from './asked.ts'

/** Whom the script speaks for, and where: `host` of the calls, `script` of our files, `checkout` of the customer's pages; an empty key: not told yet. */
export type Where = { host: string; script: string; checkout: string; key: string }

/** What the page's own script tag says, in its address or its attributes, older forms included. */
export function readScriptTag(script: HTMLScriptElement): Where {
  const { origin, searchParams } = new URL(script.src)
  const { dataset } = script
  const said = script.getAttribute(`data-${vendor}`) ?? dataset['publicKey'] ?? ''
  const named = ['public_key', 'public-key', 'key'].map((name) => searchParams.get(name)).find(Boolean)
  return {
    host: dataset['apiHost'] ?? origin,
    script: origin,
    checkout: dataset['checkoutUrl'] ?? origin,
    // `pk_…`, or `publicKey: pk_…` among other things.
    key: named ?? /\bpk_\w+/.exec(said)?.[0] ?? '',
  }
}

/** The name of the page's function that waits for us, if it has one. */
export const callbackOf = (script: HTMLScriptElement): string | null =>
  new URL(script.src).searchParams.get('callback') ?? script.dataset['callback'] ?? null
