import { mintScope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { BankDebits, DebitReport } from '../payments/bankDebits.ts'
import { newFileId, workThroughFiles, type BankQueue, type InFile } from '../payments/bankFiles.ts'
import { askLater } from './askLater.ts'
import { bookDebit } from './bookDebit.ts'
import { debitFile } from './debitFile.ts'
import { handIn, type HandedIn } from './handIn.ts'
import { lockDebt } from './lockDebt.ts'
import { returnDebit } from './returnDebit.ts'
import { takeUp } from './takeUp.ts'

/** What charging needs of the services. */
export type ChargingServices = Pick<Services, 'database' | 'now' | 'log'> & { payments: { debits: BankDebits } }

const queue: BankQueue = { table: sql`debit_queue`, id: sql`debit_id`, letter: 'D' }

/**
 * Tells the bank of debits whose day has come, in one file, and asks it about those that it was told of. The bank is always asked before it is told:
 * what it says that it does not know is looked at anew and sent under the same reference, so that nothing is charged twice or in vain, whatever is
 * lost or ends in between. Returns how many debits were looked at.
 */
export const chargeDebits = (services: ChargingServices): Promise<number> =>
  workThroughFiles(services, queue, (file) => settleFile(services, file))

async function settleFile(services: ChargingServices, file: readonly InFile[]): Promise<void> {
  const said = await askBank(services, file)
  // A debit without an answer is not sent: nobody knows whether the bank has it.
  const unheard = file.filter(({ reference }) => said.get(reference)?.state === 'unknown')
  if (unheard.length > 0) {
    await tellBank(services, unheard)
    for (const [reference, report] of await askBank(services, unheard)) said.set(reference, report)
  }
  for (const one of file) {
    try {
      await writeDown(services, one, said.get(one.reference))
    } catch (error) {
      // The others of the file are written down all the same; this one is asked about again when the lease has ended.
      services.log('error', 'debit_not_written', { reference: one.reference }, error)
    }
  }
}

/** What the bank says of each; where it says two things, that it has a debit counts. */
async function askBank({ payments, now }: ChargingServices, file: readonly InFile[]): Promise<Map<string, DebitReport>> {
  const reports = await payments.debits.reports(
    file.map(({ reference }) => reference),
    now(),
  )
  const known = reports.filter(({ state }) => state !== 'unknown')
  return new Map([...reports, ...known].map((report) => [report.endToEndId, report]))
}

/** Every debit is marked as sent, with what is charged, and that is committed, before the bank can hear of it. */
async function tellBank(services: ChargingServices, file: readonly InFile[]): Promise<void> {
  const { database, now, payments } = services
  const handed: HandedIn[] = []
  for (const { merchant_id: merchantId, id } of file) {
    const scope = mintScope(merchantId, 'live')
    handed.push(await database.write(scope, (db) => handIn(db, scope, id, now())))
  }
  const debits = handed.flatMap(({ debit }) => debit ?? [])
  const [first] = file
  if (!first || debits.length === 0) return
  // The same id is the same file: what is not as before goes in another.
  const messageId = handed.every(({ isAsBefore }) => isAsBefore) ? first.message_id : await refile(services, file)
  const xml = debitFile({
    messageId,
    createdAt: now(),
    iban: payments.debits.iban,
    debits: debits.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1)),
  })
  await payments.debits.send({ messageId, xml })
}

/** Puts debits of one file into a new one, before that is sent; returns its id. */
async function refile({ database, now }: ChargingServices, file: readonly InFile[]): Promise<string> {
  const messageId = newFileId(queue, now())
  const references = file.map(({ reference }) => reference)
  await database.write(null, (db) =>
    db.run(sql`update debit_queue q set message_id = ${messageId} where q.reference = any(${references}::text[])`),
  )
  return messageId
}

/** What the bank said becomes ours: charged, refused, given back, or to be asked again. */
async function writeDown({ database, now }: ChargingServices, { merchant_id: merchantId, id, reference }: InFile, report?: DebitReport) {
  const scope = mintScope(merchantId, 'live')
  await database.write(scope, async (db) => {
    await lockDebt(db, scope)
    const isHeard = report !== undefined && report.state !== 'unknown'
    if (isHeard) {
      const { state, amountCents, code } = report
      const at = report.at ?? now()
      await takeUp(db, scope, reference, amountCents, now())
      // What was given back was charged, also where we never saw it.
      if (state === 'booked' || state === 'returned') await bookDebit(db, scope, reference, { at, now: now() })
      if (state === 'rejected' || state === 'returned') await returnDebit(db, scope, reference, { at, code, now: now() })
    }
    await askLater(db, scope, id, isHeard, now())
  })
}
