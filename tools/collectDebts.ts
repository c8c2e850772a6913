import { daysBetween, formatDate, isLocalDate, localDate, madridDay, startOfMadridDay } from '../domain/platform/dates.ts'
import { debtReference } from '../domain/money/directDebit.ts'
import { cents, formatEuros } from '../domain/platform/money.ts'
import { parseEuros } from '../domain/platform/readAmount.ts'
import { ConfigProblem } from '../server/platform/database/configProblem.ts'
import type { Database } from '../server/platform/database/database.ts'
import { mintScope } from '../server/platform/database/scope.ts'
import { listDebits, returnByHand } from '../server/money/debits/operate.ts'
import { readDebtState } from '../server/money/debits/debt.ts'
import { receiveTransfer, undoTransfer } from '../server/money/debits/transfers.ts'
import { hexOf, uuidOf } from '../server/platform/calls/wire.ts'
import { reportChange } from './reportChange.ts'
import { oldDebts } from '../server/money/settlements/readShop.ts'

type Services = { database: Database; now: () => Date }
type Options = { on?: string | undefined; force?: boolean | undefined }
type Command = { words: string; run(services: Services, rest: readonly string[], options: Options): Promise<void> }

/** The next step for an old debt, as a sentence. */
const steps: Readonly<Record<string, string>> = {
  covered: 'what waits repays it',
  notice: 'a debit is announced today',
  debit: 'a debit is under way',
  claim: 'to claim',
}

function merchantOf(text: string): string {
  const merchantId = uuidOf(text.replaceAll('-', ''))
  if (merchantId === undefined) throw new ConfigProblem('A merchant id has 32 hexadecimal characters.')
  return merchantId
}

/** The operator's commands for old debts: list them, book received transfers, list debits in progress, record a returned debit. */
export const collectDebts: Readonly<Record<string, Command>> = {
  debts: {
    words: 'debts                             shops with debts older than thirty days, and the next step',
    async run({ database, now }) {
      const today = madridDay(now())
      const debts = await oldDebts(database, today)
      for (const { merchantId, shop, amountCents, since } of debts) {
        const scope = mintScope(merchantId, 'live')
        const { next } = await database.read(scope, (db) => readDebtState(db, scope, now()))
        console.log(
          `${hexOf(merchantId)}  ${formatEuros(cents(amountCents)).padStart(14)}  since ${formatDate(since)}, ${daysBetween(since, today)} days  ${debtReference(hexOf(merchantId))}  ${shop}: ${steps[next.step] ?? next.step}`,
        )
      }
      console.log(`${debts.length} old debts.`)
    },
  },
  'transfer-received': {
    words:
      'transfer-received <merchantId> <amount> <bank reference> [--on YYYY-MM-DD] [--force]   books what a shop paid of its debt by transfer, today by default; --force: more than it owes',
    async run({ database, now }, [merchant = '', amount = '', ...reference], { on, force = false }) {
      const merchantId = merchantOf(merchant)
      const amountCents = parseEuros(amount)
      if (amountCents === null) throw new ConfigProblem(`"${amount}" is not an amount such as 120,50.`)
      if (on !== undefined && (!isLocalDate(on) || on > madridDay(now()))) throw new ConfigProblem(`--on="${on}" is not a past day.`)
      const at = on === undefined ? now() : startOfMadridDay(localDate(on))
      const transfer = { merchantId, amountCents, reference: reference.join(' ').trim(), at, isForced: force }
      await reportChange(database, (db, by) => receiveTransfer(db, transfer, { by, now: now() }))
    },
  },
  'transfer-undo': {
    words: 'transfer-undo <merchantId> <bank reference>   reverses a transfer that was booked to the wrong shop',
    async run({ database, now }, [merchant = '', ...reference]) {
      const transfer = { merchantId: merchantOf(merchant), reference: reference.join(' ').trim() }
      await reportChange(database, (db, by) => undoTransfer(db, transfer, { by, now: now() }))
    },
  },
  debits: {
    words: 'debits                            announced debits, and those that the bank has or may still return',
    async run({ database }) {
      const listed = await listDebits(database)
      for (const { shop, reference, state, announced_cents: announced, charged_cents: charged, due_on: due } of listed)
        console.log(
          `${reference}  ${formatEuros(cents(charged ?? announced)).padStart(14)}  ${formatDate(localDate(due))}  ${state.padEnd(8)}  ${shop}`,
        )
      console.log(`${listed.length} under way.`)
    },
  },
  'debit-return': {
    words: 'debit-return <reference> <code>   records that the bank rejected or returned a debit, with its code such as AM04',
    async run({ database, now }, [reference = '', code = '']) {
      const returned = { reference, code: code.toUpperCase() }
      await reportChange(database, (db, by) => returnByHand(db, returned, { by, now: now() }))
    },
  },
}
