import type { Config } from '../server/platform/config/config.ts'
import { makeTokens } from '../server/platform/calls/token.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { disableStaffAtTerminal } from '../server/provider/staff/access.ts'
import { firstStaffLink } from '../server/provider/staff/firstStaff.ts'
import { resetLink } from '../server/provider/staff/resetLink.ts'

type Services = { config: Config; database: Database; now: () => Date }
type Command = { words: string; run(services: Services, rest: readonly string[]): Promise<void> }

const withTokens = (services: Services) => ({ ...services, tokens: makeTokens(services.config.sessionSecrets) })

/** Access to the console, where it cannot be given or ended there. */
export const staffLinks: Readonly<Record<string, Command>> = {
  'setup-link': {
    words: 'setup-link                        prints the link with which the first member of staff sets up their access, valid 1 h',
    async run(services) {
      const link = await firstStaffLink(withTokens(services))
      if (link === null) throw new ConfigProblem('There is staff already: they invite others from the console.')
      console.log(link)
    },
  },
  'staff-link': {
    words: 'staff-link <e-mail>               prints a link with which a member of staff sets password and authenticator anew',
    async run(services, [email = '']) {
      const link = await resetLink(withTokens(services), email)
      if (link === null) throw new ConfigProblem('No member of staff has that address, or they have not accepted their invitation.')
      console.log(link)
    },
  },
  'disable-staff': {
    words: 'disable-staff <e-mail>            ends the access of a member of staff at once, also of an admin whom the console still needs',
    async run({ database, now }, [email = '']) {
      if (!(await disableStaffAtTerminal(database, email, now())))
        throw new ConfigProblem('No member of staff who has access has that address.')
      console.log('Access ended.')
    },
  },
}
