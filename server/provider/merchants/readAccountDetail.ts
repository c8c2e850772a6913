import type { AccountRequirement, ConsoleAccountDetail, ConsolePerson, StaffNote } from '#contract/provider/merchants'
import { maskIban } from '#domain/money/iban'
import { needsUpload } from '#domain/merchants/company/papers'
import { memberStatus } from '#domain/access/team'
import { type LocalDate, madridDay } from '#domain/platform/dates'
import { payoutTermsOn } from '#domain/money/payoutTerms'
import { maskDocument, maskEmail, maskPhone } from '#domain/platform/identifiers'
import { accountOf } from '../../merchants/company/account.ts'
import { readPapers } from '../../merchants/company/documents.ts'
import { onboardingView } from '../../merchants/onboarding/progress.ts'
import { readPayoutTermsOf, type ShopPayout } from '../../money/ledger/payoutTerms.ts'
import { activeSince } from '../../platform/calls/authenticate.ts'
import type { Services } from '../../platform/calls/call.ts'
import { type AccessRow, presetIn } from '../../platform/calls/presetIn.ts'
import { mustHaveFactor } from '../../platform/calls/factor.ts'
import { accountName } from '../../platform/calls/membership.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { hostOf, stateOf } from './accountList.ts'
import { maskName } from '../../platform/calls/maskName.ts'
import { onboardingStatus } from './searchConditions.ts'

type AccountRow = {
  name: string
  type: ConsoleAccountDetail['type']
  requires_onboarding: boolean
  papers_elsewhere: boolean
  disabled_at: Date | null
  ended_on: string | null
  created_at: Date
  onboarding: ConsoleAccountDetail['onboarding']['status']
  company: Omit<NonNullable<ConsoleAccountDetail['company']>, 'taxNumber'> & { taxNumber: string | null; personal: boolean }
  holder: ConsoleAccountDetail['holder']
}
type Reading = { masked: boolean; services: Pick<Services, 'config'>; now: Date }

/** Everything of an account that lies outside its shops; `masked`: names, addresses and numbers of people cut short. Refuses with ObjectNotFoundException. */
export async function readAccountDetail(
  db: Connection,
  accountId: string,
  { masked, services, now }: Reading,
): Promise<ConsoleAccountDetail> {
  const row =
    await db.first<AccountRow>(sql`select ${accountName(sql`a.id`)} as name, a.type, a.requires_onboarding, a.papers_elsewhere, a.disabled_at,
      a.relation_ended_on as ended_on, a.created_at, ${onboardingStatus} as onboarding,
      case when e.account_id is not null or p.account_id is not null then json_build_object('name', coalesce(e.name, concat_ws(' ', p.first_name, p.last_name)),
        'tradeName', coalesce(e.trade_name, p.trade_name), 'taxNumber', coalesce(e.cif, p.document_number), 'personal', e.account_id is null,
        'legalForm', e.legal_form, 'activity', coalesce(e.business_activity, p.business_activity), 'website', e.website, 'phone', coalesce(e.phone, p.landline),
        'address', nullif(case when e.account_id is null then concat_ws(', ', p.street, concat_ws(' ', p.postcode, p.city), p.province)
          else concat_ws(', ', e.street, concat_ws(' ', e.postcode, e.city), e.province) end, ''),
        'since', coalesce(e.incorporation_date, p.start_date)) end as company,
      case when p.account_id is not null then json_build_object('name', concat_ws(' ', p.first_name, p.last_name), 'documentNumber', p.document_number, 'phone', p.phone) end as holder
    from accounts a left join enterprises e on e.account_id = a.id left join profiles p on p.account_id = a.id where a.id = ${accountId}`)
  if (!row) throw notFound(hexOf(accountId))
  const account = accountOf({ id: accountId, ...row })
  const onboarding = await onboardingView(db, account, now)
  const papers = await readPapers(db, account, now)
  const [people, shops, bankAccounts, notes] = [
    await readPeople(db, accountId, { masked, now }),
    await readShops(db, accountId, madridDay(now)),
    await readBankAccounts(db, accountId, masked && row.type !== 'enterprise'),
    await readNotes(db, accountId),
  ]
  return {
    id: hexOf(accountId),
    name: row.name.trim(),
    type: row.type,
    state: stateOf({ disabled: row.disabled_at !== null, ended: row.ended_on !== null, onboarding: row.onboarding }),
    disabledAt: row.disabled_at?.toISOString() ?? null,
    endedOn: row.ended_on,
    createdAt: row.created_at.toISOString(),
    masked,
    company: row.company && companyOf(row.company, masked),
    holder: row.holder && (masked ? maskedHolder(row.holder) : row.holder),
    onboarding: { status: row.onboarding, step: onboarding.step, submittedAt: onboarding.submittedAt },
    requirements: [
      ...(row.requires_onboarding && onboarding.step !== null ? [due('step', 'merchant', { step: onboarding.step })] : []),
      ...onboarding.changes.map(({ step, message }) => due('change', 'merchant', { step, detail: message })),
      ...papers.flatMap(({ type, status }) =>
        needsUpload(status)
          ? [due('document', 'merchant', { document: type })]
          : status === 'in_review'
            ? [due('document', 'provider', { document: type })]
            : [],
      ),
      ...(await readApplications(db, accountId)).map((detail) => due('application', 'provider', { detail })),
      ...bankAccounts
        .filter(({ status }) => status === 'pending_review')
        .map(({ iban }) => due('bankAccount', 'provider', { detail: iban })),
      ...people
        .filter((one) => one.status === 'active' && one.secondFactorSince === null && mustHaveFactor(services.config, one.role))
        .map(({ name }) => due('factor', 'merchant', { detail: name })),
    ],
    people,
    shops,
    documents: papers.map(({ type, status, files }) => ({
      type,
      status,
      expiresOn: files.find((file) => file.expiresOn !== null)?.expiresOn ?? null,
    })),
    bankAccounts,
    notes,
  }
}

