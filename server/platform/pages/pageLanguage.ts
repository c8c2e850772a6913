import type { FastifyRequest } from 'fastify'
import { customerLanguageCookieName, languageCookieName, type Language } from '#domain/platform/languages'
import { acceptedOf, offered, offeredOr } from '../calls/messages.ts'

type Asking = Pick<FastifyRequest, 'headers'>

const cookieOf = ({ headers: { cookie = '' } }: Asking, name: string): string | undefined =>
  cookie
    .split(/; ?/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** The language of the back office's pages: the one chosen on this device, Spanish by default; never guessed. */
export const panelLanguage = (request: Asking): Language => offeredOr(cookieOf(request, languageCookieName))

/** The language of the customer's pages: the one chosen there, else the browser's preferred one. */
export function customerLanguage(request: Asking): Language {
  const chosen = offered.find((language) => language === cookieOf(request, customerLanguageCookieName))
  return chosen ?? acceptedOf(request.headers['accept-language'])
}

/** The language of a call: that of its page, which always sends Accept-Language. */
export const callLanguage = ({ headers }: Asking): Language => acceptedOf(headers['accept-language'])
