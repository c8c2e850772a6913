import { hash } from 'node:crypto'
import { deviceOf } from '#domain/access/device'
import { text } from './messages.ts'

/** Only the hash of the device cookie (`server/access/session/cookies.ts`) is stored. */
export const deviceHash = (device: string): Buffer => hash('sha256', `device/${device}`, 'buffer')

/** A browser and its system in words, for e-mails: «Chrome en Windows». */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent)
  if (browser !== null && system !== null) return text('settings.sessions.device', { browser, system })
  return browser ?? system ?? text('mail.unknownDevice')
}
