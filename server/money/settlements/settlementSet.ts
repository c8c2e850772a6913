import type { LocalDate } from '#domain/platform/dates'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ZipEntry } from '../../platform/files/zipFile.ts'
import { chosenSettlements } from './chosenSettlements.ts'
import { settlementEntries } from './settlementEntries.ts'
import type { SettlementFormat } from './settlementFile.ts'

type Wanted = { from: LocalDate; to: LocalDate; format: SettlementFormat; collected?: 'no' | undefined }

/** The settlements between two value dates as files for a kept zip, and how many. */
export async function settlementSet(
  { database, config }: { database: Database; config: Pick<Config, 'brand'> },
  scope: Scope,
  { format, ...choice }: Wanted,
): Promise<{ count: number; entries: AsyncIterable<ZipEntry> }> {
  const these = chosenSettlements(scope, choice)
  const found = await database.read(scope, (db) =>
    db.first<{ name: string; many: number }>(sql`select m.name, (select count(*)::integer from settlements s where ${these}) as many
      from merchants m where m.id = ${scope.merchantId}`),
  )
  const head = { issuer: config.brand.legalName, shopName: found?.name ?? '', sandbox: scope.mode === 'sandbox' }
  return { count: found?.many ?? 0, entries: settlementEntries(database, scope, { these, format, head }) }
}
