import type { PaperFile } from '#contract/merchants/documents'
import { readAccount } from '../../merchants/company/account.ts'
import { readPapers } from '../../merchants/company/documents.ts'
import { requestChange, waitingShops } from '../../merchants/onboarding/review.ts'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'
import { decideDocument } from '../review/decide.ts'
import { readDocument } from '../review/files.ts'

/** Shops that wait for a decision, the oldest first. */
export const providerApplicationList: ProviderHandler<'providerApplicationList'> = async ({ services }) => ({
  results: (await waitingShops(services.database)).map(({ merchantId, accountId, shop, company, status, submittedAt }) => ({
    accountId: hexOf(accountId),
    merchantId: hexOf(merchantId),
    name: shop,
    company,
    status: status as 'submitted', // its column's check
    submittedAt: submittedAt.toISOString(),
  })),
})

/** A file, without its name and who sent it. */
const fileOf = (file: PaperFile) => ({
  id: file.uuid,
  side: file.side,
  mediaType: file.mimeType,
  size: file.size,
  status: file.status,
  rejectionReason: file.rejectionReason,
  note: file.note,
  uploadedAt: file.uploadedAt,
  reviewedAt: file.reviewedAt,
  expiresOn: file.expiresOn,
})

/** Every document that an account needs, with its files. */
export const providerDocumentList: ProviderHandler<'providerDocumentList'> = async ({ db, params, now }) => {
  const accountId = idFrom(params.accountId)
  const known = await db.first(sql`select from accounts where id = ${accountId}`)
  if (!known) throw notFound(params.accountId)
  const papers = await readPapers(db, await readAccount(db, { accountId }), now)
  return {
    results: papers.map(({ type, status, files }) => ({
      type,
      status,
      files: files.map(fileOf),
    })),
  }
}

export const providerDocumentFile: ProviderHandler<'providerDocumentFile'> = async ({ db, params, audit }) => {
  const { file, opened } = await readDocument(db, params)
  audit(opened)
  return file
}

export const providerDocumentDecide: ProviderHandler<'providerDocumentDecide'> = ({ db, params, body, by, now }) =>
  decideDocument(db, { params, body, by, now })

/** Asks the owners to correct a field. */
export const providerChangeRequest: ProviderHandler<'providerChangeRequest'> = async ({ db, params, body, by, now }) => {
  await requestChange(db, idFrom(params.accountId), body, { by, now })
  return undefined
}
