/** Messages from the checkout page to the card field's iframe: handshake with payee and amount, request for a token, reset. */
export type ToCardField = { card: 'hello'; payee: string; amount: string } | { card: 'submit' } | { card: 'reset' }

/** Messages from the card field: its height in px, strong customer authentication in progress (`asking`) or over without a token (`idle`), and the token. */
export type FromCardField =
  | { card: 'ready'; height: number }
  | { card: 'height'; height: number }
  | { card: 'asking' }
  | { card: 'idle' }
  | { card: 'token'; token: string }

/** Parses a `postMessage` of the card field; null for anything else. */
export function readFromCardField(data: unknown): FromCardField | null {
  if (typeof data !== 'object' || data === null || !('card' in data)) return null
  const { card, height, token } = data as { card: unknown; height?: unknown; token?: unknown } // each property is validated below
  if (card === 'asking' || card === 'idle') return { card }
  if ((card === 'ready' || card === 'height') && typeof height === 'number' && height >= 0 && height < 5_000) return { card, height }
  return card === 'token' && typeof token === 'string' && /^[\x21-\x7e]{8,200}$/.test(token) ? { card, token } : null
}

/** Parses a `postMessage` of the checkout page; null for anything else. */
export function readToCardField(data: unknown): ToCardField | null {
  if (typeof data !== 'object' || data === null || !('card' in data)) return null
  const { card, payee, amount } = data as { card: unknown; payee?: unknown; amount?: unknown } // each property is validated below
  if (card === 'submit' || card === 'reset') return { card }
  return card === 'hello' && typeof payee === 'string' && typeof amount === 'string' ? { card, payee, amount } : null
}
