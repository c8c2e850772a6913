import type { Mode } from '../../platform/database/scope.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { PrivateKey } from '../../platform/keys/sealedKeys.ts'
import type { Callback } from './readCallback.ts'

/** What became of one try: an answer with the key that it was given to, or none. */
export type Sent = { keyId: string | null; ms: number } & ({ status: number; body: string; cut: boolean } | { failure: string })

/**
 * Posts an order's state to its shop, once. Today's plugins know us by a parameter, the public description by a header: both carry the shop's own
 * private key. A shop that does not know the first key is asked with the next of those that may be shown there. No key is left in the answer,
 * for a redirect repeats the whole address.
 */
export async function sendCallback(
  { outbound }: Services,
  { url, body }: Callback,
  keys: readonly PrivateKey[],
  mode: Mode,
): Promise<Sent> {
  const [first, second] = keys
  if (!first) return { keyId: null, ms: 0, failure: 'no_key' }
  const post = async ({ keyId, token }: PrivateKey): Promise<Sent> => ({
    keyId,
    ...withoutKeys(
      await outbound.send({
        url: withToken(url, token),
        mode,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
        body,
      }),
      keys,
    ),
  })
  const sent = await post(first)
  const unknown = 'status' in sent && (sent.status === 401 || sent.status === 403)
  return unknown && second ? post(second) : sent
}

/** The address as the shop wrote it, byte for byte, with the key behind its own parameters. */
function withToken(url: string, token: string): string {
  const [address = ''] = url.split('#', 1)
  return `${address}${address.includes('?') ? '&' : '?'}access_token=${token}`
}

type OutboundResult = Awaited<ReturnType<Services['outbound']['send']>>

/** An answer with every key struck out. */
const withoutKeys = (result: OutboundResult, keys: readonly PrivateKey[]): OutboundResult =>
  'body' in result ? { ...result, body: keys.reduce((body, { token }) => body.replace(writingsOf(token), '[key]'), result.body) } : result

/** A text in any of the ways in which an answer can write it: as it is, or each character as in an address, a page or JSON. */
function writingsOf(text: string): RegExp {
  const writings = [...text].map((character) => {
    const code = character.charCodeAt(0)
    const [hex, decimal] = [code.toString(16), code.toString(10)]
    return `(?:${character}|%${hex}|&#0*${decimal};?|&#x0*${hex};?|\\\\u00${hex})`
  })
  return new RegExp(writings.join(''), 'gi')
}
