import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]
const cipherKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'keys of shops', 32))

/** A private key as it rests: AES-256-GCM under a secret outside the database, bound to the key's id, so that a row copied to another key opens nothing. */
export function sealKey(secret: string, keyId: string, token: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, cipherKey(secret), nonce).setAAD(Buffer.from(keyId))
  return Buffer.concat([nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** The key; undefined when it was sealed under another secret or for another key, or changed since. */
export function openKey(secret: string, keyId: string, sealed: Buffer): string | undefined {
  try {
    const cipher = createDecipheriv(algorithm, cipherKey(secret), sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(keyId))
    cipher.setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([cipher.update(sealed.subarray(nonceBytes, -tagBytes)), cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
