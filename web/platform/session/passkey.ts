import type { PasskeyAnswer } from '#contract/access/factorProof'

/** Bytes as base64url. */
const textOf = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** How long a device is waited for: the server’s challenge lives five minutes. */
const patienceMs = 290_000
let waiting: AbortController | null = null

/** Ends another’s question that was left unanswered: browsers refuse a second one beside it. Throws when this one has been left already. */
function alone(turn: AbortController): AbortSignal {
  turn.signal.throwIfAborted()
  if (waiting !== turn) waiting?.abort()
  waiting = turn
  return turn.signal
}

/** Requests an assertion with one of the device’s passkeys for this site. Rejects when the user cancels or has none, and when the turn ends. */
export async function askPasskey(challenge: string, turn: AbortController): Promise<PasskeyAnswer> {
  const credential = await navigator.credentials.get({
    publicKey: { challenge: bytesOf(challenge), userVerification: 'required', timeout: patienceMs },
    signal: alone(turn),
  })
  if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof AuthenticatorAssertionResponse))
    throw new DOMException('no passkey', 'NotAllowedError')
  const { authenticatorData, clientDataJSON, signature } = credential.response
  return {
    credentialId: textOf(credential.rawId),
    authenticatorData: textOf(authenticatorData),
    clientData: textOf(clientDataJSON),
    signature: textOf(signature),
  }
}

type PasskeyWish = { challenge: string; userHandle: string; userName: string; displayName: string; exclude: string[] }
type MadePasskey = { credentialId: string; publicKey: string; algorithm: number; authenticatorData: string; clientData: string }

/** Creates a discoverable passkey, which needs no address typed. Rejects like `askPasskey`. */
export async function makePasskey(siteName: string, wish: PasskeyWish, turn: AbortController): Promise<MadePasskey> {
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(wish.challenge),
      rp: { name: siteName },
      user: { id: bytesOf(wish.userHandle), name: wish.userName, displayName: wish.displayName },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: wish.exclude.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      timeout: patienceMs,
    },
    signal: alone(turn),
  })
  const response = credential instanceof PublicKeyCredential ? credential.response : null
  const publicKey = response instanceof AuthenticatorAttestationResponse ? response.getPublicKey() : null
  if (!(credential instanceof PublicKeyCredential) || !(response instanceof AuthenticatorAttestationResponse) || publicKey === null)
    throw new DOMException('no passkey', 'NotAllowedError')
  return {
    credentialId: textOf(credential.rawId),
    publicKey: textOf(publicKey),
    algorithm: response.getPublicKeyAlgorithm(),
    authenticatorData: textOf(response.getAuthenticatorData()),
    clientData: textOf(response.clientDataJSON),
  }
}
