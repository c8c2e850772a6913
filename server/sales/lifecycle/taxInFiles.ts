import type { TaxName } from '#domain/money/taxTerritory'
import { text } from '../../platform/calls/messages.ts'
import type { Connection } from '../../platform/database/database.ts'
import { readTaxName } from '../../money/ledger/readTax.ts'

/** The name of a tax in files, which are in Spanish; null: of several. */
export const fileTax = (tax: TaxName | null): string => text(`download.tax.${tax ?? 'several'}`)

/** The name in files of the tax on what a merchant is charged; of several, the word for any. */
export const taxInFiles = async (db: Connection, merchantId: string): Promise<string> => fileTax(await readTaxName(db, merchantId))
