import type { Config } from '../config/config.ts'

/** The name of a cookie of this very host: over HTTPS one that no other host can set. Without HTTPS browsers refuse that prefix. */
export const hostCookie = ({ publicUrl }: Pick<Config, 'publicUrl'>, name: 'device' | 'till' | 'opener'): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

/** The token of 43 characters that a cookie of exactly this name carries. */
export const tokenIn = (cookies: string | undefined, name: string): string | undefined =>
  new RegExp(`(?:^|; ?)${name}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(cookies ?? '')?.[1]
