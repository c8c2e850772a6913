import type { Paper } from '#contract/merchants/documents'
import { type LocalDate, madridDay } from '#domain/platform/dates'
import { canMoveOnboarding, type OnboardingStatus, type OnboardingStep, reopeningSteps } from '#domain/merchants/onboarding'
import { needsUpload, paperChecks, type PaperReason } from '#domain/merchants/company/papers'
import { record, recordOpened } from '../../platform/audit/record.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { Connection, Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/newId.ts'
import { sql } from '../../platform/database/sql.ts'
import { type KeptUpload, readUpload } from '../../platform/uploads/keepUpload.ts'
import { readAccount } from '../company/account.ts'
import { readPapers } from '../company/documents.ts'
import { notifyOwners } from './notifyOwners.ts'

/** What a review changed of an account. */
type Reviewed = {
  accountId: string
  entity: string
  entityId: string
  before?: unknown
  after: unknown
  /** Why it was not possible, in words for the console. */
  problem: string | null
}

/** One transaction of the provider with an audit entry for the account; returns why it was not possible, or null. */
export const operatorWrite = (
  database: Database,
  verb: string,
  work: (db: Connection) => Promise<Reviewed | string>,
): Promise<string | null> =>
  database.write(null, async (db) => {
    const done = await work(db)
    if (typeof done === 'string') return done
    const { accountId, entity, entityId, before, after, problem } = done
    await record(db, {
      accountId,
      merchantId: null,
      mode: null,
      userId: null,
      role: 'operator',
      ip: null,
      call: `operator.${verb}`,
      outcome: problem === null ? 'done' : 'refused',
      entity,
      entityId,
      before,
      after,
    })
    return problem
  })

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

/** A document's file, for the reviewer. Opening it leaves an audit entry that the account's owner can see. */
export const fileToReview = ({ write }: Database, documentId: string): Promise<KeptUpload | undefined> =>
  write(null, async (db) => {
    const row = await db.first<{ account_id: string; upload_id: string }>(
      sql`select account_id, upload_id from documents where id = ${documentId}`,
    )
    if (!row) return undefined
    await recordOpened(db, { accountId: row.account_id, call: 'operator.read-document', entity: 'document', entityId: documentId })
    return readUpload(db, row.account_id, row.upload_id)
  })

/** The result of a file's review: approved, and until when; or the reason of the rejection, and a note. */
type PaperVerdict = { approved: true; expiresOn: LocalDate | null } | { approved: false; reason: PaperReason; note: string | null }

type PaperRow = { id: string; account_id: string; type: string; status: string }

/** Applies the provider's review of one file; a rejected one is requested again at once. Returns why it is not possible, or null. */
export const reviewPaper = (database: Database, id: string, verdict: PaperVerdict, now: Date): Promise<string | null> =>
  operatorWrite(database, verdict.approved ? 'approve-document' : 'reject-document', async (db) => {
    const row = await db.first<PaperRow>(
      sql`select id, account_id, type, status from documents where id = ${id} and replaced_at is null for update`,
    )
    if (!row) return 'no such document, or it was replaced'
    const reviewed = { accountId: row.account_id, entity: 'document', entityId: row.id, before: { status: row.status }, after: verdict }
    if (row.status !== 'in_review') return { ...reviewed, problem: `it is ${row.status}` }
    const paper = { key: 'document', said: [{ of: `company.paper.${row.type}` }] }
    if (verdict.approved) {
      await db.run(sql`update documents set status = 'approved', reviewed_at = ${now}, expires_on = ${verdict.expiresOn} where id = ${id}`)
      db.send(sql`update onboardings set status = 'in_review' where account_id = ${row.account_id} and status = 'submitted'`)
      notifyOwners(db, row.account_id, 'document_approved', { values: [paper], now })
    } else {
      await db.run(
        sql`update documents set status = 'rejected', reviewed_at = ${now}, rejection_reason = ${verdict.reason}, note = ${verdict.note} where id = ${id}`,
      )
      db.send(
        sql`update onboardings set status = 'changes_requested' where account_id = ${row.account_id} and status in ('submitted', 'in_review')`,
      )
      const why = {
        key: 'why',
        said: [{ of: `company.paperReason.${verdict.reason}` }, ...(verdict.note === null ? [] : [{ written: verdict.note }])],
      }
      notifyOwners(db, row.account_id, 'document_rejected', { values: [paper, why], actionUrl: '/', now })
    }
    return { ...reviewed, problem: null }
  })

/** A requested change: the step, the field as on the wire (for documents their type), and why. */
export type RequestedChange = { step: Exclude<OnboardingStep, 'docs-info' | 'add-merchant'>; field: string; message: string }

/**
 * Requests a change of a field from an owner. Data of person or company reopen onboarding (docs/domain.md#onboarding); documents do not.
 * Returns why it is not possible, or null.
 */
