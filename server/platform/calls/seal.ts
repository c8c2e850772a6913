import { type Secrets, withAny } from '../config/secrets.ts'
import { decryptText, encryptText } from '../keys/encryption.ts'
import type { RowCipher } from '../keys/storedSecrets.ts'

/** Encrypts text, so that read access to the database does not reveal it. */
export type Seal = { close(text: string): string; open(sealed: string): string }

/**
 * Encrypts under a key derived from two secrets that are not in the database: ours and the caller's idempotency key, stored only as a hash.
 * `open` throws when no secret of ours fits, the other secret differs, or the text was changed.
 */
export const sealOf = (ourSecrets: Secrets, theirKey: string): Seal =>
  sealRow({ encrypt: encryptText, decrypt: decryptText }, ourSecrets, theirKey)

/** Encrypts the secrets of one row; `open` throws when none of ours fits, for another row, or when the text was changed. */
export const sealRow = (cipher: RowCipher<string>, ourSecrets: Secrets, rowId: string): Seal => ({
  close: (text) => cipher.encrypt(ourSecrets[0], rowId, text),
  open(sealed) {
    const text = withAny(ourSecrets, (secret) => cipher.decrypt(secret, rowId, sealed))
    if (text === undefined) throw new Error('sealed text: another key, or it was changed')
    return text
  },
})
