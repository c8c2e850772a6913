import { passkeyChallenge } from '#contract/access/secondFactor'
import { sessionPasskeySignIn } from '#contract/access/session'
import { call } from '../api/call.ts'
import { writeRenewal } from '../api/renewal.ts'
import { writeSession } from '../api/sessionCookie.ts'
import { askPasskey } from './passkey.ts'

/** Signs in with a discoverable passkey and stores the session. Rejects like `call` and `askPasskey`; a turn that has ended stores none. */
export async function passkeySignIn(turn: AbortController): Promise<void> {
  const { signal } = turn
  const { challenge } = await call(passkeyChallenge, { mode: 'live', signal })
  const pair = await call(sessionPasskeySignIn, { body: { passkey: await askPasskey(challenge, turn) }, mode: 'live', signal })
  signal.throwIfAborted()
  writeSession(pair)
  writeRenewal(pair.expiresIn)
}
