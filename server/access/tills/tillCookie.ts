import { createHmac, hash } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import { hostCookie } from '../../platform/calls/hostCookie.ts'

/** As long as browsers keep a cookie at most. */
const lifeSeconds = 400 * 86_400

/** The mark of a device that is a shared till; scripts cannot read it. Empty: it is one no longer. */
export function tillCookie(config: Pick<Config, 'publicUrl'>, token: string): string {
  const secure = config.publicUrl.startsWith('https:') ? ' Secure;' : ''
  const age = token === '' ? 0 : lifeSeconds
  return `${hostCookie(config, 'till')}=${token}; Path=/;${secure} HttpOnly; SameSite=Strict; Max-Age=${age}`
}

/** Code and cookie of a till rest as their hash only. */
export const tillHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** What a till's PINs are hashed with: of server and device together, so that ten thousand PINs cannot be tried with what the database holds. */
export const tillPepper = ({ sessionSecret }: Pick<Config, 'sessionSecret'>, token: string): Buffer =>
  createHmac('sha256', createHmac('sha256', sessionSecret).update('till-pin').digest()).update(token).digest()
