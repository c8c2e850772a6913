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
  const { body, house, now, ip } = call
  const network = networkSubject(ip)
  await countTry(house, [network], now)
  const owner = await house.database.write(null, (db) => takePasskey(db, house, body.passkey, now))
  const user = owner && (await userByEmail(house, owner.email))
  if (!user) throw new Refusal('PasskeyNotAccepted')
  await house.database.write(null, (db) => takeBack(db, network))
  return letIn({ ...call, call: 'sessionPasskeySignIn' }, user)
}
