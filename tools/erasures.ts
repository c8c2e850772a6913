import { formatDate } from '../domain/platform/dates.ts'
import { cents, formatEuros } from '../domain/platform/money.ts'
import { erasureGrounds, type ErasureGround, type ErasureMoment } from '../domain/merchants/retention.ts'
import type { Config } from '../server/platform/config/config.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { sql } from '../server/platform/database/sql.ts'
import { eraseFound, findCustomer, identifierIn } from '../server/merchants/privacy/eraseEverywhere.ts'
import { erasePerson } from '../server/merchants/privacy/erasePerson.ts'
import { copyErasures } from '../server/merchants/privacy/erasureRegister.ts'

type Services = { config: Config; database: Database; now: () => Date }
type Options = { reason?: string | undefined }

const waits: Readonly<Record<ErasureMoment, string>> = {
  now: 'can go now',
  owed: 'waits: money is still owed',
  sale: 'waits: the sale is under way',
  refund: 'waits: a refund can still be undone',
}

function groundOf(reason: string): ErasureGround {
  const ground = erasureGrounds.find((one) => one === reason)
  if (!ground) throw new ConfigProblem(`--reason=${reason} is none of ${erasureGrounds.join(', ')}.`)
  return ground
}

/** Erases people on request (GDPR art. 17). Without --reason both commands only print what would be erased. */
export const erasures = {
  'erase-customer': {
    words: `erase-customer <e-mail|phone|document> [--reason ${erasureGrounds.join('|')}]   a customer, in all shops; without a reason only tells where`,
    async run(services: Services, rest: readonly string[], { reason }: Options): Promise<void> {
      const identifier = identifierIn(rest.join(' '))
      if (!identifier) throw new ConfigProblem('That is no e-mail, no phone and no document: say one of them.')
      const customers = await findCustomer(services, identifier.type, identifier.value)
      for (const { shop, scope, operations } of customers)
        for (const { mid, id, totalCents, createdAt, when } of operations)
          console.log(
            `${formatDate(createdAt)}  ${formatEuros(cents(totalCents)).padStart(12)}  ${scope.mode.padEnd(7)}  ${waits[when].padEnd(34)}  ${mid ?? id}  ${shop}`,
          )
      if (customers.length === 0) return console.log('Nobody is known by that: nothing is to be erased.')
      if (reason === undefined) return console.log('Nothing was erased: say why with --reason.')
      const { done, waiting } = await eraseFound(services, customers, groundOf(reason))
      await copyErasures(services)
      console.log(`Erased from ${done}; ${waiting} wait for their end and are done then by themselves.`)
    },
  },
  'erase-person': {
    words: `erase-person <e-mail> [--reason ${erasureGrounds.join('|')}]   somebody who has left a team; without a reason only tells whether`,
    async run(services: Services, [address = '']: readonly string[], { reason }: Options): Promise<void> {
      const people = await services.database.read(null, (db) =>
        db.rows<{ accountId: string; userId: string; removed: boolean }>(
          sql`select u.account_id as "accountId", u.id as "userId", u.removed_at is not null as removed from members u
            where u.email = ${address.toLowerCase()} and u.erased_at is null`,
        ),
      )
      if (people.length === 0) throw new ConfigProblem('Nobody of a team has, or had, that address.')
      const left = people.filter(({ removed }) => removed)
      if (left.length === 0) throw new ConfigProblem('They are still in their team: an owner takes them out of it first.')
      if (reason === undefined)
        return console.log(`They have left ${left.length === 1 ? 'a team' : `${left.length} teams`}: say why with --reason.`)
      const ground = groundOf(reason)
      for (const member of left)
        await erasePerson(services.database, member, { by: ground, requestId: crypto.randomUUID(), now: services.now() })
      await copyErasures(services)
      console.log('Their name and address are gone; what they did stays, without a name.')
    },
  },
}
