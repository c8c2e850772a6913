import type { Services } from '../../platform/calls/call.ts'
import { formatEuros } from '#domain/platform/money'
import { sql, type Sql } from '../../platform/database/sql.ts'
import { mintScope, type Mode, type Scope } from '../../platform/database/scope.ts'
import { text } from '../../platform/calls/messages.ts'
import { readUpload } from '../../platform/uploads/keepUpload.ts'
import type { DisputeEvidence, EvidenceFile } from '../payments/cardProvider.ts'
import { ProviderUnreachable } from '../payments/partners.ts'
import { retryAt } from './disputeSchedule.ts'
import { lockDispute, readDispute, type StoredDispute } from './disputeRows.ts'
import { readEvidenceFiles } from './evidenceFiles.ts'
import { disputeClock, syncDispute } from './syncDispute.ts'
import { writeDispute } from './writeDispute.ts'

/** Disputes taken at once, and for how long nobody else takes them. */
const batchSize = 20
const leaseMs = 120_000

/** When the card provider is next told or asked about a dispute. */
export const nextDispute = (): Sql => sql`select min(q.due_at) from card_dispute_queue q`

type Taken = { dispute_id: string; merchant_id: string; mode: Mode; attempts: number }

/**
 * Sends the decisions of shop and staff to the card provider, and reads disputes again in case a notification was lost. Each request has our id, so that the provider
 * carries it out once, however often this work is interrupted. Returns the number of disputes.
 */
export async function workDisputes(services: Services): Promise<number> {
  const taken = await services.database.write(null, (db) =>
    db.rows<Taken>(sql`update card_dispute_queue q set due_at = ${new Date(services.now().getTime() + leaseMs)}, attempts = q.attempts + 1
      where q.dispute_id in (select d.dispute_id from card_dispute_queue d where d.due_at <= ${services.now()} order by d.due_at limit ${batchSize} for update skip locked)
      returning q.dispute_id, q.merchant_id, q.mode, q.attempts`),
  )
  for (const entry of taken)
    await workDispute(services, mintScope(entry.merchant_id, entry.mode), entry.dispute_id).catch(async (error: unknown) => {
      services.log(
        error instanceof ProviderUnreachable ? 'warn' : 'error',
        'dispute_not_worked',
        { dispute: entry.dispute_id, attempts: entry.attempts },
        error,
      )
      await services.database.write(null, (db) =>
        db.run(
          sql`update card_dispute_queue q set due_at = ${retryAt(entry.attempts, services.now())} where q.dispute_id = ${entry.dispute_id}`,
        ),
      )
    })
  return taken.length
}

/** Tells the card provider what was decided, and reads the dispute again. May throw `ProviderUnreachable`. */
export async function workDispute(services: Services, scope: Scope, id: string): Promise<void> {
  const dispute = await services.database.read(scope, (db) => readDispute(db, scope, id))
  if (!dispute) throw new Error(`dispute ${id} is in the queue and does not exist`)
  if (dispute.act !== null) await act(services, scope, dispute)
  await syncDispute(services, dispute.reference, scope.mode)
}

/** Sends a decision to the card provider; the result is read afterwards, as after a notification. */
async function act(services: Services, scope: Scope, dispute: StoredDispute): Promise<void> {
  const { disputes } = services.payments.cards
  const { mode } = scope
  if (dispute.act === 'accept') await disputes.accept({ reference: dispute.reference, mode })
  else await disputes.submit(await evidenceOf(services, scope, dispute))
  const at = await disputeClock(services, scope)
  await services.database.write(scope, async (db) => {
    const locked = await lockDispute(db, scope, dispute.id)
    if (!locked || locked.dispute.act !== dispute.act) return
    const { dispute: known, operation } = locked
    const submittedAt = known.act === 'submit' ? at.now : known.submittedAt
    await writeDispute(db, scope, { operation, known, next: { ...known, act: null, submittedAt }, at })
    // What came of it is read next, by somebody else when the lease has ended.
    db.send(sql`update card_dispute_queue q set due_at = ${new Date(at.wallNow.getTime() + leaseMs)} where q.dispute_id = ${dispute.id}`)
  })
}

/** The shop's text and files, what staff added, and the facts of the sale. */
async function evidenceOf({ database }: Services, scope: Scope, dispute: StoredDispute): Promise<DisputeEvidence> {
  return database.read(scope, async (db) => {
    const files: EvidenceFile[] = []
    for (const file of await readEvidenceFiles(db, scope, dispute.id)) {
      const upload = await readUpload(db, file.accountId, file.uploadId)
      if (!upload) throw new Error(`the file ${file.id} of dispute ${dispute.id} has no bytes`)
      files.push({ id: file.id, kind: file.kind, name: file.fileName, mediaType: upload.kind, bytes: upload.bytes })
    }
    const sale = text('disputes.evidence.sale', { reference: dispute.operationId, amount: formatEuros(dispute.amountCents) })
    const parts = [dispute.answerText, dispute.actText, sale].filter((part) => part !== null && part !== '')
    return { id: dispute.id, reference: dispute.reference, mode: scope.mode, text: parts.join('\n\n'), files }
  })
}
