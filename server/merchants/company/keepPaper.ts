import { isOwed, sidesOf, type PaperSide, type PaperType } from '#domain/merchants/company/papers'
import type { Paper } from '#contract/merchants/documents'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { text } from '../../platform/calls/messages.ts'
import { refuseFile } from '../../platform/calls/refuseFile.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { cleanName } from '../../platform/uploads/cleanName.ts'
import type { Inspected } from '../../platform/uploads/inspectFile.ts'
import { keepUpload } from '../../platform/uploads/keepUpload.ts'
import type { CompanyAccount } from './account.ts'
import { fieldSaved } from './fieldSaved.ts'
import { papersNeeded, readPapers } from './papers.ts'

export type Handed = {
  type: PaperType
  side: PaperSide
  name: string
  inspected: Inspected
  /** Whose quota it counts against; `link`: the link by which somebody else handed it in. */
  userId: string
  link: string | null
  now: Date
}

/**
 * Keeps a paper in the place of an earlier one, in the caller's transaction, the account locked. Before onboarding was sent it waits with the rest;
 * afterwards it goes to review at once. Refuses with DocumentNotAllowed, FileNotAccepted or TooManyRequests.
 */
export async function keepPaper(db: Connection, account: CompanyAccount, handed: Handed): Promise<{ id: string; paper: Paper }> {
  const { type, side, name, inspected, userId, link, now } = handed
  await checkPlace(db, account, handed)
  const fileName = cleanName(name, inspected.kind, text('mail.iban.certificate'))
  const uploadId = await keepUpload(db, { accountId: account.id, userId, purpose: 'document', fileName, now, ...inspected }).catch(
    refuseFile,
  )
  // Both sides in one file stand for two; one side ends what stood for both.
  db.send(sql`update documents set replaced_at = ${now} where account_id = ${account.id} and type = ${type} and replaced_at is null
    and (side = ${side} or side = 'single' or ${side === 'single'})`)
  const id = newId(now)
  const status = account.requiresOnboarding ? 'uploaded' : 'in_review'
  await db.run(sql`insert into documents (id, account_id, type, side, upload_id, status, uploaded_by, uploaded_through, uploaded_at)
    values (${id}, ${account.id}, ${type}, ${side}, ${uploadId}, ${status}, ${link === null ? userId : null}, ${link}, ${now})`)
  fieldSaved(db, account, 'docs-upload', [type], now)
  const papers = await readPapers(db, account, now)
  if (!account.requiresOnboarding && papers.every((paper) => !isOwed(paper.status))) sendAgain(db, account.id, now)
  const paper = papers.find((one) => one.type === type)
  if (!paper) throw new Error('a paper that was kept and is not needed')
  return { id, paper }
}

/** The account needs it, it has that side, and it is not being looked at or good as it is. */
async function checkPlace(db: Connection, account: CompanyAccount, { type, side, now }: Handed): Promise<void> {
  if (!papersNeeded(account).includes(type) || !sidesOf(type).includes(side)) throw new Refusal('DocumentNotAllowed', { why: 'type' })
  const paper = (await readPapers(db, account, now)).find((one) => one.type === type)
  const replaced = paper?.files.filter((file) => file.side === side || file.side === 'single' || side === 'single') ?? []
  if (replaced.some(({ status }) => status === 'in_review')) throw new Refusal('DocumentNotAllowed', { why: 'in_review' })
  if (replaced.some(({ status }) => status === 'approved') && !paper?.renewable)
    throw new Refusal('DocumentNotAllowed', { why: 'approved' })
}

/** All that was asked for is there again: the review goes on by itself. */
function sendAgain(db: Connection, accountId: string, now: Date): void {
  db.send(sql`update onboardings set status = 'submitted', submitted_at = ${now} where account_id = ${accountId} and status = 'changes_requested'
    and not exists (select from change_requests c where c.account_id = ${accountId} and c.solved_at is null)`)
}
