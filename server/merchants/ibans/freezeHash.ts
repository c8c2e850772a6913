import { hash } from 'node:crypto'

/** What is kept of the link in a letter. */
export const freezeHash = (token: string): Buffer => hash('sha256', `stop-change/${token}`, 'buffer')
