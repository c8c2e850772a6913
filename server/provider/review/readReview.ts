import type { ReviewDocument, ReviewSection } from '#contract/provider/review'
import { localDate, madridDay } from '#domain/platform/dates'
import { cents, formatEuros } from '#domain/platform/money'
import { maskIban } from '#domain/money/iban'
import { paperChecks } from '#domain/merchants/company/papers'
import type { FieldValue } from '#domain/merchants/company/fields'
import type { OnboardingStatus } from '#domain/merchants/onboarding'
import type { Holding } from '#domain/merchants/company/ownership'
import { applicationChecks, type Check } from '#domain/provider/applicationChecks'
import { workDeadline } from '#domain/provider/workTargets'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { hasText, text } from '../../platform/calls/messages.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type CompanyAccount, readAccount } from '../../merchants/company/account.ts'
import { readPapers } from '../../merchants/company/documents.ts'
import { readEnterprise } from '../../merchants/company/enterprise.ts'
import { fieldText } from '../../merchants/company/formFacts.ts'
import { readOwnership } from '../../merchants/company/owners.ts'
import { readProfile } from '../../merchants/company/profile.ts'
import { checkTexts } from './checkTexts.ts'
import { isMaskedFor } from './opened.ts'
import { enterpriseSection, maskName, ownerSection, profileSection } from './sections.ts'

type AccountRow = { company: string; person: string | null; status: OnboardingStatus | null; submitted_at: Date | null }
type ShopRow = {
  merchant_id: string
  name: string
  url: string | null
  business_activity: string
  iban: string | null
  iban_elsewhere: boolean
  monthly_cents: bigint
  average_cents: bigint
  ecommerce_platform: string | null
  submitted_at: Date
}
type ChangeRow = {
  step: 'profile' | 'enterprise' | 'ownership' | 'owner' | 'docs-upload'
  field: string
  message: string
  created_at: Date
}

/** Everything that a reviewer compares of an account. Reading it leaves an audit entry. */
export const consoleReview: ConsoleHandler<'consoleReview'> = async ({ db, staff, params, query, now, audit }) => {
  const accountId = idFrom(params.accountId)
  const row =
    await db.first<AccountRow>(sql`select coalesce(e.name, '') as company, p.first_name || ' ' || p.last_name as person, o.status, o.submitted_at
    from accounts a left join enterprises e on e.account_id = a.id left join profiles p on p.account_id = a.id left join onboardings o on o.account_id = a.id
    where a.id = ${accountId}`)
  if (!row) throw notFound(params.accountId)
  const isMasked = isMaskedFor(staff, query.reason)
  const account = await readAccount(db, { accountId })
  const [typed, shops, changes, documents] = await Promise.all([
    typedSections(db, account, isMasked),
    waitingShops(db, accountId),
    db.rows<ChangeRow>(
      sql`select step, field, message, created_at from change_requests where account_id = ${accountId} and solved_at is null order by created_at`,
    ),
    reviewedDocuments(db, account, now),
  ])
  audit({ entity: 'account', entityId: accountId, accountId, after: query.reason === undefined ? undefined : { reason: query.reason } })
  return {
    accountId: hexOf(accountId),
    name: row.company || (isMasked ? maskName(row.person ?? '') : (row.person ?? '')),
    type: account.type,
    status: row.status ?? 'not_started',
    submittedAt: row.submitted_at?.toISOString() ?? null,
    isMasked,
    sections: [...typed, ...shops.map(shopSection)],
    documents,
    changes: changes.map((change) => ({
      step: change.step,
      field: change.field,
      label: fieldLabel(change.field),
      message: change.message,
      createdAt: change.created_at.toISOString(),
    })),
    shops: shops.map((shop) => ({
      merchantId: hexOf(shop.merchant_id),
      name: shop.name,
      submittedAt: shop.submitted_at.toISOString(),
      deadline: workDeadline('application', later(shop.submitted_at, row.submitted_at)).toISOString(),
    })),
  }
}

const later = (one: Date, other: Date | null): Date => (other && other > one ? other : one)

/** The label of a field as on the wire, or of a document. */
function fieldLabel(field: string): string {
  const camel = field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const key = [`company.paper.${field}`, `company.field.${camel}`].find(hasText)
  return key === undefined ? field : text(key)
}

