import { ConfigProblem } from '../database/configProblem.ts'

/** Settings of who may use a session, and from which pages: value when unset, and what it is for. */
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

/** Exactly one origin: a wildcard would let every page in the world use the sessions of its visitors. */
function originOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:\/\/[\w.:[\]-]+\/?$/i.test(text))
    throw new ConfigProblem(`PAGE_ORIGINS="${text}" is not an origin such as https://panel.example.`)
  return url.origin
}

/** Reads them. A wrong one is a `ConfigProblem` of one line that names it. */
export function sessionOf(read: Read): SessionConfig {
  const session = read('SESSION')
  if (session !== 'cookie' && session !== 'bearer') throw new ConfigProblem(`SESSION="${session}" is not one of cookie, bearer.`)
  const named = read('PAGE_ORIGINS')
    .split(',')
    .map((one) => one.trim())
  return { cookieDomain: read('COOKIE_DOMAIN') || null, pageOrigins: named.filter(Boolean).map(originOf), session }
}
