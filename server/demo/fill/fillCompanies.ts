import type pg from 'pg'
import { spanishIban } from '#domain/money/iban'
import { isNif } from '#domain/platform/identifiers'
import { type PaperType, requiredPapers } from '#domain/merchants/company/papers'
import { idOf } from '../accounts.ts'
import { demoPdf } from '../demoPdf.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

/** An owner of a demo company; the share in basis points. Missing fields were not entered yet. */
type OwnerPlan = { first: string; last: string; share: number | null; control: 'ownership' | 'administrator'; isPartial?: true }

/** A demo company or self-employed person, with the data entered so far. */
type CompanyPlan = {
  email: string
  /** The state of onboarding: approved long ago, under review, or started. */
  standing: 'approved' | 'reviewed' | 'begun'
  phone: string
  birthday: string
  activity: string
  cnae: string
  jobTitle?: string
  owners?: readonly OwnerPlan[]
  /** The shareholders, whose shares add up to the owners'; `of` is the company through which a share is held. */
  holders?: readonly { name: string; share: number; isCompany?: true; of?: string }[]
  /** Documents already uploaded although others are missing. */
  papers?: readonly PaperType[]
}

const plans: readonly CompanyPlan[] = [
  {
    email: 'owner.empresa@demo.test',
    standing: 'approved',
    phone: '600000101',
    birthday: '1974-03-09',
    activity: '06',
    cnae: '47.55',
    jobTitle: 'Administradora única',
    owners: [
      { first: 'Ana', last: 'Ribera Núñez', share: 6_000, control: 'ownership' },
      { first: 'Ximena', last: 'Ribera Núñez', share: 3_000, control: 'ownership' },
    ],
    holders: [
      { name: 'Ana Ribera Núñez', share: 4_500 },
      { name: 'Ribera Hermanas Inversiones S.L.', share: 2_500, isCompany: true },
      { name: 'Ana Ribera Núñez', share: 6_000, of: 'Ribera Hermanas Inversiones S.L.' },
      { name: 'Ximena Ribera Núñez', share: 4_000, of: 'Ribera Hermanas Inversiones S.L.' },
      { name: 'Ximena Ribera Núñez', share: 2_000 },
      { name: 'Elisa Ribera Núñez', share: 1_000 },
    ],
  },
  { email: 'owner.autonomo@demo.test', standing: 'approved', phone: '600000102', birthday: '1981-07-22', activity: '09', cnae: '47.63' },
  {
    email: 'pendiente@demo.test',
    standing: 'reviewed',
    phone: '600000103',
    birthday: '1969-11-30',
    activity: '14',
    cnae: '47.74',
    jobTitle: 'Gerente',
    owners: [{ first: 'Martín', last: 'Quiñones Vega', share: 10_000, control: 'ownership' }],
  },
  {
    email: 'onboarding.empresa@demo.test',
    standing: 'begun',
    phone: '600000104',
    birthday: '1988-02-14',
    activity: '06',
    cnae: '47.55',
    jobTitle: 'Socia',
    owners: [
      { first: 'Regina', last: 'Cabanillas Soto', share: 5_500, control: 'ownership' },
      { first: 'Leandro', last: 'Soto Arias', share: 4_500, control: 'ownership', isPartial: true },
    ],
    papers: ['cif', 'deeds_or_taxid'],
  },
]

/** Recently reviewed shops, from which the usual review time is computed. Days before now, and duration in hours. */
const reviews: readonly (readonly [shop: string, daysAgo: number, hours: number])[] = [
  ['Móviles Levante', 6, 22],
  ['Huella y bigote', 13, 31],
  ['Librería Meridiano', 24, 27],
]

/** Fills in the onboarding data of the demo's companies: people, owners, documents, and unfinished ones. After the rows, on the owner's connection. */
export async function fillCompanies(client: pg.Client, now: Date): Promise<void> {
  for (const plan of plans) {
    const { rows } = await client.query<{ id: string; type: 'enterprise' | 'self_employed'; user: string }>(
      'select a.id, a.type, u.id as user from members u join accounts a on a.id = u.account_id where u.email = $1',
      [plan.email],
    )
    const [account] = rows
    if (!account) continue
    await tell(client, plan, account)
    for (const [nth, owner] of (plan.owners ?? []).entries()) await addOwner(client, account.id, owner, nth, plan, now)
    await addHolders(client, account.id, plan)
    await addPapers(client, plan, account, now)
    await addStanding(client, plan, account.id, now)
  }
  for (const review of reviews) await addReview(client, review, now)
}

