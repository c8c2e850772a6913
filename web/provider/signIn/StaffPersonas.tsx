import { staffSignIn } from '#contract/provider/staffSession'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { settings, type StaffPersona } from '../../platform/api/settings.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { PersonaButtons } from '../../platform/feedback/PersonaButtons.tsx'
import { callConsole } from '../api/callConsole.ts'
import { currentCode } from './currentCode.ts'

/** Signs in with the present code; when it has been used already, with the next one, which is accepted as well. */
async function enterAs({ email, password, secret }: StaffPersona): Promise<void> {
  const withCode = async (ahead: number) => {
    const code = await currentCode(secret, ahead)
    await callConsole(staffSignIn, { body: { email, password, ...(code !== null && { code }) } })
  }
  try {
    await withCode(0)
  } catch (error) {
    if (!isApiFailure(error) || !error.fields.has('code')) throw error
    await withCode(1)
  }
}

/** The demo's members of staff, each signed in with one press. The server lists them only while it runs with demo data. */
export const StaffPersonas = ({ onSignedIn }: { onSignedIn: () => void }) => (
  <PersonaButtons
    personas={settings().staffPersonas}
    enter={(persona) => enterAs(persona).then(() => null, failureMessage)}
    onSignedIn={onSignedIn}
  />
)
