import { daysBetween, isLocalDate, madridDay } from '../domain/platform/dates.ts'
import { taxTerritories } from '../domain/money/taxTerritory.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { sql } from '../server/platform/database/sql.ts'

type Services = { database: Database; now: () => Date }

type Command = { words: string; run(services: Services, rest: readonly string[]): Promise<void> }

/** A rate as typed, `7` or `6.5`, in basis points; zero for a reverse charge. */
function rateOf(text: string): number {
  if (text === 'reverse') return 0
  const rate = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0
  if (rate === 0) throw new ConfigProblem(`"${text}" is neither a rate such as 7 or 6.5 nor "reverse".`)
  return rate
}

/** The tax on fees in a territory, from a day on (docs/taxes.md). */
export const taxRate: Readonly<Record<string, Command>> = {
  'tax-rate': {
    words: 'tax-rate <territory> <YYYY-MM-DD> <percent>|reverse   the tax on fees in a territory, from a day that has not begun',
    async run({ database, now }, [territory = '', day = '', rate = '']) {
      const known = taxTerritories.find((one) => one === territory)
      if (known === undefined) throw new ConfigProblem(`"${territory}" is none of ${taxTerritories.join(', ')}.`)
      if (!isLocalDate(day)) throw new ConfigProblem(`"${day}" is not a day written YYYY-MM-DD.`)
      if (daysBetween(madridDay(now()), day) < 1) throw new ConfigProblem(`${day} has begun: what was charged since then stays as it is.`)
      await database.write(null, (db) =>
        db.run(sql`insert into tax_rates as r (territory, effective_on, rate_bps, changed_at) values (${known}, ${day}, ${rateOf(rate)}, ${now()})
          on conflict (territory, effective_on) do update set rate_bps = excluded.rate_bps, changed_at = excluded.changed_at`),
      )
      console.log('Done.')
    },
  },
}
