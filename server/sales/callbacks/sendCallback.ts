import type { Mode } from '../../platform/database/scope.ts'
import type { Services } from '../../platform/calls/call.ts'
import { traceHeaders } from '../../platform/tracing/spans.ts'
import type { PrivateKey } from '../../platform/keys/sealedKeys.ts'
import type { Callback } from './callback.ts'

/** The result of one attempt: an answer and the key that was sent with it, or none. */
export type CallbackResult = { keyId: string | null; ms: number } & ({ status: number; body: string; cut: boolean } | { failure: string })

/**
 * Posts an order's state to its shop, once. Existing plugins expect the shop's private key in a query parameter, the public documentation in a header: both
 * are sent. If the shop does not know the first key, it is called again with the next key that may be sent to that URL. Keys are removed from the stored answer, because
 * a redirect repeats the whole address.
 */
export async function sendCallback(
  { outbound }: Services,
  { url, body }: Callback,
  keys: readonly PrivateKey[],
  mode: Mode,
): Promise<CallbackResult> {
  const [first, second] = keys
  if (!first) return { keyId: null, ms: 0, failure: 'no_key' }
  const post = async ({ keyId, token }: PrivateKey): Promise<CallbackResult> => ({
    keyId,
    ...withoutKeys(
      await outbound.send({
        url: withToken(url, token),
        mode,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json', ...traceHeaders() },
        body,
      }),
      keys,
    ),
  })
  const sent = await post(first)
  const unknown = 'status' in sent && (sent.status === 401 || sent.status === 403)
  return unknown && second ? post(second) : sent
}

/** The address as the shop wrote it, byte for byte, with the key appended to its own parameters. */
function withToken(url: string, token: string): string {
  const [address = ''] = url.split('#', 1)
  return `${address}${address.includes('?') ? '&' : '?'}access_token=${token}`
}

type OutboundResult = Awaited<ReturnType<Services['outbound']['send']>>

/** An answer with every key redacted. */
const withoutKeys = (result: OutboundResult, keys: readonly PrivateKey[]): OutboundResult =>
  'body' in result ? { ...result, body: keys.reduce((body, { token }) => body.replace(writingsOf(token), '[key]'), result.body) } : result

/** Matches a text in any encoding an answer may use: plain, or each character URL-, HTML- or JSON-encoded. */
function writingsOf(text: string): RegExp {
  const writings = [...text].map((character) => {
    const code = character.charCodeAt(0)
    const [hex, decimal] = [code.toString(16), code.toString(10)]
    return `(?:${character}|%${hex}|&#0*${decimal};?|&#x0*${hex};?|\\\\u00${hex})`
  })
  return new RegExp(writings.join(''), 'gi')
}