export const requestChange = (database: Database, accountId: string, requested: RequestedChange, now: Date): Promise<string | null> =>
  operatorWrite(database, 'ask-change', async (db) => {
    const row = await db.first<{ status: OnboardingStatus }>(sql`select o.status from onboardings o join accounts a on a.id = o.account_id
      where o.account_id = ${accountId} for update`)
    if (!row) return 'that account has no onboarding'
    const asked = {
      accountId,
      entity: 'onboarding',
      entityId: accountId,
      before: { status: row.status },
      after: { step: requested.step, field: requested.field },
    }
    const isOpen = row.status === 'changes_requested' || canMoveOnboarding(row.status, 'changes_requested')
    if (!isOpen) return { ...asked, problem: `it is ${row.status}` }
    await db.run(sql`insert into change_requests (id, account_id, step, field, message, created_at)
      values (${newId(now)}, ${accountId}, ${requested.step}, ${requested.field}, ${requested.message}, ${now})`)
    db.send(sql`update onboardings set status = 'changes_requested' where account_id = ${accountId}`)
    if (reopeningSteps.has(requested.step)) db.send(sql`update accounts set requires_onboarding = true where id = ${accountId}`)
    notifyOwners(db, accountId, 'onboarding_changes', { values: [{ key: 'message', value: requested.message }], actionUrl: '/', now })
    return { ...asked, problem: null }
  })

/** The provider's decision on a requested shop; a rejection has a reason in words for the owner. */
type ShopVerdict = { approved: true } | { approved: false; reason: string }

type ShopRow = { account_id: string; name: string; status: string; iban: string | null; bank_account_id: string | null }

/** Approves or rejects a shop; an approved one sells on the terms of the price list. Returns why it is not possible, or null. */
export async function decideShop(database: Database, merchantId: string, verdict: ShopVerdict, now: Date): Promise<string | null> {
  return operatorWrite(database, verdict.approved ? 'approve-merchant' : 'reject-merchant', async (db) => {
    const row = await db.first<ShopRow>(sql`select m.account_id, m.name, m.status, s.iban, s.bank_account_id
      from merchants m join shop_applications s on s.merchant_id = m.id where m.id = ${merchantId} for update`)
    if (!row) return 'no application for that shop'
    const decided = { accountId: row.account_id, entity: 'merchant', entityId: merchantId, before: { status: row.status }, after: verdict }
    const problem = await approvalProblem(db, row, verdict, now)
    if (problem === null) await applyVerdict(db, merchantId, row, verdict, now)
    return { ...decided, problem } satisfies Reviewed
  })
}

/** A shop can be approved when every document is, and no requested change is open. */
async function approvalProblem(
  db: Connection,
  { account_id: accountId, status }: ShopRow,
  { approved }: ShopVerdict,
  now: Date,
): Promise<string | null> {
  if (status !== 'pending') return `it is ${status}`
  if (!approved) return null
  const ended = await db.first(sql`select from accounts where id = ${accountId} and relation_ended_on is not null`)
  if (ended) return "its company's relation has ended"
  const papers = await readPapers(db, await readAccount(db, { accountId }), now)
  const open = papers.filter((paper) => paper.status !== 'approved')
  if (open.length > 0)
    return `${open.map((paper) => `${paper.type} is ${needsUpload(paper.status) ? 'not uploaded' : 'not approved'}`).join(', ')}`
  const asked = await db.first(sql`select from change_requests where account_id = ${accountId} and solved_at is null limit 1`)
  return asked ? 'a requested change is still open' : null
}

async function applyVerdict(db: Connection, merchantId: string, row: ShopRow, verdict: ShopVerdict, now: Date): Promise<void> {
  const { account_id: accountId, name } = row
  const outcome = verdict.approved ? 'approved' : 'rejected'
  await db.run(sql`update shop_applications set outcome = ${outcome}, decided_at = ${now}, reason = ${verdict.approved ? null : verdict.reason}
    where merchant_id = ${merchantId}`)
  db.send(
    sql`update onboardings set status = ${outcome}, decided_at = ${now} where account_id = ${accountId} and status not in ('approved', 'rejected')`,
  )
  const values = [{ key: 'shop', value: name }]
  if (verdict.approved) {
    const bankAccountId = row.bank_account_id ?? (await openAccount(db, accountId, row.iban ?? '', now))
    await db.run(sql`update merchants set status = 'active', live_on = ${now}, bank_account_id = ${bankAccountId} where id = ${merchantId}`)
    notifyOwners(db, accountId, 'merchant_approved', { values, actionUrl: '/', now })
  } else {
    await db.run(sql`update merchants set status = 'rejected' where id = ${merchantId}`)
    notifyOwners(db, accountId, 'merchant_rejected', { values: [...values, { key: 'why', value: verdict.reason }], now })
  }
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
