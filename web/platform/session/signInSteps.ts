import { passkeyProblem } from './passkeyProblem.ts'
import { passkeySignIn } from './passkeySignIn.ts'
import type { SignInFailure } from './signIn.ts'

// What signing in needs once the form is sent, loaded while it is being filled in.
export { FactorStep } from './FactorStep.tsx'
export { attemptSignIn, signIn } from './signIn.ts'
export { goBack, goBackIfSignedIn, sectionOfWayBack } from './wayBack.ts'

/** Signs in with a passkey. Null when it has signed in. */
export const attemptPasskey = (turn: AbortController): Promise<SignInFailure | null> =>
  passkeySignIn(turn).then(
    () => null,
    (error: unknown) => ({ problems: { form: passkeyProblem(error) } }),
  )
