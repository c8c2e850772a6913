import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Call } from '../../platform/calls/call.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'

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
  await recordReading(db, call, name, { after })
}
