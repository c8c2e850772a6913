import type { Config } from '../../platform/config/config.ts'
import { hostCookie } from '../../platform/calls/hostCookie.ts'

/** As long as browsers keep a cookie at most. */
const lifeSeconds = 400 * 86_400

/** The mark of a browser from which somebody has signed in. It opens nothing: it spares the question whether this device is new, and is counted apart. */
export function deviceCookie(config: Pick<Config, 'publicUrl'>, token: string): string {
  const secure = config.publicUrl.startsWith('https:') ? ' Secure;' : ''
  return `${hostCookie(config, 'device')}=${token}; Path=/;${secure} HttpOnly; SameSite=Strict; Max-Age=${lifeSeconds}`
}
