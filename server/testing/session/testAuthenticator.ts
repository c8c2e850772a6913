import { createHmac, generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { codeOf, stepBytes, stepOf } from '#domain/access/totp'

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of an authenticator app for a base32 secret, for tests. */
export function shownCode(secret: string, at: Date): string {
  const bits = [...secret].map((letter) => base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  return codeOf(
    createHmac('sha1', bytes)
      .update(stepBytes(stepOf(at)))
      .digest(),
  )
}

type AuthenticatorOptions = { origin?: string; type?: string; flags?: number; count?: number; crossOrigin?: boolean; key?: KeyObject }

/** A software passkey, for tests: returns what a browser would, with overrides. */
export function testPasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const data = ({ flags = 0x05, count = 0, origin: at = origin }: AuthenticatorOptions, attested: Buffer[]) =>
    Buffer.concat([hash('sha256', new URL(at).hostname, 'buffer'), Buffer.from([flags]), uint32(count), ...attested])
  const clientData = (type: string, challenge: string, options: AuthenticatorOptions) =>
    Buffer.from(
      JSON.stringify({
        type: options.type ?? type,
        challenge,
        origin: options.origin ?? origin,
        crossOrigin: options.crossOrigin ?? false,
      }),
    )
  return {
    credentialId: credentialId.toString('base64url'),
    /** The registration response. */
    registration(challenge: string, options: AuthenticatorOptions = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      return {
        name: 'Prueba',
        credentialId: credentialId.toString('base64url'),
        publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
        algorithm: -7,
        authenticatorData: data({ flags: 0x45, ...options }, [Buffer.alloc(16), length, credentialId, Buffer.from([0xa0])]).toString(
          'base64url',
        ),
        clientData: clientData('webauthn.create', challenge, options).toString('base64url'),
      }
    },
    /** The authentication response. */
    answer(challenge: string, options: AuthenticatorOptions = {}) {
      const [authenticatorData, client] = [data(options, []), clientData('webauthn.get', challenge, options)]
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash('sha256', client, 'buffer')]), options.key ?? privateKey)
      return {
        credentialId: credentialId.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        clientData: client.toString('base64url'),
        signature: signature.toString('base64url'),
      }
    },
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
