import { isolated } from '#domain/platform/direction'
import { formatDate, formatDateTime, isLocalDate, type LocalDate, madridDay } from '#domain/platform/dates'
import { maskIban } from '#domain/money/iban'
import { payoutTermsOn } from '#domain/money/payoutTerms'
import { cents, formatEuros, formatPercent, basisPoints } from '#domain/platform/money'
import { readPayoutTermsOf, type ShopPayout } from '../../money/ledger/payoutTerms.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hasText, text } from '../../platform/calls/messages.ts'
import { readAccount, type CompanyAccount } from './account.ts'
import { dossierDocuments } from './dossierDocuments.ts'
import { formFacts, nameOfCode } from './formFacts.ts'
import { enterpriseForm, ownerForm, profileForm } from './forms.ts'
import { readEnterprise } from './enterprise.ts'
import { readHolders } from './holders.ts'
import { readOwnership } from './owners.ts'
import { readProfile } from './profile.ts'

type Fact = { name: string; value: string }
type Section = { title: string; facts: Fact[] }

/** All data kept about the caller's company: what it stated, what was decided, and every document with who opened it. */
export const companyDossier: Handler<'companyDossier'> = async ({ db, caller, now }) => {
  const account = await readAccount(db, caller)
  const sections = [
    { title: text('dossier.profile'), facts: formFacts(profileForm(account.type), (await readProfile(db, account)).values) },
    ...(account.type === 'enterprise' ? await companySections(db, account) : []),
    ...(await shopSections(db, account, madridDay(now))),
    ...(await bankSections(db, account)),
    ...(await courseSections(db, account)),
  ]
  return {
    madeAt: now.toISOString(),
    sections: sections.filter(({ facts }) => facts.length > 0),
    documents: await dossierDocuments(db, account.id),
    readers: [text('dossier.reader.owners'), text('dossier.reader.reviewers'), text('dossier.reader.operators')],
  }
}

async function companySections(db: Connection, account: CompanyAccount): Promise<Section[]> {
  const { owners } = await readOwnership(db, account)
  const holders = await readHolders(db, account)
  const nameOf = (id: string | null) => holders.find((one) => one.id === id)?.name
  return [
    { title: text('dossier.enterprise'), facts: formFacts(enterpriseForm, (await readEnterprise(db, account)).values) },
    ...owners.map(({ values, created_at: created }) => ({
      title: text('dossier.owner', { name: `${values.firstName ?? ''} ${values.lastName ?? ''}`.trim() }),
      facts: [...formFacts(ownerForm, values), { name: text('dossier.field.created_at'), value: formatDateTime(created) }],
    })),
    {
      title: text('settings.holders'),
      facts: holders.map(({ name, kind, share, parentId }) => ({
        name: `${isolated(name)} (${text(`dossier.holder.${kind}`)})`,
        value:
          parentId === null
            ? formatPercent(basisPoints(share))
            : text('dossier.holder.of', { share: formatPercent(basisPoints(share)), company: nameOf(parentId) ?? '' }),
      })),
    },
  ]
}

type Stored = Record<string, string | number | boolean | Date | bigint | null>

/** Columns of a row as facts, in order, without the empty ones. */
const rowFacts = (row: Stored): Fact[] =>
  Object.entries(row).flatMap(([column, value]) =>
    value === null || value === '' ? [] : [{ name: text(`dossier.field.${column}`), value: columnText(column, value) }],
  )

function columnText(column: string, value: NonNullable<Stored[string]>): string {
  if (value instanceof Date) return formatDateTime(value)
  if (typeof value === 'boolean') return text(value ? 'activity.yes' : 'activity.no')
  if (column.endsWith('_cents')) return formatEuros(cents(Number(value)))
  if (column.endsWith('_bps')) return formatPercent(basisPoints(Number(value)))
  if (typeof value === 'string' && isLocalDate(value)) return formatDate(value)
  const word = `dossier.value.${String(value)}`
  return hasText(word) ? text(word) : (nameOfCode(column, String(value)) ?? String(value))
}