const identityCheck = ({
  documentType: type,
  documentNumber: number,
}: Readonly<Record<'documentType' | 'documentNumber', FieldValue>>): Check[] =>
  applicationChecks({ identity: { type, number } as { type: string | null; number: string | null } }) // their columns' kinds

async function typedSections(db: Connection, account: CompanyAccount, isMasked: boolean): Promise<ReviewSection[]> {
  const { values: person } = await readProfile(db, account)
  const own = profileSection(person, { isMasked, checks: identityCheck(person) })
  if (account.type !== 'enterprise') return [own]
  const { values } = await readEnterprise(db, account)
  const { type, isListed, owners } = await readOwnership(db, account)
  const number = values.cif as string | null // its column's kind
  const other = await db.first<{ found: boolean }>(
    sql`select exists (select from enterprises e where e.cif = ${number} and e.account_id <> ${account.id}) as found`,
  )
  const checks = applicationChecks({
    cif: { number, elsewhere: other?.found === true },
    ownership: { type, isListed, holdings: owners.map((owner) => owner.values as Holding & typeof owner.values) }, // their columns' kinds
  })
  return [
    enterpriseSection(values, { isMasked, checks }),
    own,
    ...owners.map((owner) => ownerSection(owner.values, { isMasked, checks: identityCheck(owner.values) })),
  ]
}

const waitingShops = (db: Connection, accountId: string): Promise<ShopRow[]> =>
  db.rows<ShopRow>(sql`select s.merchant_id, m.name, m.url, s.business_activity, coalesce(s.iban, b.iban) as iban, ${ibanElsewhere} as iban_elsewhere,
      s.monthly_cents, s.average_cents, s.ecommerce_platform, s.submitted_at
    from shop_applications s join merchants m on m.id = s.merchant_id left join bank_accounts b on b.id = s.bank_account_id
    where s.account_id = ${accountId} and s.outcome is null order by s.submitted_at, s.merchant_id`)

/** Whether another account has the account number of `s` or `b`, or asks for it. */
const ibanElsewhere = sql`(exists (select from bank_accounts x where x.iban = coalesce(s.iban, b.iban) and x.account_id <> s.account_id)
  or exists (select from shop_applications x where x.iban = coalesce(s.iban, b.iban) and x.account_id <> s.account_id and x.outcome is null))`

function shopSection(shop: ShopRow): ReviewSection {
  const bank = { iban: shop.iban ?? '', elsewhere: shop.iban_elsewhere, holder: null, names: [] }
  const checks = applicationChecks({ bank })
  const fact = (field: string, value: string, found: readonly Check[] = [], label = `dossier.field.${field}`) =>
    value === '' ? [] : [{ step: null, field, label: text(label), value, checks: checkTexts(found) }]
  return {
    title: text('dossier.shop', { name: shop.name }),
    facts: [
      ...fact('url', shop.url ?? ''),
      ...fact('business_activity', fieldText('businessActivity', shop.business_activity), [], 'company.field.businessActivity'),
      ...fact('iban', maskIban(shop.iban ?? ''), checks),
      ...fact('monthly_cents', formatEuros(cents(Number(shop.monthly_cents)))),
      ...fact('average_cents', formatEuros(cents(Number(shop.average_cents)))),
      ...fact('ecommerce_platform', shop.ecommerce_platform ?? ''),
    ],
  }
}

async function reviewedDocuments(db: Connection, account: CompanyAccount, now: Date): Promise<ReviewDocument[]> {
  const papers = await readPapers(db, account, now)
  const today = madridDay(now)
  return papers.map(({ type, status, files }) => {
    const [file] = files
    const about = file && {
      type,
      today,
      uploadedOn: madridDay(new Date(file.uploadedAt)),
      expiresOn: file.expiresOn === null ? null : localDate(file.expiresOn),
    }
    return {
      type,
      label: text(`company.paper.${type}`),
      status,
      checks: checkTexts(about ? applicationChecks({ document: about }) : []),
      reasons: [...paperChecks[type]],
      files: files.map((file) => ({
        id: file.uuid,
        side: file.side,
        mediaType: file.mimeType,
        size: file.size,
        status: file.status,
        rejectionReason: file.rejectionReason,
        note: file.note,
        uploadedAt: file.uploadedAt,
        expiresOn: file.expiresOn,
      })),
    }
  })
}
