import type { Paper } from '#contract/merchants/documents'
import { type LocalDate, madridDay } from '#domain/platform/dates'
import { mayRequestChange, type OnboardingStatus, type OnboardingStep, reopeningSteps } from '#domain/merchants/onboarding'
import { paperChecks, type PaperReason, type PaperType } from '#domain/merchants/company/papers'
import { type Actor, recordAct } from '../../platform/calls/actor.ts'
import type { Services } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { audited, type ByProvider } from '../../platform/calls/providerChange.ts'
import { notFound, Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { type KeptUpload, readUpload } from '../../platform/uploads/keepUpload.ts'
import { readAccount } from '../company/account.ts'
import { readPapers } from '../company/documents.ts'
import { tellProvider } from '../notices/providerEvents.ts'
import { changeNotice, notifyOwners, paperNotice, shopNotice } from './notifyOwners.ts'

type WaitingShop = { merchantId: string; accountId: string; shop: string; company: string; status: string; submittedAt: Date }

type WaitingRow = { merchant_id: string; account_id: string; shop: string; company: string; status: string; submitted_at: Date }

/** Shops that wait for the provider, oldest first. */
export async function waitingShops({ read }: Database): Promise<WaitingShop[]> {
  const rows = await read(null, (db) =>
    db.rows<WaitingRow>(sql`select s.merchant_id, s.account_id, m.name as shop, coalesce(e.name, p.first_name || ' ' || p.last_name, '') as company,
        coalesce(o.status, 'submitted') as status, s.submitted_at
      from shop_applications s join merchants m on m.id = s.merchant_id left join onboardings o on o.account_id = s.account_id
        left join enterprises e on e.account_id = s.account_id left join profiles p on p.account_id = s.account_id
      where s.outcome is null order by s.submitted_at limit 200`),
  )
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    accountId: row.account_id,
    shop: row.shop,
    company: row.company,
    status: row.status,
    submittedAt: row.submitted_at,
  }))
}

/** The documents to review, in the list that their owner sees. */
export async function papersToReview(
  database: Database,
  accountId: string,
  now: Date,
): Promise<(Paper & { checks: readonly PaperReason[] })[] | undefined> {
  return database.read(null, async (db) => {
    const known = await db.first(sql`select from accounts where id = ${accountId}`)
    if (!known) return undefined
    const papers = await readPapers(db, await readAccount(db, { accountId }), now)
    return papers.map((paper) => ({ ...paper, checks: paperChecks[paper.type] }))
  })
}

/** A document's file, for the reviewer; undefined: there is no such document. Opening it leaves an audit entry that the account's owner can see. */
export async function fileToReview(db: Connection, documentId: string, by: Actor): Promise<KeptUpload | undefined> {
  const row = await db.first<{ account_id: string; upload_id: string }>(
    sql`select account_id, upload_id from documents where id = ${documentId}`,
  )
  if (!row) return undefined
  await recordAct(db, by, { accountId: row.account_id, call: 'operator.read-document', entity: 'document', entityId: documentId })
  return readUpload(db, row.account_id, row.upload_id)
}

/** The result of a file's review: approved, and until when; or the reason of the rejection, and a note. */
export type PaperVerdict = { approved: true; expiresOn: LocalDate | null } | { approved: false; reason: PaperReason; note: string | null }

type PaperRow = { id: string; account_id: string; type: PaperType; status: string }

/**
 * Applies the provider's review of one file; a rejected one is requested again at once. Refuses with ObjectNotFoundException a replaced file, and with
 * ReviewNotAllowed one that does not wait for its review.
 */
export async function reviewPaper(db: Connection, id: string, verdict: PaperVerdict, { by, now }: ByProvider): Promise<void> {
  const row = await db.first<PaperRow>(
    sql`select id, account_id, type, status from documents where id = ${id} and replaced_at is null for update`,
  )
  if (!row) throw notFound(hexOf(id))
  const call = verdict.approved ? 'operator.approve-document' : 'operator.reject-document'
  const after = { status: verdict.approved ? 'approved' : 'rejected', ...verdict }
  const entry = { accountId: row.account_id, call, entity: 'document', entityId: id, before: { status: row.status }, after }
  await audited(db, by, entry, async () => {
    if (row.status !== 'in_review') throw new Refusal('ReviewNotAllowed', { why: 'document' })
    if (verdict.approved) {
      await db.run(sql`update documents set status = 'approved', reviewed_at = ${now}, expires_on = ${verdict.expiresOn} where id = ${id}`)
      db.send(sql`update onboardings set status = 'in_review' where account_id = ${row.account_id} and status = 'submitted'`)
    } else {
      await db.run(
        sql`update documents set status = 'rejected', reviewed_at = ${now}, rejection_reason = ${verdict.reason}, note = ${verdict.note} where id = ${id}`,
      )
      db.send(
        sql`update onboardings set status = 'changes_requested' where account_id = ${row.account_id} and status in ('submitted', 'in_review')`,
      )
    }
    notifyOwners(db, row.account_id, paperNotice(row.type, verdict), now)
  })
}

/** A requested change: the step, the field as on the wire (for documents their type), and why. */
export type RequestedChange = { step: Exclude<OnboardingStep, 'docs-info' | 'add-merchant'>; field: string; message: string }

/**
 * Requests a change of a field from an owner. Data of person or company reopen onboarding (docs/domain.md#onboarding); documents do not. Refuses with
 * ReviewNotAllowed when the application is decided, or was not submitted yet.
 */
