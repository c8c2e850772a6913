import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { hexOf, uuidOf } from '../server/platform/calls/wire.ts'
import { deadMessages, retryDead, type WhichDead } from '../server/platform/outbox/operate.ts'
import { kindSettings } from '../server/platform/outbox/outboxKinds.ts'

type Services = { database: Database; now: () => Date }
type Command = { words: string; run(services: Services, rest: readonly string[]): Promise<void> }

function whichOf(word: string): WhichDead {
  if (word === 'all') return 'all'
  if (Object.hasOwn(kindSettings, word)) return { kind: word }
  const id = uuidOf(word.replaceAll('-', ''))
  if (id === undefined)
    throw new ConfigProblem(`Say which: an id of \`outbox list\`, all, or a kind: ${Object.keys(kindSettings).join(', ')}.`)
  return { id }
}

async function list({ database }: Services, word: string): Promise<void> {
  const of = word === '' ? null : uuidOf(word.replaceAll('-', ''))
  if (of === undefined) throw new ConfigProblem('Say `outbox list` or `outbox list <id of an account or shop>`.')
  const dead = await database.read(null, (db) => deadMessages(db, of))
  for (const {
    id,
    kind,
    account_id: accountId,
    merchant_id: merchantId,
    mode,
    user_id: userId,
    attempts,
    last_error: error,
    created_at: createdAt,
  } of dead) {
    const about = [
      accountId && `account ${hexOf(accountId)}`,
      merchantId && `shop ${hexOf(merchantId)} ${mode}`,
      userId && `user ${hexOf(userId)}`,
    ]
      .filter(Boolean)
      .join(', ')
    console.log(`${hexOf(id)}  ${kind}  of ${createdAt.toISOString()}  ${attempts} attempts, last ${error ?? 'unknown'}  ${about}`)
  }
  if (dead.length === 0) console.log('No message was given up.')
}

/** Messages that were given up: shows them and sends them again. */
export const outboxCommand: Readonly<Record<string, Command>> = {
  outbox: {
    words: 'outbox list [account or shop] | outbox retry <id | kind | all>   messages that could not be sent: lists them, sends them again',
    async run(services, [command = '', word = '']) {
      if (command === 'list') return list(services, word)
      if (command !== 'retry') throw new ConfigProblem('Say `outbox list` or `outbox retry <id | kind | all>`.')
      const count = await services.database.write(null, (db) => retryDead(db, whichOf(word), services.now()))
      if (count === 0) throw new ConfigProblem('No such message was given up.')
      console.log(`${count} ${count === 1 ? 'message is' : 'messages are'} sent again by the running server.`)
    },
  },
}
