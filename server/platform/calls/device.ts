import { hash } from 'node:crypto'
import { deviceOf } from '#domain/access/device'
import { text } from './messages.ts'

/** The mark of a browser, as the cookie of `server/access/session/cookies.ts` carries it, rests as its hash only. */
export const deviceHash = (device: string): Buffer => hash('sha256', `device/${device}`, 'buffer')

/** A browser and its system in words, for letters: «Chrome en Windows». */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent)
  if (browser !== null && system !== null) return text('settings.sessions.device', { browser, system })
  return browser ?? system ?? text('mail.unknownDevice')
}
