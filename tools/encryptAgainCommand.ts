import type { Config } from '../server/platform/config/config.ts'
import { providerAccountId } from '../server/platform/audit/record.ts'
import { recordAct } from '../server/platform/calls/actor.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import {
  countStored,
  encryptAgain,
  forgetSecrets,
  forgetValues,
  secretsBySetting,
  type Tally,
} from '../server/platform/keys/encryptAgain.ts'
import { countFormerAudiences, renewAudienceKeys } from '../server/sales/audiences/renewKeys.ts'

type Services = { config: Pick<Config, 'keySecrets' | 'sessionSecrets'>; database: Database }

const sum = (tallies: readonly Tally[], count: (tally: Tally) => number) => tallies.reduce((total, one) => total + count(one), 0)
const values = (many: number) => `${many} ${many === 1 ? 'value' : 'values'}`
const madeAudiences = (many: number) => `${many} ${many === 1 ? 'audience' : 'audiences'} made from operations`

/** Encrypts stored secrets again, after a new value was put before the earlier ones in the settings. */
export const encryptAgainCommand = {
  'encrypt-again': {
    words:
      'encrypt-again [forget <number>]   stored secrets, under the first values of KEY_ENCRYPTION_KEY and SESSION_SECRET; forget: gives up those that no value decrypts',
    /** Also while no server starts, because of what it forgets. */
    startsDatabase: true,
    async run({ config, database }: Services, [word, number]: readonly string[]): Promise<void> {
      if (word !== undefined && (word !== 'forget' || !/^[1-9]\d*$/.test(number ?? '')))
        throw new ConfigProblem(
          'Say `encrypt-again`, or `encrypt-again forget <number>` with the number of values that it says no setting decrypts.',
        )
      const secrets = secretsBySetting(config)
      const before = await countStored(database, secrets)
      const unreadable = before.flatMap((one) => one.unreadable)
      if (word === 'forget' && Number(number) !== unreadable.length)
        throw new ConfigProblem(`${values(unreadable.length)} cannot be decrypted, not ${number}: no stored value was changed.`)
      // Before the values are changed: what is ended in the middle has its entry too.
      const toRenew = { ...countsOf(before, (one) => one.earlier), audiences: (await countFormerAudiences({ config, database })).earlier }
      await recordChange(database, 'operator.encrypt-again', toRenew)
      if (word === 'forget') {
        const toForget = countsOf(before, (one) => one.unreadable.length)
        await recordChange(database, 'operator.give-up-secrets', toForget)
        await forgetValues(database, unreadable).catch(sayWaited)
      }
      await encryptAgain(database, secrets).catch(sayWaited)
      const { audiences, members, membersRemoved } = await renewAudienceKeys({ config, database }).catch(sayWaited)
      await recordChange(database, 'operator.encrypt-again', { members, membersRemoved })
      if (audiences > 0)
        console.log(
          `${madeAudiences(audiences)} (SESSION_SECRET): ${members} ${members === 1 ? 'member' : 'members'} hashed again with the first value; ${membersRemoved} removed, whom no operation names any more`,
        )
      const after = await countStored(database, secrets)
      for (const [at, { what, setting, current, earlier, unreadable: lost }] of after.entries())
        console.log(
          `${what} (${setting}): ${current} under the first value, of which ${before[at]?.earlier ?? 0} again${earlier > 0 ? `; ${earlier} under another one since` : ''}${lost.length > 0 ? `; ${lost.length} under none of the values` : ''}`,
        )
      const late = sum(after, (one) => one.earlier)
      if (late > 0)
        throw new ConfigProblem(
          `${values(late)} were encrypted under an earlier value meanwhile: restart every server with the new value first, then run this again.`,
        )
      const former = await countFormerAudiences({ config, database })
      if (former.lost > 0)
        console.log(
          `${madeAudiences(former.lost)}: under a value of SESSION_SECRET that is no longer set; they match nobody until their shops refresh them.`,
        )
      if (former.earlier > 0)
        throw new ConfigProblem(
          `${madeAudiences(former.earlier)}: filled under an earlier value of SESSION_SECRET meanwhile. Restart every server with the new value first, then run this again.`,
        )
      const lost = sum(after, (one) => one.unreadable.length)
      if (lost > 0)
        throw new ConfigProblem(
          `${values(lost)} cannot be decrypted: add the value under which they are to the fallbacks and run this again, or, if it is lost, run it with: forget ${lost}. Shops are told then to make new ones.`,
        )
      await forgetSecrets(database, secrets)
      console.log('Nothing stored needs a fallback any more.')
      if (config.keySecrets !== config.sessionSecrets && config.keySecrets.length > 1)
        console.log('KEY_ENCRYPTION_KEY_FALLBACKS may be removed, and every server restarted.')
      if (config.sessionSecrets.length > 1)
        console.log(
          'SESSION_SECRET_FALLBACKS still verifies what was made with it (sessions, links, PINs of tills …): docs/runbook.md#session_secret says when it may be removed.',
        )
    },
  },
}

/** A number for each kind of stored value, by the name of its field in the provider's log. */
const countsOf = (tallies: readonly Tally[], count: (tally: Tally) => number): Record<string, number> =>
  Object.fromEntries(tallies.map((one) => [one.field, count(one)]))

/** Leaves an entry in the provider's log with what is changed, unless that is nothing. */
async function recordChange(database: Database, call: string, counts: Readonly<Record<string, number>>): Promise<void> {
  const changed = Object.entries(counts).filter(([, many]) => many > 0)
  if (changed.length === 0) return
  await database.write(null, (db) =>
    recordAct(db, { operator: true }, { accountId: providerAccountId, call, after: Object.fromEntries(changed) }),
  )
}

/** For a statement that waited too long, probably for a row: lock_not_available or query_canceled. */
function sayWaited(error: unknown): never {
  if (!['55P03', '57014'].includes((error as { code?: string }).code ?? '')) throw error
  throw new ConfigProblem(
    'A value could not be written in time: another transaction may hold its row (docs/runbook.md#long-running-locks). What was written stays: run this again.',
  )
}
