import type { Handler } from '../../platform/calls/call.ts'
import { afterwards } from '../session/afterwards.ts'
import { countTry, linkNetworkSubject, linkSubject } from '../session/attempts.ts'
import { sendLink } from '../session/sendLink.ts'
import { userByEmail } from '../session/userByEmail.ts'

/**
 * Asks for a link to a new password. Who the address belongs to is looked up after the answer, so neither answer nor time
 * tells whether it is known. Refuses with TooManyRequests when one address or network asks again and again.
 */
export const passwordForgotten: Handler<'passwordForgotten'> = async ({ body, services, now, ip }) => {
  await countTry(services, [linkSubject(body.email), linkNetworkSubject(ip)], now)
  afterwards(services, 'password_reset', async () => {
    const user = await userByEmail(services, body.email)
    if (user) await sendLink(services, user, 'password_reset', now)
  })
  return undefined
}
