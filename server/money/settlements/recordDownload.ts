import { sql } from '../../platform/database/sql.ts'
import type { Call } from '../../platform/calls/call.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import type { PdfHead } from './pdfFile.ts'

type Downloading = Call<'settlementDownload'> | Call<'settlementDownloadMany'>

/** Leaves the line that a file was taken, by whom and which, and answers with what stands at the head of one. */
export async function recordDownload(
  call: Downloading,
  name: 'settlementDownload' | 'settlementDownloadMany',
  after: object,
): Promise<PdfHead> {
  const { services, scope } = call
  return services.database.write(scope, async (db) => {
    const shop = await db.first<{ name: string }>(sql`select name from merchants where id = ${scope.merchantId}`)
    await recordReading(db, call, name, { after })
    return { issuer: services.config.brand.legalName, shopName: shop?.name ?? '', sandbox: scope.mode === 'sandbox' }
  })
}