/** A tax number with a valid control letter that nobody has: the register has not assigned such high numbers. */
function documentOf(email: string, nth: number): string {
  const digits = `99998${String((Math.abs([...email].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)) + nth) % 1_000).padStart(3, '0')}`
  const letter = [...'TRWAGMYFPDXBNJZSQVHLCKE'].find((one) => isNif(digits + one))
  return `${digits}${letter}`
}

async function tell(client: pg.Client, plan: CompanyPlan, account: { id: string; type: string }): Promise<void> {
  const isCompany = account.type === 'enterprise'
  await client.query(
    `update profiles p set birthday = $2, nationality = 'ES', phone = $3, is_pep = false, document_type = coalesce(document_type, 'nif'),
       document_number = coalesce(document_number, $4), job_title = $5, is_legal_representative = $6, business_activity = $7,
       street = coalesce(p.street, e.street), postcode = coalesce(p.postcode, e.postcode), city = coalesce(p.city, e.city), province = coalesce(p.province, e.province)
     from accounts a left join enterprises e on e.account_id = a.id where a.id = p.account_id and p.account_id = $1`,
    [
      account.id,
      plan.birthday,
      plan.phone,
      documentOf(plan.email, 0),
      plan.jobTitle ?? null,
      isCompany ? true : null,
      isCompany ? null : plan.activity,
    ],
  )
  if (isCompany)
    await client.query(
      `update enterprises set business_activity = $2, cnae = $3, phone = $4, legal_form = 'sl', annual_revenue_band = '500k-2m', employees_band = '10-49' where account_id = $1`,
      [account.id, plan.activity, plan.cnae, plan.phone],
    )
}

async function addOwner(client: pg.Client, accountId: string, owner: OwnerPlan, nth: number, plan: CompanyPlan, now: Date): Promise<void> {
  const whole = owner.isPartial !== true
  await client.query(
    `insert into company_owners (id, account_id, first_name, last_name, document_type, document_number, birthday, nationality, country_of_residence,
       street, postcode, city, province, country, percentage_bps, control_type, is_pep, is_signatory, created_at)
     select $1, $2, $3, $4, 'nif', $5, $6, 'ES', 'ES', p.street, p.postcode, p.city, p.province, 'ES', $7, $8, $9, $10, $11 from profiles p where p.account_id = $2`,
    [
      idOf(`owner/${plan.email}/${nth}`),
      accountId,
      owner.first,
      owner.last,
      whole ? documentOf(plan.email, nth) : null,
      whole ? plan.birthday : null,
      owner.share,
      owner.control,
      whole ? false : null,
      nth === 0,
      new Date(now.getTime() - 3 * DAY + nth * HOUR),
    ],
  )
}

async function addHolders(client: pg.Client, accountId: string, { email, holders = [] }: CompanyPlan): Promise<void> {
  for (const [position, { name, share, isCompany, of }] of holders.entries())
    await client.query(
      `insert into company_holders (id, account_id, parent_id, position, kind, name, share_bps)
       values ($1, $2, (select id from company_holders where account_id = $2 and name = $3), $4, $5, $6, $7)`,
      [idOf(`holder/${email}/${position}`), accountId, of ?? null, position, isCompany ? 'company' : 'person', name, share],
    )
}

type Company = { name: string; cif: string; street: string; postcode: string; city: string; province: string }

/** The content of a document: the company's tax card and deed contain the values of its form, so that they can be read from them. */
function paperLines(type: PaperType, company: Company | undefined): string[] {
  const kind = 'DOCUMENTO DE LA DEMOSTRACIÓN'
  if (!company || (type !== 'cif' && type !== 'deeds_or_taxid')) return [kind, 'Sin valor']
  const { name, cif, street, postcode, city, province } = company
  if (type === 'cif')
    return [
      kind,
      'TARJETA ACREDITATIVA DEL NIF',
      `NIF: ${cif}`,
      `Razón social: ${name}`,
      `Domicilio social: ${street}`,
      `${postcode} ${city}`,
      'Sin valor',
    ]
  return [
    kind,
    'ESCRITURA',
    'Fecha de constitución: 12/03/2015',
    `Registro Mercantil de ${province}`,
    'Tomo 4.218, Folio 63, Hoja SE-104512',
    'Sin valor',
  ]
}