export async function requestChange(db: Connection, accountId: string, requested: RequestedChange, { by, now }: ByProvider): Promise<void> {
  const row = await db.first<{ status: OnboardingStatus }>(sql`select o.status from onboardings o join accounts a on a.id = o.account_id
      where o.account_id = ${accountId} for update`)
  if (!row) throw notFound(hexOf(accountId))
  const after = { status: 'changes_requested', step: requested.step, field: requested.field }
  const entry = { accountId, call: 'operator.ask-change', entity: 'onboarding', entityId: accountId, before: { status: row.status }, after }
  await audited(db, by, entry, async () => {
    if (!mayRequestChange(row.status)) throw new Refusal('ReviewNotAllowed', { why: 'onboarding' })
    await db.run(sql`insert into change_requests (id, account_id, step, field, message, created_at)
      values (${newId(now)}, ${accountId}, ${requested.step}, ${requested.field}, ${requested.message}, ${now})`)
    db.send(sql`update onboardings set status = 'changes_requested' where account_id = ${accountId}`)
    if (reopeningSteps.has(requested.step)) db.send(sql`update accounts set requires_onboarding = true where id = ${accountId}`)
    notifyOwners(db, accountId, changeNotice(requested.message), now)
  })
}

/** The provider's decision on a requested shop; a rejection has a reason in words for the owner. */
export type ShopVerdict = { approved: true } | { approved: false; reason: string }

type ShopRow = { account_id: string; name: string; status: string; iban: string | null; bank_account_id: string | null }

/** Approves or rejects a shop; an approved one sells on the terms of the price list. Refuses with ReviewNotAllowed when it is decided, or while a document or a requested change is open. */
export async function decideShop(db: Connection, merchantId: string, verdict: ShopVerdict, { by, now }: ByProvider): Promise<void> {
  const row = await db.first<ShopRow>(sql`select m.account_id, m.name, m.status, s.iban, s.bank_account_id
      from merchants m join shop_applications s on s.merchant_id = m.id where m.id = ${merchantId} for update`)
  if (!row) throw notFound(hexOf(merchantId))
  const call = verdict.approved ? 'operator.approve-merchant' : 'operator.reject-merchant'
  const entry = {
    accountId: row.account_id,
    call,
    entity: 'merchant',
    entityId: merchantId,
    before: { status: row.status },
    after: verdict.approved ? { status: 'active' } : { status: 'rejected', note: verdict.reason },
  }
  await audited(db, by, entry, async () => {
    if (row.status !== 'pending') throw new Refusal('ReviewNotAllowed', { why: 'decided' })
    if (verdict.approved) await assertApprovable(db, row.account_id, now)
    await applyVerdict(db, merchantId, row, verdict, now)
  })
}

/** A shop can be approved when every document is, and no requested change is open. Refuses with ReviewNotAllowed otherwise. */
async function assertApprovable(db: Connection, accountId: string, now: Date): Promise<void> {
  const ended = await db.first(sql`select from accounts where id = ${accountId} and relation_ended_on is not null`)
  if (ended) throw new Refusal('ReviewNotAllowed', { why: 'ended' })
  const papers = await readPapers(db, await readAccount(db, { accountId }), now)
  const open = papers.filter((paper) => paper.status !== 'approved')
  if (open.length > 0) {
    const documents = open.map(({ type }) => text(`company.paper.${type}`)).join(', ')
    throw new Refusal('ReviewNotAllowed', { why: 'documents', values: { documents } })
  }
  const openRequest = await db.first(sql`select from change_requests where account_id = ${accountId} and solved_at is null limit 1`)
  if (openRequest) throw new Refusal('ReviewNotAllowed', { why: 'changes' })
}

async function applyVerdict(db: Connection, merchantId: string, row: ShopRow, verdict: ShopVerdict, now: Date): Promise<void> {
  const { account_id: accountId } = row
  const outcome = verdict.approved ? 'approved' : 'rejected'
  await db.run(sql`update shop_applications set outcome = ${outcome}, decided_at = ${now}, reason = ${verdict.approved ? null : verdict.reason}
    where merchant_id = ${merchantId}`)
  db.send(
    sql`update onboardings set status = ${outcome}, decided_at = ${now} where account_id = ${accountId} and status not in ('approved', 'rejected')`,
  )
  if (verdict.approved) {
    const bankAccountId = row.bank_account_id ?? (await openAccount(db, accountId, row.iban ?? '', now))
    await db.run(sql`update merchants set status = 'active', live_on = ${now}, bank_account_id = ${bankAccountId} where id = ${merchantId}`)
  } else await db.run(sql`update merchants set status = 'rejected' where id = ${merchantId}`)
  notifyOwners(db, accountId, shopNotice(row.name, verdict), now)
  tellProvider(db, { type: `merchant.${outcome}`, at: now, about: { accountId, merchantId }, objectId: merchantId })
}

/** The account stated when the shop was requested: the reviewer has seen its certificate. The company's first one becomes its default. */
async function openAccount(db: Connection, accountId: string, iban: string, now: Date): Promise<string> {
  const id = newId(now)
  await db.run(sql`insert into bank_accounts (id, account_id, iban, holder_name, is_default, reviewed_at, created_at)
    select ${id}::uuid, ${accountId}::uuid, ${iban}, coalesce((select e.name from enterprises e where e.account_id = ${accountId}),
      (select p.first_name || ' ' || p.last_name from profiles p where p.account_id = ${accountId}), ''),
      not exists (select from bank_accounts b where b.account_id = ${accountId} and b.is_default and b.state = 'active'), ${now}, ${now}`)
  return id
}

/** Marks documents past their last day as expired, to be uploaded again (docs/domain.md#papers); returns how many. */
export const expirePapers = ({ database, now }: Pick<Services, 'database' | 'now'>): Promise<number> =>
  database.write(null, (db) =>
    db.run(
      sql`update documents set status = 'expired' where status = 'approved' and replaced_at is null and expires_on < ${madridDay(now())}`,
    ),
  )
