import { hash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import type { AuthenticatorData, ClientData } from './webAuthn.ts'

const loopback = new Set(['127.0.0.1', '[::1]'])

/** Where passkeys of this installation live. Browsers take no number for a name, so a machine of one's own is also `localhost`. */
function originsOf(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  return loopback.has(hostname) ? [origin, `${protocol}//localhost${port === '' ? '' : `:${port}`}`] : [origin]
}

/** Whether this was said on our own pages, to our own name, by a person who was there and proved it to the device (Web Authentication §7.1, §7.2). */
export function saidToUs({ publicUrl }: Pick<Config, 'publicUrl'>, client: ClientData, authenticator: AuthenticatorData): boolean {
  if (!originsOf(publicUrl).includes(client.origin)) return false
  const ours = hash('sha256', new URL(client.origin).hostname, 'buffer')
  return timingSafeEqual(authenticator.rpIdHash, ours) && authenticator.userPresent && authenticator.userVerified
}
