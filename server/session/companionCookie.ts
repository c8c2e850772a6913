import type { Config } from '../config.ts'

const lifeSeconds = 86_400

/**
 * The companion cookie: without it a session's tokens are worth nothing in another browser. Scripts cannot read it. Over
 * HTTPS its name ties it to this very host; without HTTPS browsers refuse that name.
 */
export function companionCookie({ publicUrl }: Config, value: string): string {
  const name = publicUrl.startsWith('https:') ? '__Host-sid' : 'sid'
  const secure = publicUrl.startsWith('https:') ? ' Secure;' : ''
  return `${name}=${value}; Path=/;${secure} HttpOnly; SameSite=Strict; Max-Age=${value === '' ? 0 : lifeSeconds}`
}
