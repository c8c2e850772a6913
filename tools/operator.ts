import { parseArgs } from 'node:util'
import { isLocalDate, madridDay } from '../domain/platform/dates.ts'
import { monthOf, parseMonth } from '../domain/money/invoice.ts'
import { useFigures } from '../server/platform/analytics/figures.ts'
import { findOperation, operate, type OperatorCommand, parseOperatorCommand, operatorUsage } from '../server/sales/clock/operate.ts'
import { loadConfig, type Config } from '../server/platform/config/config.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import { openDatabase, type Database } from '../server/platform/database/database.ts'
import { startEmbedded } from '../server/embedded/embedded.ts'
import { runningEmbedded } from '../server/embedded/runningEmbedded.ts'
import { hexOf, uuidOf } from '../server/platform/calls/wire.ts'
import { issue } from '../server/money/invoices/issue.ts'
import { payAgain } from '../server/money/payouts/payAgain.ts'
import { settle } from '../server/money/settlements/settle.ts'
import { actingStaff } from './actingStaff.ts'
import { annulRecordCommand } from './annulRecord.ts'
import { answerClaims } from './answerClaims.ts'
import { collectDebts } from './collectDebts.ts'
import { encryptAgainCommand } from './encryptAgainCommand.ts'
import { endOfRelation } from './endOfRelation.ts'
import { erasures } from './erasures.ts'
import { maintenanceCommand } from './maintenanceCommand.ts'
import { outboxCommand } from './outboxCommand.ts'
import { reportChange } from './reportChange.ts'
import { reviewIbans } from './reviewIbans.ts'
import { reviewOnboarding } from './reviewOnboarding.ts'
import { staffLinks } from './staffLinks.ts'
import { switchAccounts } from './switchAccounts.ts'
import { taxRate } from './taxRate.ts'

// `npm run operator -- <command>`: manual operations of the provider on its shops, through the product's own handlers, while the server runs.
type Services = { config: Config; database: Database; now: () => Date; log: (level: string, event: string, facts?: object) => void }
type Options = Partial<Record<'on' | 'month' | 'until' | 'status' | 'reason', string | undefined>> & { force?: boolean | undefined }
type Command = {
  words: string
  /** Starts the embedded database when no server runs. */
  startsDatabase?: boolean
  run(services: Services, rest: readonly string[], options: Options): Promise<void>
}

const ordered = (verb: OperatorCommand['verb']): Command => ({
  words: operatorUsage[verb],
  async run({ database, now }, rest) {
    const [hex = '', ...further] = rest
    const command = parseOperatorCommand(verb, further)
    const operationId = uuidOf(hex)
    if (!command || operationId === undefined) throw new ConfigProblem(operatorUsage[verb])
    const place = await database.read(null, (db) => findOperation(db, operationId))
    if (!place) throw new ConfigProblem('There is no such operation.')
    await reportChange(database, (db, by) => operate(db, place, command, { by, now: now() }))
  },
})

