import { formatDateTime } from '../domain/platform/dates.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { hexOf, uuidOf } from '../server/platform/calls/wire.ts'
import {
  type AccountSwitch,
  closeDemo,
  findAccount,
  type FoundAccount,
  switchAccount,
} from '../server/merchants/onboarding/operatorAccounts.ts'
import { reportChange } from './reportChange.ts'

type Services = { database: Database; now: () => Date }
type Command = { words: string; run(services: Services, rest: readonly string[]): Promise<void> }

async function turn({ database, now }: Services, text: string, order: AccountSwitch): Promise<void> {
  const accountId = uuidOf(text.replaceAll('-', ''))
  if (accountId === undefined) throw new ConfigProblem('An account id has 32 hexadecimal characters: see `account`.')
  await reportChange(database, (db, by) => switchAccount(db, accountId, order, { by, now: now() }))
}

function statusText({ disabledAt, relationEnded }: FoundAccount): string {
  if (relationEnded) return 'its relation has ended'
  return disabledAt === null ? 'enabled' : `disabled since ${formatDateTime(disabledAt)}`
}

/** The operator's commands for whole accounts: find, disable, enable. */
export const switchAccounts: Readonly<Record<string, Command>> = {
  account: {
    words: 'account <e-mail>                  the account of a sign-in address, its status, and its shops',
    async run({ database }, [email = '']) {
      const found = await findAccount(database, email)
      if (!found) throw new ConfigProblem('Nobody signs in with that e-mail.')
      console.log(`${hexOf(found.accountId)}  ${found.company}, ${statusText(found)}`)
      for (const { id, name, status } of found.shops) console.log(`  ${hexOf(id)}  ${name}, ${status}`)
    },
  },
  'disable-account': {
    words: 'disable-account <accountId> <words>   stops new sales, campaigns and audiences; its members read why',
    async run(services, [account = '', ...words]) {
      const reason = words.join(' ').trim()
      if (reason === '' || reason.length > 300)
        throw new ConfigProblem('Say why, in at most 300 characters: everybody of the account reads it.')
      await turn(services, account, { disabled: true, reason })
    },
  },
  'enable-account': {
    words: 'enable-account <accountId>        it sells again',
    run: (services, [account = '']) => turn(services, account, { disabled: false }),
  },
  'close-demo': {
    words: 'close-demo                        closes every demo account for good: people, sessions, keys, webhooks',
    async run({ database, now }) {
      const { accounts, people, keys, webhooks, sessions } = await closeDemo(database, now())
      console.log(`Closed ${accounts} demo accounts: ${people} people, ${sessions} sessions, ${keys} keys, ${webhooks} webhooks.`)
    },
  },
}
