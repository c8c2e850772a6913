import { record } from '../audit/record.ts'
import type { Connection } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Call } from '../http/call.ts'

type Downloading = Call<'invoiceDownload'> | Call<'invoiceDownloadMany'>

/** Remembers that this person has these invoices now, and leaves the line that says so; the first time counts. */
export async function recordDownload(
  db: Connection,
  call: Downloading,
  name: 'invoiceDownload' | 'invoiceDownloadMany',
  { ids, after }: { ids: readonly string[]; after: object },
): Promise<void> {
  const { scope, caller, now } = call
  db.send(sql`insert into invoice_downloads (merchant_id, mode, invoice_id, user_id, downloaded_at)
    select ${scope.merchantId}, ${scope.mode}, id, ${caller.userId}, ${now} from unnest(${ids}::uuid[]) id on conflict do nothing`)
  await record(db, {
    accountId: caller.accountId,
    merchantId: scope.merchantId,
    mode: scope.mode,
    userId: caller.userId,
    role: caller.role,
    ip: call.ip,
    call: name,
    outcome: 'done',
    entity: 'merchant',
    entityId: scope.merchantId,
    after,
    requestId: call.requestId,
  })
}
