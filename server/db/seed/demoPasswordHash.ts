import { argon2Sync } from 'node:crypto'

/** The one hash that all personas share, as a PHC string: argon2id with the product's cost. Its salt follows from the password, so that a seed can be repeated. */
export function demoPasswordHash(password: string): string {
  const memory = 19_456
  const passes = 2
  const nonce = Buffer.from('trastienda-demo!')
  const hash = argon2Sync('argon2id', { message: password, nonce, parallelism: 1, tagLength: 32, memory, passes })
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${plain(nonce)}$${plain(hash)}`
}
