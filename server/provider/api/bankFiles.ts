import type { ProviderBankFileView } from '#contract/providerApi/bankFiles'
import type { StatusFile } from '#domain/money/bankStatus/statusLine'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { bytesOf } from '../bankFiles/bankFiles.ts'
import { readOrRefuse } from '../bankFiles/plan.ts'
import { countsOf, fileById, type FileRow } from '../bankFiles/rows.ts'
import { storeFile } from '../bankFiles/store.ts'

const viewOf = (row: FileRow): ProviderBankFileView => ({
  id: hexOf(row.id),
  name: row.name,
  format: row.format,
  readAt: row.read_at.toISOString(),
  counts: countsOf(row),
})

export const providerBankFile: ProviderHandler<'providerBankFile'> = async ({ db, params }) => viewOf(await fileById(db, params.fileId))

/** Stores a file; a worker applies its lines as soon as it is committed. */
export const providerBankFileRead: ProviderHandler<'providerBankFileRead'> = async ({ db, body, services, by, now, audit }) => {
  const bytes = bytesOf(body)
  const file: StatusFile = readOrRefuse(bytes, services)
  const providerKeyId = 'providerKeyId' in by ? by.providerKeyId : ''
  const { id, isNew, lines } = await storeFile(db, { name: body.name, bytes, from: { source: 'api', providerKeyId } }, file, now)
  audit({ entity: 'bank_file', entityId: id, after: { file: body.name, isNew, lines } })
  return viewOf(await fileById(db, hexOf(id)))
}
