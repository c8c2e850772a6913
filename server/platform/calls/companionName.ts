import type { Config } from '../config/config.ts'

/**
 * The name of the companion cookie. Over HTTPS it ties the cookie to this very host, which no other host can overwrite; with a shared domain, where that is
 * not possible, to HTTPS alone. Without HTTPS browsers refuse both prefixes.
 */
export function companionName({
  publicUrl,
  cookieDomain,
}: Pick<Config, 'publicUrl' | 'cookieDomain'>): '__Host-sid' | '__Secure-sid' | 'sid' {
  if (!publicUrl.startsWith('https:')) return 'sid'
  return cookieDomain === null ? '__Host-sid' : '__Secure-sid'
}
