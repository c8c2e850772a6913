import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// AES-256-GCM, for what is stored and may not be read with the database alone.

const algorithm = 'aes-256-gcm'
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]

/** Derives a key for one purpose from a secret outside the database (HKDF, RFC 5869). `salt`: a second secret without which it cannot be derived. */
export const encryptionKey = (secret: string, purpose: string, salt = ''): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, purpose, keyBytes))

/** Encrypts: nonce, ciphertext and tag, one after the other. `context` is authenticated too, so that what is copied to another row cannot be decrypted. */
export function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts; undefined when key or context differ, or when a byte was changed. */
export function decrypt(key: Buffer, encrypted: Buffer, context: string): Buffer | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, nonceBytes), { authTagLength: tagBytes }).setAAD(
      Buffer.from(context),
    )
    decipher.setAuthTag(encrypted.subarray(-tagBytes))
    return Buffer.concat([decipher.update(encrypted.subarray(nonceBytes, -tagBytes)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Encrypts text under a key derived from a secret of ours and one that somebody else holds, or the name of its purpose. In base64: nonce, tag, ciphertext. */
export function encryptText(ourSecret: string, theirSecret: string, text: string): string {
  const bytes = encrypt(textKey(ourSecret, theirSecret), Buffer.from(text), '')
  return Buffer.concat([bytes.subarray(0, nonceBytes), bytes.subarray(-tagBytes), bytes.subarray(nonceBytes, -tagBytes)]).toString('base64')
}

/** Decrypts; undefined when either secret differs, or when the text was changed. */
export function decryptText(ourSecret: string, theirSecret: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64')
  const [nonce, rest] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes)]
  const inOrder = Buffer.concat([nonce, rest.subarray(tagBytes), rest.subarray(0, tagBytes)])
  return decrypt(textKey(ourSecret, theirSecret), inOrder, '')?.toString('utf8')
}

const textKey = (ourSecret: string, theirs: string) => encryptionKey(ourSecret, 'answers shown once', theirs)
