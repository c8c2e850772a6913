import { sql } from '../db/sql.ts'
import type { Handler } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { uuidOf } from '../http/wire.ts'
import { plainName } from '../uploads/cleanName.ts'
import { readUpload } from '../uploads/readUpload.ts'

/** The file that was handed in with a change, as it was made anew here: always a download, never a page. */
export const certificate: Handler<'ibanCertificate'> = async ({ house, scope, caller, params }) => {
  const id = uuidOf(params.ibanId)
  const file = await house.database.read(scope, async (db) => {
    const row =
      id &&
      (await db.first<{ upload_id: string }>(sql`select upload_id from bank_accounts
        where id = ${id} and merchant_id = ${scope.merchantId} and account_id = ${caller.accountId} and upload_id is not null`))
    return row ? readUpload(db, caller.accountId, row.upload_id) : undefined
  })
  if (!file) throw notFound(params.ibanId)
  return { download: once(file.bytes), fileName: plainName(file.fileName), mediaType: file.kind }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