const due = (
  kind: AccountRequirement['kind'],
  by: AccountRequirement['by'],
  fields: Partial<Pick<AccountRequirement, 'step' | 'document' | 'detail'>>,
): AccountRequirement => ({ kind, step: null, document: null, detail: null, ...fields, by })

/** A company's own data is public; those of a self-employed person are personal. */
function companyOf({ personal, ...company }: AccountRow['company'], masked: boolean): NonNullable<ConsoleAccountDetail['company']> {
  if (!masked || !personal) return company
  const { taxNumber, phone } = company
  return {
    ...company,
    name: maskName(company.name),
    taxNumber: taxNumber && maskDocument(taxNumber),
    phone: phone && maskPhone(phone),
    address: company.address && '•••',
  }
}

const maskedHolder = ({ name, documentNumber, phone }: NonNullable<ConsoleAccountDetail['holder']>) => ({
  name: maskName(name),
  documentNumber: documentNumber && maskDocument(documentNumber),
  phone: phone && maskPhone(phone),
})

type PersonRow = AccessRow & {
  id: string
  name: string
  email: string
  joined: boolean
  disabled_at: Date | null
  invited_at: Date | null
  access_until: Date | null
  second_factor_since: Date | null
  last_sign_in: Date | null
  sessions: number
}

async function readPeople(db: Connection, accountId: string, { masked, now }: { masked: boolean; now: Date }): Promise<ConsolePerson[]> {
  const rows =
    await db.rows<PersonRow>(sql`select u.id, btrim(concat_ws(' ', u.first_name, u.last_name)) as name, u.email, u.role, u.joined_at is not null as joined,
      u.withheld, u.refund_limit_cents, u.refund_day_limit_cents, u.disabled_at, u.invited_at, u.access_until, u.second_factor_since,
      (select max(s.created_at) from sessions s where s.user_id = u.id and s.staff_view_id is null) as last_sign_in,
      (select count(*)::integer from sessions s where s.user_id = u.id and s.staff_view_id is null and s.ended_at is null and s.expires_at > ${now} and s.active_at > ${activeSince(now)}) as sessions
    from members u where u.account_id = ${accountId} and u.removed_at is null
    order by array_position(array['owner', 'admin', 'editor', 'guest'], u.role), u.created_at, u.id`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    name: masked ? maskName(row.name) : row.name,
    email: masked ? maskEmail(row.email) : row.email,
    role: row.role,
    ...presetIn(row),
    status: statusOf(row, now),
    secondFactorSince: row.second_factor_since?.toISOString() ?? null,
    lastSignIn: row.last_sign_in?.toISOString() ?? null,
    sessions: row.sessions,
  }))
}

