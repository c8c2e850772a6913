import { hash } from 'node:crypto'

/** The mark of a browser, as the cookie of `server/access/session/deviceCookie.ts` carries it, rests as its hash only. */
export const deviceHash = (device: string): Buffer => hash('sha256', `device/${device}`, 'buffer')
