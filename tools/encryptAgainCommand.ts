import type { Config } from '../server/platform/config/config.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { countStored, encryptAgain, secretsBySetting, type Tally } from '../server/platform/keys/encryptAgain.ts'

type Services = { config: Pick<Config, 'keySecrets' | 'sessionSecrets'>; database: Database }

const sum = (tallies: readonly Tally[], count: (tally: Tally) => number) => tallies.reduce((total, one) => total + count(one), 0)
const values = (many: number) => `${many} ${many === 1 ? 'value' : 'values'}`

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
      const unreadable = sum(before, (one) => one.unreadable)
      if (word === 'forget' && Number(number) !== unreadable)
        throw new ConfigProblem(`${values(unreadable)} cannot be decrypted, not ${number}: nothing was changed.`)
      await encryptAgain(database, secrets, word === 'forget')
      const after = await countStored(database, secrets)
      for (const [at, { what, setting, current, earlier, unreadable: lost }] of after.entries())
        console.log(
          `${what} (${setting}): ${current} under the first value, of which ${before[at]?.earlier ?? 0} again${earlier > 0 ? `; ${earlier} under another one since` : ''}${lost > 0 ? `; ${lost} under none of the values` : ''}`,
        )
      const late = sum(after, (one) => one.earlier)
      if (late > 0)
        throw new ConfigProblem(
          `${values(late)} were encrypted under an earlier value meanwhile: restart every server with the new value first, then run this again.`,
        )
      const lost = sum(after, (one) => one.unreadable)
      if (lost > 0)
        throw new ConfigProblem(
          `${values(lost)} cannot be decrypted: add the value under which they are to the fallbacks and run this again, or, if it is lost, run it with: forget ${lost}. Shops are told then to make new ones.`,
        )
      console.log('Nothing needs the fallbacks any more: they may be removed, and every server restarted.')
    },
  },
}
