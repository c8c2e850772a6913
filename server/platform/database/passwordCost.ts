/** What an argon2id hash costs. `memory` in KiB; `tagLength` in bytes. */
export type PasswordCost = Readonly<{ memory: number; passes: number; parallelism: number; tagLength: number }>

/** The product's cost of a password hash: 19 MiB and two passes (OWASP Password Storage Cheat Sheet). */
export const productCost: PasswordCost = Object.freeze({ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 })

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Cost, salt and hash as they are stored: a PHC string. */
export const phcText = ({ memory, passes, parallelism }: PasswordCost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`
