import { passkeyChallenge } from '#contract/access/secondFactor'
import { sessionPasskeySignIn } from '#contract/access/session'
import { call } from '../api/call.ts'
import { writeRenewal } from '../api/renewal.ts'
import { writeSession } from '../api/sessionCookie.ts'
import { askPasskey } from './passkey.ts'

/** Signs in with a discoverable passkey and stores the session. Rejects like `call` and `askPasskey`. */
export async function passkeySignIn(): Promise<void> {
  const { challenge } = await call(passkeyChallenge, { mode: 'live' })
  const pair = await call(sessionPasskeySignIn, { body: { passkey: await askPasskey(challenge) }, mode: 'live' })
  writeSession(pair)
  writeRenewal(pair.expiresIn)
}
