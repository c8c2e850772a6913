declare const minted: unique symbol

export type Mode = 'live' | 'sandbox'

/** One merchant in one mode: the tenant that every query on business rows is bound to. Minted only after membership was checked. */
export type Scope = { readonly merchantId: string; readonly mode: Mode; readonly [minted]: true }

/** Mints a scope. Only the gateway (`server/platform/gateway/`), workers that act on queued ids, and tests may call it. */
export function mintScope(merchantId: string, mode: Mode): Scope {
  return { merchantId, mode } as Scope
}
