import { settings } from './settings.ts'

/** Both tokens of the session (session cookie). */
type SessionTokens = { accessToken: string; refreshToken: string }

const daySeconds = 86_400

function attributes(maxAgeSeconds: number): string {
  const { cookieDomain } = settings()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  return `; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}${cookieDomain ? `; Domain=${cookieDomain}` : ''}`
}

function parse(value: string): SessionTokens | null {
  try {
    const { accessToken, refreshToken } = JSON.parse(decodeURIComponent(value)) as Partial<SessionTokens> // checked on the next line
    return typeof accessToken === 'string' && typeof refreshToken === 'string' ? { accessToken, refreshToken } : null
  } catch {
    return null
  }
}

/** The session of this browser; null when there is none, when it cannot be parsed, or when the cookie occurs twice (a planted cookie). */
export function readSession(): SessionTokens | null {
  const cookies = document.cookie.split(/; ?/).filter((pair) => pair.startsWith('session='))
  return cookies.length === 1 ? parse((cookies[0] ?? '').slice('session='.length)) : null
}

/** Stores a session for one day, path `/`, on the provider’s domain. */
export function writeSession({ accessToken, refreshToken }: SessionTokens): void {
  document.cookie = `session=${encodeURIComponent(JSON.stringify({ accessToken, refreshToken }))}${attributes(daySeconds)}`
}

/** Removes the session cookie. */
export function removeSession(): void {
  document.cookie = `session=${attributes(0)}`
}
