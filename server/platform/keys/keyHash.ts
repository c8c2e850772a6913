import { hash } from 'node:crypto'

/** What rests of a key in the database. Without salt: it is looked up by this, and its 190 random bits leave nothing to guess. */
export const keyHash = (token: string): Buffer => hash('sha256', token, 'buffer')
