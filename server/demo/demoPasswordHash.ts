import { argon2Sync } from 'node:crypto'
import { argon2Cost, phcText } from '../platform/database/phcText.ts'

/** The one hash that all personas share, with the product's cost. Its salt is fixed, so that a seed can be repeated. */
export function demoPasswordHash(password: string): string {
  const salt = Buffer.from('trastienda-demo!')
  return phcText(salt, argon2Sync('argon2id', { ...argon2Cost, message: password, nonce: salt }))
}
