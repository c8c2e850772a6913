import type { Config } from '../config.ts'

/** As long as browsers keep a cookie at most. */
const lifeSeconds = 400 * 86_400

/** The mark of a browser from which somebody has signed in. It opens nothing: it only spares the question whether this device is new. */
export function deviceCookie({ publicUrl }: Pick<Config, 'publicUrl'>, token: string): string {
  const secure = publicUrl.startsWith('https:')
  return `${secure ? '__Host-device' : 'device'}=${token}; Path=/;${secure ? ' Secure;' : ''} HttpOnly; SameSite=Strict; Max-Age=${lifeSeconds}`
}
