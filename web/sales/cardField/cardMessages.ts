/** What the customer's page says to the card field: here I am and this is paid, give me a token, begin again. */
export type ToCardField = { card: 'hello'; payee: string; amount: string } | { card: 'submit' } | { card: 'reset' }

/** What the card field says: how high it is, that the bank asks, that nothing came of it, and at the end the token. */
export type FromCardField =
  | { card: 'ready'; height: number }
  | { card: 'height'; height: number }
  | { card: 'asking' }
  | { card: 'idle' }
  | { card: 'token'; token: string }

/** Reads a message of the card field; null for anything else that a window may be sent. */
export function readFromCardField(data: unknown): FromCardField | null {
  if (typeof data !== 'object' || data === null || !('card' in data)) return null
  const { card, height, token } = data as { card: unknown; height?: unknown; token?: unknown } // each part is looked at below
  if (card === 'asking' || card === 'idle') return { card }
  if ((card === 'ready' || card === 'height') && typeof height === 'number' && height >= 0 && height < 5_000) return { card, height }
  return card === 'token' && typeof token === 'string' && /^[\x21-\x7e]{8,200}$/.test(token) ? { card, token } : null
}

/** Reads a message of the customer's page; null for anything else. */
export function readToCardField(data: unknown): ToCardField | null {
  if (typeof data !== 'object' || data === null || !('card' in data)) return null
  const { card, payee, amount } = data as { card: unknown; payee?: unknown; amount?: unknown } // each part is looked at below
  if (card === 'submit' || card === 'reset') return { card }
  return card === 'hello' && typeof payee === 'string' && typeof amount === 'string' ? { card, payee, amount } : null
}
