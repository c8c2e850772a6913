import { deviceOf } from '#domain/access/device'
import { text } from './messages.ts'

/** A browser and its system in words, for letters: «Chrome en Windows». */
export function deviceWords(userAgent: string): string {
  const { browser, system } = deviceOf(userAgent)
  if (browser !== null && system !== null) return text('settings.sessions.device', { browser, system })
  return browser ?? system ?? text('mail.unknownDevice')
}
