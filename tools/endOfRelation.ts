import { isLocalDate, madridDay } from '../domain/platform/dates.ts'
import { formatEuros } from '../domain/platform/money.ts'
import { IDENTITY_KEPT_YEARS, relationEndReasons } from '../domain/merchants/retention.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { uuidOf } from '../server/platform/calls/wire.ts'
import { endRelation, type StillOpen } from '../server/merchants/privacy/endRelation.ts'
import type { OpenKind } from '../server/merchants/privacy/concluded.ts'

type Services = { database: Database; now: () => Date }
type Options = { on?: string | undefined; reason?: string | undefined }

const words: Readonly<Record<OpenKind, string>> = {
  operations: 'operations not concluded',
  refunds: 'refunds that can still be undone',
  lines: 'lines not settled',
  payments: 'settlements not paid',
  paymentReturns: 'payments that the bank may still send back',
  debt: 'balance left by the last settlement',
  reserve: 'reserves held',
  debits: 'debits under way',
  debitReturns: 'debits that may still be refunded',
  claims: 'claims not closed',
  invoices: 'settlements not invoiced',
}

const openItems = ({ shop, open }: StillOpen): string =>
  `${shop}: ${Object.entries(open)
    .map(([kind, many]) => `${many} ${words[kind as OpenKind]}`) // the counts by name
    .join(', ')}`

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
      const end = await endRelation(database, { accountId, endedOn, reason: why, requestId: crypto.randomUUID(), now: now() })
      if (end.done) {
        console.log(`Ended on ${endedOn}: ${end.shops} shops closed, all can be read; its file goes ${IDENTITY_KEPT_YEARS} years later.`)
        for (const { shop, months, cents } of end.waived)
          console.log(
            `${shop}: not charged, ${formatEuros(cents)} lacking to the minimum fee of ${months.map((day) => day.slice(0, 7)).join(', ')}.`,
          )
        return
      }
      if (end.why === 'before') throw new ConfigProblem(`Something of it still happened on ${end.lastOn}: it cannot have ended before.`)
      if (end.why === 'open')
        throw new ConfigProblem(`Nothing was ended, money is open:\n${end.shops.map((shop) => `  ${openItems(shop)}`).join('\n')}`)
      throw new ConfigProblem(end.why === 'unknown' ? 'There is no such account.' : 'Its relation has ended already.')
    },
  },
}