/** In review one document has to be uploaded again, to show a reviewer's comment. */
async function addPapers(
  client: pg.Client,
  plan: CompanyPlan,
  account: { id: string; type: 'enterprise' | 'self_employed'; user: string },
  now: Date,
): Promise<void> {
  const types = plan.standing === 'begun' ? (plan.papers ?? []) : requiredPapers[account.type]
  const uploadedAt = new Date(now.getTime() - (plan.standing === 'approved' ? 400 : 2) * DAY)
  const [company] = (
    await client.query<Company>('select name, cif, street, postcode, city, province from enterprises where account_id = $1', [account.id])
  ).rows
  for (const type of types) {
    const refused = plan.standing === 'reviewed' && type === 'bank_account_certificate'
    const status = plan.standing === 'begun' ? 'uploaded' : plan.standing === 'approved' ? 'approved' : refused ? 'rejected' : 'in_review'
    const upload = idOf(`paper/${plan.email}/${type}`)
    await client.query(
      `insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at) values ($1, $2, $3, 'document', $4, 'application/pdf', $5, sha256($5), $6)`,
      [upload, account.id, account.user, `${type.replaceAll('_', '-')}.pdf`, demoPdf(paperLines(type, company)), uploadedAt],
    )
    await client.query(
      `insert into documents (id, account_id, type, side, upload_id, status, rejection_reason, note, uploaded_by, uploaded_at, reviewed_at, expires_on)
       values ($1, $2, $3, 'single', $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        idOf(`document/${plan.email}/${type}`),
        account.id,
        type,
        upload,
        status,
        refused ? 'not_signed' : null,
        refused ? 'En la segunda página falta el sello de la oficina.' : null,
        account.user,
        uploadedAt,
        status === 'approved' || refused ? new Date(uploadedAt.getTime() + DAY) : null,
        // A document that expires soon can be renewed.
        status === 'approved' && type === 'signatory_dni' ? new Date(now.getTime() + 45 * DAY) : null,
      ],
    )
  }
}

async function addStanding(client: pg.Client, plan: CompanyPlan, accountId: string, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY)
  const status = { approved: 'approved', reviewed: 'changes_requested', begun: 'in_progress' }[plan.standing]
  const startedAt = before(plan.standing === 'approved' ? 401 : 3)
  await client.query(
    'insert into onboardings (account_id, status, started_at, docs_seen_at, submitted_at, decided_at) values ($1, $2, $3, $3, $4, $5)',
    [
      accountId,
      status,
      startedAt,
      plan.standing === 'begun' ? null : new Date(startedAt.getTime() + DAY),
      plan.standing === 'approved' ? before(399) : null,
    ],
  )
  if (plan.standing === 'reviewed')
    await client.query(
      `insert into shop_applications (merchant_id, account_id, business_activity, iban, monthly_cents, average_cents, submitted_at)
       select m.id, m.account_id, $2, $3, 4500000, 18000, $4 from merchants m where m.account_id = $1 and m.status = 'pending'`,
      [accountId, plan.activity, spanishIban('9001', '0007', '0000012345'), before(2)],
    )
}

async function addReview(client: pg.Client, [shop, daysAgo, hours]: (typeof reviews)[number], now: Date): Promise<void> {
  const decidedAt = new Date(now.getTime() - daysAgo * DAY)
  await client.query(
    `insert into shop_applications (merchant_id, account_id, business_activity, bank_account_id, monthly_cents, average_cents, submitted_at, decided_at, outcome)
     select m.id, m.account_id, '99', b.id, 3000000, 9000, $2, $3, 'approved' from merchants m
     join lateral (select id from bank_accounts where account_id = m.account_id order by created_at, id limit 1) b on true where m.name = $1`,
    [shop, new Date(decidedAt.getTime() - hours * HOUR), decidedAt],
  )
}
