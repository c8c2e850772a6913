import { vendor } from './containerRequest.ts'

/** The public key and the origins of the API (`host`), our files (`script`) and the customer's pages (`checkout`); an empty key is not set yet. */
export type Where = { host: string; script: string; checkout: string; key: string }

/** Reads the configuration from the script tag's URL or attributes, including legacy forms. */
export function readScriptTag(script: HTMLScriptElement): Where {
  const { origin, searchParams } = new URL(script.src)
  const { dataset } = script
  const text = script.getAttribute(`data-${vendor}`) ?? dataset['publicKey'] ?? ''
  const named = ['public_key', 'public-key', 'key'].map((name) => searchParams.get(name)).find(Boolean)
  return {
    host: dataset['apiHost'] ?? origin,
    script: origin,
    checkout: dataset['checkoutUrl'] ?? origin,
    // `pk_…`, or `publicKey: pk_…` among other settings.
    key: named ?? /\bpk_\w+/.exec(text)?.[0] ?? '',
  }
}

/** The name of the page's onload callback, if any. */
export const callbackOf = (script: HTMLScriptElement): string | null =>
  new URL(script.src).searchParams.get('callback') ?? script.dataset['callback'] ?? null