const statusOf = (
  { disabled_at: disabledAt, joined, invited_at: invitedAt, access_until: accessUntil }: PersonRow,
  now: Date,
): ConsolePerson['status'] => memberStatus({ disabledAt, joined, invitedAt, accessUntil }, now)

type ShopRow = {
  id: string
  name: string
  url: string | null
  status: ConsoleAccountDetail['shops'][number]['status']
  created_at: Date
  live_on: Date | null
  iban: string | null
}

async function readShops(db: Connection, accountId: string, today: LocalDate): Promise<ConsoleAccountDetail['shops']> {
  const rows = await db.rows<ShopRow>(sql`select m.id, m.name, m.url, m.status, m.created_at, m.live_on,
      (select b.iban from bank_accounts b where b.id = m.bank_account_id) as iban
    from merchants m where m.account_id = ${accountId} order by m.created_at, m.id`)
  const payout = await readPayoutTermsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: hexOf(row.id),
    name: row.name,
    host: hostOf(row.url),
    url: row.url,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    liveOn: row.live_on?.toISOString() ?? null,
    ...shownPayout(payout.get(row.id), today),
    bankAccount: row.iban && row.iban.slice(-4),
  }))
}

function shownPayout(payout: ShopPayout | undefined, today: LocalDate) {
  const { frequency, reserve, minimumFeeCents } = payoutTermsOn(payout?.versions ?? { list: [], own: [] }, today)
  return { paymentFrequency: frequency, reserveRate: reserve.rate, minimumFee: minimumFeeCents === 0 ? null : minimumFeeCents }
}

type BankAccountRow = {
  id: string
  iban: string
  holder_name: string
  state: ConsoleAccountDetail['bankAccounts'][number]['status']
  is_default: boolean
  shops: string[]
}

/** Those in use or under way; numbers are always masked. */
async function readBankAccounts(db: Connection, accountId: string, masked: boolean): Promise<ConsoleAccountDetail['bankAccounts']> {
  const rows = await db.rows<BankAccountRow>(sql`select b.id, b.iban, b.holder_name, b.state, b.is_default,
      array(select m.name from merchants m where m.account_id = b.account_id and (m.bank_account_id = b.id or m.id = b.merchant_id) order by m.name) as shops
    from bank_accounts b where b.account_id = ${accountId} and b.state in ('unconfirmed', 'pending_review', 'cooling', 'active', 'frozen') order by b.created_at, b.id`)
  return rows.map((row) => ({
    id: hexOf(row.id),
    iban: maskIban(row.iban),
    holder: masked ? maskName(row.holder_name) : row.holder_name,
    status: row.state,
    isDefault: row.is_default,
    shops: row.shops,
  }))
}

/** The names of the shops that wait for the provider's decision. */
async function readApplications(db: Connection, accountId: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`select m.name from shop_applications s join merchants m on m.id = s.merchant_id
    where s.account_id = ${accountId} and s.outcome is null order by s.submitted_at, m.id`)
  return rows.map(({ name }) => name)
}

type NoteRow = { id: string; body: string; author: string; created_at: Date }

export const noteOf = ({ id, body, author, created_at: at }: NoteRow): StaffNote => ({
  id: hexOf(id),
  text: body,
  author,
  createdAt: at.toISOString(),
})

/** How many notes are shown. */
const maxNotes = 100

/** The notes of staff, newest first. */
const readNotes = async (db: Connection, accountId: string): Promise<StaffNote[]> =>
  (
    await db.rows<NoteRow>(sql`select n.id, n.body, concat_ws(' ', s.first_name, s.last_name) as author, n.created_at
      from staff_notes n join staff s on s.id = n.staff_id where n.account_id = ${accountId} order by n.created_at desc, n.id desc limit ${maxNotes}`)
  ).map(noteOf)
