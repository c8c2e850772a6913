import { settings } from '../../platform/api/settings.ts'
import { attempt } from '../../platform/session/SignInForm.tsx'
import { PersonaButtons } from '../../platform/feedback/PersonaButtons.tsx'

/** The demo’s users, each signed in with one click. The server lists them only while it runs with demo data. */
export const Personas = ({ onSignedIn }: { onSignedIn: () => void }) => (
  <PersonaButtons
    personas={settings().personas}
    enter={async ({ email, password }) => {
      const failure = await attempt(({ attemptSignIn }) => attemptSignIn(email, password))
      return failure ? (Object.values(failure.problems)[0] ?? '') : null
    }}
    onSignedIn={onSignedIn}
  />
)
