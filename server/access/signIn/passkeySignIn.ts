import type { Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { countTry, networkSubject, takeBack } from '../session/attempts.ts'
import { takePasskey } from '../secondFactor/checkFactor.ts'
import { letIn } from './letIn.ts'
import { userByEmail } from '../session/userByEmail.ts'

/**
 * Signs in with a passkey alone, which says who it is by itself: the device has it, and asked its person first. Refuses with PasskeyNotAccepted, the
 * same for an unknown one and a wrong signature, or TooManyRequests by network.
 */
export const sessionPasskeySignIn: Handler<'sessionPasskeySignIn'> = async (call) => {
  const { body, services, now, ip } = call
  const network = networkSubject(ip)
  await countTry(services, [network], now)
  const owner = await services.database.write(null, (db) => takePasskey(db, services, body.passkey, now))
  const user = owner && (await userByEmail(services, owner.email))
  if (!user) throw new Refusal('PasskeyNotAccepted')
  await services.database.write(null, (db) => takeBack(db, network))
  return letIn({ ...call, call: 'sessionPasskeySignIn' }, user)
}