async function shopSections(db: Connection, { id }: CompanyAccount, today: LocalDate): Promise<Section[]> {
  const shops = await db.rows<Stored & { id: string; name: string }>(sql`
    select m.id, m.name, m.url, m.status, m.country, m.currency, m.sandbox_enabled, m.billing_email, m.payment_frequency, m.reserve_bps, m.reserve_days,
      m.minimum_fee_cents, m.created_at, m.live_on,
      a.business_activity, a.monthly_cents, a.average_cents, a.ecommerce_platform, a.submitted_at, a.decided_at, a.outcome, a.reason
    from merchants m left join shop_applications a on a.merchant_id = m.id where m.account_id = ${id} order by m.created_at, m.id`)
  const payout = await readPayoutTermsOf(
    db,
    shops.map((shop) => shop.id),
  )
  const drafts = await db.rows<Stored>(
    sql`select name, url, in_store_only, business_activity, iban, monthly_cents, average_cents from shop_drafts where account_id = ${id}`,
  )
  return [
    ...shops.map(({ id: merchantId, ...row }) => ({
      title: text('dossier.shop', { name: row.name }),
      facts: rowFacts({ ...row, ...payoutFacts(payout.get(merchantId), today) }),
    })),
    ...drafts.map((row) => ({
      title: text('dossier.draft'),
      facts: rowFacts({ ...row, iban: typeof row.iban === 'string' ? maskIban(row.iban) : null }),
    })),
  ]
}

/** How a shop is paid today, in place of what its row says. */
function payoutFacts(payout: ShopPayout | undefined, today: LocalDate): Stored {
  const { frequency, reserve, minimumFeeCents } = payoutTermsOn(payout?.versions ?? { list: [], own: [] }, today)
  return {
    payment_frequency: frequency,
    reserve_bps: reserve.rate,
    reserve_days: reserve.days,
    minimum_fee_cents: minimumFeeCents === 0 ? null : minimumFeeCents,
  }
}

async function bankSections(db: Connection, { id }: CompanyAccount): Promise<Section[]> {
  const rows = await db.rows<Stored & { iban: string }>(sql`
    select b.iban, b.holder_name, b.holder_document, b.state, b.user_agent, b.new_device, (select u.first_name || ' ' || u.last_name from users u where u.id = b.requested_by) as asked_by,
      b.created_at, b.confirmed_at, (select u.first_name || ' ' || u.last_name from users u where u.id = b.second_owner_id) as second_owner, b.second_owner_at,
      b.reviewed_at, b.rejection_reason, b.approved_at, b.effective_from, b.ended_at, b.paused_until
    from bank_accounts b where b.account_id = ${id} order by b.created_at, b.id`)
  // The number is masked everywhere it is shown.
  return rows.map((row) => ({
    title: text('dossier.bank', { iban: maskIban(row.iban) }),
    facts: rowFacts({ ...row, iban: maskIban(row.iban) }),
  }))
}

/** The course of onboarding: its dates, the changes a reviewer requested, and the delegation links. */
async function courseSections(db: Connection, { id }: CompanyAccount): Promise<Section[]> {
  const [course, requests, links] = await Promise.all([
    db.rows<Stored>(
      sql`select o.status, o.started_at, o.docs_seen_at, o.submitted_at, o.decided_at from onboardings o where o.account_id = ${id}`,
    ),
    db.rows<{
      field: string
      message: string
      created_at: Date
      solved_at: Date | null
    }>(sql`select field, message, created_at, solved_at from change_requests
      where account_id = ${id} order by created_at`),
    db.rows<Stored>(
      sql`select recipient, created_at, expires_at, opened_at, done_at, revoked_at from onboarding_links where account_id = ${id} order by created_at`,
    ),
  ])
  return [
    ...course.map((row) => ({ title: text('dossier.course'), facts: rowFacts(row) })),
    ...requests.map(({ field, ...row }) => ({
      title: text('dossier.request', { field: requestedFieldText(field) }),
      facts: rowFacts(row),
    })),
    ...links.map((row) => ({ title: text('dossier.link'), facts: rowFacts(row) })),
  ]
}

/** The label of a field or document that a reviewer requested. */
const requestedFieldText = (field: string): string => {
  const key = ['company.field', 'company.paper'].map((group) => `${group}.${field}`).find(hasText)
  return key === undefined ? field : text(key)
}
