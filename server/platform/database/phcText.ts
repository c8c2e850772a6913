/** Cost of a password hash: argon2id with 19 MiB and two passes (OWASP Password Storage Cheat Sheet). */
export const argon2Cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Salt and hash as they are stored: a PHC string with {@link argon2Cost}. */
export const phcText = (salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${argon2Cost.memory},t=${argon2Cost.passes},p=${argon2Cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`
