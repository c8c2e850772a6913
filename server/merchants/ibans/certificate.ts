import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { uuidOf } from '../../platform/calls/wire.ts'
import { plainName } from '../../platform/uploads/cleanName.ts'
import { readUpload } from '../../platform/uploads/readUpload.ts'

/** The file that was handed in with a change, as it was made anew here: always a download, never a page. Whoever opens one leaves a line. */
export const ibanCertificate: Handler<'ibanCertificate'> = async ({ services, scope, caller, params, ip, requestId }) => {
  const id = uuidOf(params.ibanId)
  const file = await services.database.write(scope, async (db) => {
    const row =
      id &&
      (await db.first<{ upload_id: string }>(sql`select upload_id from bank_accounts
        where id = ${id} and merchant_id = ${scope.merchantId} and account_id = ${caller.accountId} and upload_id is not null`))
    if (!row || !id) return undefined
    await recordReading(db, { caller, scope, ip, requestId }, 'ibanCertificate', {
      entity: 'bank_account',
      entityId: id,
      after: { certificate: 'read' },
    })
    return readUpload(db, caller.accountId, row.upload_id)
  })
  if (!file) throw notFound(params.ibanId)
  return { download: once(file.bytes), fileName: plainName(file.fileName), mediaType: file.kind }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
