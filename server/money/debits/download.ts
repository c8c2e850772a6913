import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { mandatePdf } from './mandatePdf.ts'
import { readMandate } from './readMandate.ts'

/** A mandate as it was signed, on paper. It holds a whole account number: whoever takes it leaves a line. */
export const mandateDownload: Handler<'mandateDownload'> = async ({ services, scope, caller, params, ip, requestId }) => {
  const id = uuidOf(params.mandateId)
  const stored =
    id &&
    (await services.database.write(scope, async (db) => {
      const found = await readMandate(db, scope, id)
      if (found)
        await recordReading(db, { caller, scope, ip, requestId }, 'mandateDownload', {
          entity: 'debit_mandate',
          entityId: id,
          after: { reference: found.reference },
        })
      return found
    }))
  if (!stored) throw notFound(params.mandateId)
  return {
    download: mandatePdf(stored),
    fileName: text('debits.file.name', { reference: stored.reference }),
    mediaType: 'application/pdf',
  }
}