const commands: Readonly<Record<string, Command>> = {
  withdraw: ordered('withdraw'),
  hold: ordered('hold'),
  lift: ordered('lift'),
  settle: {
    words: 'settle [--on YYYY-MM-DD]          settlements of all shops, up to a value date that has come; today by default',
    async run(services, _, { on }) {
      if (on !== undefined && !isLocalDate(on)) throw new ConfigProblem(`--on="${on}" is not a day written YYYY-MM-DD.`)
      if (on !== undefined && on > madridDay(services.now()))
        throw new ConfigProblem(`--on=${on} has not come: its lines are still being made.`)
      const { settlements, lines, failed } = await settle(services, on)
      console.log(
        `${settlements} settlement${settlements === 1 ? '' : 's'} with ${lines} line${lines === 1 ? '' : 's'}; the running server pays them.`,
      )
      if (failed > 0) throw new ConfigProblem(`${failed} shop${failed === 1 ? '' : 's'} could not be settled: run it again.`)
    },
  },
  invoice: {
    words: 'invoice [--month YYYY-MM]         invoices of all shops, up to a month that has ended; the last one by default',
    async run(services, _, { month: text }) {
      const month = text === undefined ? undefined : parseMonth(text)
      if (month === null) throw new ConfigProblem(`--month="${text}" is not a month written YYYY-MM.`)
      if (month && month.to >= madridDay(services.now()))
        throw new ConfigProblem(`--month=${text} has not ended: it is still being settled.`)
      const { issued, waiting, failed } = await issue(services, month?.to)
      console.log(`${issued} invoice${issued === 1 ? '' : 's'}; the running server announces them.`)
      for (const { merchantId, lacks } of waiting)
        console.log(
          `${hexOf(merchantId)} waits: ${lacks === 'issuer' ? 'INVOICE_ISSUER_… is not set' : 'its tax number or address is missing'}.`,
        )
      if (failed > 0) throw new ConfigProblem(`${failed} shop${failed === 1 ? '' : 's'} could not be invoiced: run it again.`)
    },
  },
  'pay-again': {
    words: 'pay-again <merchantId> <reference>   sends a returned payment again, to the account that the shop has now',
    async run(services, [merchant = '', reference = '']) {
      const merchantId = uuidOf(merchant.replaceAll('-', ''))
      if (merchantId === undefined) throw new ConfigProblem('A merchant id has 32 hexadecimal characters.')
      await reportChange(services.database, (db, by) => payAgain(db, { merchantId, reference }, { by, now: services.now() }))
    },
  },
  use: {
    words: 'use [--month YYYY-MM]             usage of the back office by consenting users; this month by default',
    async run({ database, now }, _, { month: text }) {
      const month = text === undefined ? monthOf(madridDay(now())) : parseMonth(text)
      if (month === null) throw new ConfigProblem(`--month="${text}" is not a month written YYYY-MM.`)
      for (const { section, properties, times, browsers } of await useFigures(database, month.from, month.to))
        console.log(`${String(times).padStart(8)} times  ${String(browsers).padStart(6)} browsers  ${section.padEnd(16)} ${properties}`)
    },
  },
  ...annulRecordCommand,
  ...answerClaims,
  ...collectDebts,
  ...encryptAgainCommand,
  ...endOfRelation,
  ...erasures,
  ...maintenanceCommand,
  ...outboxCommand,
  ...reviewIbans,
  ...reviewOnboarding,
  ...staffLinks,
  ...switchAccounts,
  ...taxRate,
}

const usage = () =>
  `Usage: npm run operator -- <command> [--as <e-mail of a member of staff, for what changes something>]\n${Object.values(commands)
    .map(({ words }) => `  ${words}`)
    .join('\n')}`

/** What is printed instead of an error with its stack; null: unforeseen. */
function sentenceOf(error: unknown): string | null {
  const { code, message } = error as Error & { code?: string }
  if (error instanceof ConfigProblem || code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return message
  // undefined_table
  return code === '42P01'
    ? 'The database has no tables of this version yet: start the server, which makes them, and wait until it is ready.'
    : null
}

try {
  const options = {
    on: { type: 'string' },
    month: { type: 'string' },
    until: { type: 'string' },
    status: { type: 'string' },
    reason: { type: 'string' },
    force: { type: 'boolean' },
    as: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [name = '', ...rest] = positionals
  const command = commands[name]
  if (!command) throw new ConfigProblem(usage())
  const config = loadConfig(process.env)
  const { databaseUrl, dataDir } = config
  const running = databaseUrl ?? runningEmbedded(dataDir)?.appUrl
  const started = running === undefined && command.startsDatabase ? await startEmbedded({ ...config, log: () => {} }) : undefined
  try {
    const url = running ?? started?.appUrl
    if (url === undefined) throw new ConfigProblem('The server does not run, and with it its database: start it first.')
    const staffId = await actingStaff(url, { name, rest, ...values })
    const database = openDatabase({ url, connections: 4, staffId })
    try {
      await command.run({ config, database, now: () => new Date(), log: (_, event, facts) => console.error(event, facts) }, rest, values)
    } finally {
      await database.close()
    }
  } finally {
    await started?.stop()
  }
  // Close the launcher's channel, which would keep this process alive.
  process.exit(0)
} catch (error) {
  console.error(sentenceOf(error) ?? error)
  process.exit(1)
}
