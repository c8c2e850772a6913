import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of sessions and of the origins that may use them: default and description. */
export const sessionSettings = {
  COOKIE_DOMAIN: ['', "Domain of the session's cookies, for several hosts of the provider; default the page's own host"],
  PAGE_ORIGINS: [
    '',
    'Origins of further pages that may call /v2/ here with their session, separated by commas, such as https://panel.example; default only our own pages',
  ],
  SESSION: [
    'cookie',
    'What proves a session: cookie (its token and an HttpOnly cookie that came with it) or bearer (its token alone, for pages of another site and for programs)',
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type Read = (name: keyof typeof sessionSettings) => string

export type SessionConfig = { cookieDomain: string | null; pageOrigins: readonly string[]; session: 'cookie' | 'bearer' }

/** Exactly one origin: a wildcard would let any page use the sessions of its visitors. */
function originOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:\/\/[\w.:[\]-]+\/?$/i.test(text))
    throw new ConfigProblem(`PAGE_ORIGINS="${text}" is not an origin such as https://panel.example.`)
  return url.origin
}

/** Reads the settings of sessions. Throws a one-line ConfigProblem that names the setting. */
export function sessionOf(read: Read): SessionConfig {
  const session = read('SESSION')
  if (session !== 'cookie' && session !== 'bearer') throw new ConfigProblem(`SESSION="${session}" is not one of cookie, bearer.`)
  const named = read('PAGE_ORIGINS')
    .split(',')
    .map((one) => one.trim())
  return { cookieDomain: read('COOKIE_DOMAIN') || null, pageOrigins: named.filter(Boolean).map(originOf), session }
}
