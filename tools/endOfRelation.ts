import { isLocalDate, madridDay } from '../domain/platform/dates.ts'
import { formatEuros } from '../domain/platform/money.ts'
import { IDENTITY_KEPT_YEARS, relationEndReasons } from '../domain/merchants/retention.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { uuidOf } from '../server/platform/calls/wire.ts'
import { endRelation } from '../server/merchants/privacy/endRelation.ts'
import { reportChange } from './reportChange.ts'

type Services = { database: Database; now: () => Date }
type Options = { on?: string | undefined; reason?: string | undefined }

/** Ends a company's relation with the provider. */
export const endOfRelation = {
  'end-relation': {
    words: `end-relation <accountId> --reason ${relationEndReasons.join('|')} [--on YYYY-MM-DD]   ends a company's relation once no money is open; today by default`,
    async run({ database, now }: Services, [account = '']: readonly string[], { on, reason }: Options): Promise<void> {
      const accountId = uuidOf(account.replaceAll('-', ''))
      if (accountId === undefined) throw new ConfigProblem('An account id has 32 hexadecimal characters.')
      const why = relationEndReasons.find((one) => one === reason)
      if (!why) throw new ConfigProblem(`Say why: --reason ${relationEndReasons.join('|')}.`)
      const endedOn = on ?? madridDay(now())
      if (!isLocalDate(endedOn)) throw new ConfigProblem(`--on="${on}" is not a day written YYYY-MM-DD.`)
      if (endedOn > madridDay(now())) throw new ConfigProblem(`--on=${on} has not come.`)
      await reportChange(database, async (db, by) => {
        const { shops, waived } = await endRelation(db, { accountId, endedOn, reason: why, now: now() }, by)
        console.log(`Ends on ${endedOn}: ${shops} shops closed, all can be read; its file goes ${IDENTITY_KEPT_YEARS} years later.`)
        for (const { shop, months, cents } of waived)
          console.log(
            `${shop}: not charged, ${formatEuros(cents)} lacking to the minimum fee of ${months.map((day) => day.slice(0, 7)).join(', ')}.`,
          )
      })
    },
  },
}
