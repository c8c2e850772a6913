import type pg from 'pg'
import { isCif, isNif } from '#domain/platform/identifiers'
import { formatDate, localDate, madridDay } from '#domain/platform/dates'
import { groupIban, spanishIban } from '#domain/money/iban'
import { type PaperType, requiredPapers } from '#domain/merchants/company/papers'
import { idOf } from '../accounts.ts'
import { demoPdf } from '../demoPdf.ts'

const HOUR = 3_600_000

type Person = { first: string; last: string; share?: number }

/** An application that waits for the provider. Shares in basis points, sales in cents. */
type Application = {
  email: string
  company: string | null
  shop: string
  url: string
  street: string
  postcode: string
  city: string
  province: string
  activity: string
  cnae: string
  people: readonly [Person, ...Person[]]
  monthly: number
  average: number
  hoursAgo: number
  /** The account number that it asks for, of a bank that does not exist. */
  account: string
}

const applications: readonly Application[] = [
  {
    email: 'rosa@talleresolmedo.example',
    company: 'Talleres Olmedo y Rivas, S.L.',
    shop: 'Talleres Olmedo',
    url: 'https://talleresolmedo.example',
    street: 'Calle del Yunque, 14',
    postcode: '47014',
    city: 'Valladolid',
    province: 'Valladolid',
    activity: '06',
    cnae: '47.55',
    people: [
      { first: 'Rosa', last: 'Olmedo Rivas', share: 6_000 },
      { first: 'Julián', last: 'Rivas Otero', share: 4_000 },
    ],
    monthly: 3_200_000,
    average: 21_500,
    hoursAgo: 19,
    account: '0000045678',
  },
  {
    email: 'carmen@laespigadelnorte.example',
    company: 'Panadería y Pastelería La Espiga del Norte, Hermanos Fernández de la Vega, S.L.',
    shop: 'La Espiga del Norte',
    url: 'https://laespigadelnorte.example',
    street: 'Avenida de la Constitución, 128, local 3',
    postcode: '33209',
    city: 'Gijón',
    province: 'Asturias',
    activity: '06',
    cnae: '47.55',
    people: [
      { first: 'María del Carmen', last: 'Fernández de la Vega Menéndez', share: 5_500 },
      { first: 'Xuan', last: 'Fernández de la Vega Menéndez', share: 3_500 },
    ],
    monthly: 1_850_000,
    average: 6_400,
    hoursAgo: 31,
    account: '0000056789',
  },
  {
    email: 'klara@iturbefotografia.example',
    company: null,
    shop: 'Iturbe Fotografía',
    url: 'https://iturbefotografia.example',
    street: 'Calle Mayor, 7, 2.º C',
    postcode: '20003',
    city: 'Donostia / San Sebastián',
    province: 'Gipuzkoa',
    activity: '09',
    cnae: '47.63',
    people: [{ first: 'Klara', last: 'Iturbe Aldama' }],
    monthly: 420_000,
    average: 38_000,
    hoursAgo: 3,
    // The first application asks for the same one.
    account: '0000045678',
  },
]

const ibanOf = ({ account }: Application) => spanishIban('9001', '0011', account)
/** Numbers with a valid control that nobody has: the registers have not assigned such high ones. */
const nifOf = (nth: number) => [...'TRWAGMYFPDXBNJZSQVHLCKE'].map((letter) => `99996${String(100 + nth)}${letter}`).find(isNif) ?? ''
const cifOf = (nth: number) => [...'0123456789'].map((control) => `B99996${String(10 + nth)}${control}`).find(isCif) ?? ''

/** Applications with all their documents, for the provider's queue. After the rows, on the owner's connection. */
export async function fillApplications(client: pg.Client, now: Date): Promise<void> {
  for (const [nth, application] of applications.entries()) await addApplication(client, application, nth, now)
}

async function addApplication(client: pg.Client, application: Application, nth: number, now: Date): Promise<void> {
  const { email, company, shop, url, people, activity, cnae, street, postcode, city, province } = application
  const [first] = people
  const type = company === null ? 'self_employed' : 'enterprise'
  const [accountId, userId, merchantId] = [idOf(`account/${email}`), idOf(`user/${email}`), idOf(`shop/${shop}`)]
  const sentAt = new Date(now.getTime() - application.hoursAgo * HOUR)
  const begunAt = new Date(sentAt.getTime() - 30 * HOUR)
  await client.query('insert into accounts (id, type, demo, created_at) values ($1, $2, true, $3)', [accountId, type, begunAt])
  await client.query('insert into users (id, email, first_name, last_name, created_at) values ($1, $2, $3, $4, $5)', [
    userId,
    email,
    first.first,
    first.last,
    begunAt,
  ])
  await client.query(
    `insert into memberships (account_id, user_id, role, created_at, joined_at, owner_since) values ($1, $2, 'owner', $3, $3, $3)`,
    [accountId, userId, begunAt],
  )
  await client.query(
    `insert into profiles (account_id, first_name, last_name, document_type, document_number, street, postcode, city, province, birthday, nationality, phone,
       job_title, is_legal_representative, is_pep, business_activity)
     values ($1, $2, $3, 'nif', $4, $5, $6, $7, $8, '1979-05-17', 'ES', $9, $10, $11, false, $12)`,
    [
      accountId,
      first.first,
      first.last,
      nifOf(nth * 10),
      street,
      postcode,
      city,
      province,
      `60000020${nth}`,
      company && 'Administradora',
      company ? true : null,
      company ? null : activity,
    ],
  )
  if (company !== null) await addCompany(client, accountId, { company, cif: cifOf(nth), cnae, application, nth, begunAt })
  await client.query(
    `insert into onboardings (account_id, status, started_at, docs_seen_at, submitted_at) values ($1, 'submitted', $2, $2, $3)`,
    [accountId, begunAt, sentAt],
  )
  await client.query(`insert into merchants (id, account_id, name, url, status, created_at) values ($1, $2, $3, $4, 'pending', $5)`, [
    merchantId,
    accountId,
    shop,
    url,
    sentAt,
  ])
  await client.query(
    `insert into shop_applications (merchant_id, account_id, business_activity, iban, monthly_cents, average_cents, submitted_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [merchantId, accountId, activity, ibanOf(application), application.monthly, application.average, sentAt],
  )
  await addDocuments(client, { accountId, userId, application, nth, sentAt, type })
}

type CompanyRow = { company: string; cif: string; cnae: string; application: Application; nth: number; begunAt: Date }

async function addCompany(
  client: pg.Client,
  accountId: string,
  { company, cif, cnae, application, nth, begunAt }: CompanyRow,
): Promise<void> {
  const { street, postcode, city, province, activity, people } = application
  await client.query(
    `insert into enterprises (account_id, name, ownership_type, cif, street, postcode, city, province, legal_form, incorporation_date, registry_province,
       registry_volume, registry_page, registry_sheet, business_activity, cnae, phone, annual_revenue_band, employees_band)
     values ($1, $2, 'majority', $3, $4, $5, $6, $7, 'sl', '2011-03-14', $7, '28.114', '77', 'VA-30412', $8, $9, $10, '100k-500k', '1-9')`,
    [accountId, company, cif, street, postcode, city, province, activity, cnae, `91000020${nth}`],
  )
  for (const [at, { first, last, share }] of people.entries())
    await client.query(
      `insert into company_owners (id, account_id, first_name, last_name, document_type, document_number, birthday, nationality, country_of_residence,
         street, postcode, city, province, country, percentage_bps, control_type, is_pep, is_signatory, created_at)
       values ($1, $2, $3, $4, 'nif', $5, '1979-05-17', 'ES', 'ES', $6, $7, $8, $9, 'ES', $10, 'ownership', false, $11, $12)`,
      [
        idOf(`owner/${application.email}/${at}`),
        accountId,
        first,
        last,
        nifOf(nth * 10 + at),
        street,
        postcode,
        city,
        province,
        share,
        at === 0,
        new Date(begunAt.getTime() + at),
      ],
    )
}

type Papers = {
  accountId: string
  userId: string
  application: Application
  nth: number
  sentAt: Date
  type: 'enterprise' | 'self_employed'
}

async function addDocuments(client: pg.Client, papers: Papers): Promise<void> {
  const { accountId, userId, application, type, sentAt } = papers
  const files = requiredPapers[type].flatMap((paper) =>
    (paper === 'signatory_dni' ? (['front', 'back'] as const) : (['single'] as const)).map((side) => ({ paper, side })),
  )
  for (const { paper, side } of files) {
    const upload = idOf(`paper/${application.email}/${paper}/${side}`)
    const bytes = demoPdf(paperLines(paper, side, papers))
    await client.query(
      `insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at)
       values ($1, $2, $3, 'document', $4, 'application/pdf', $5, sha256($5), $6)`,
      [upload, accountId, userId, `${paper.replaceAll('_', '-')}.pdf`, bytes, sentAt],
    )
    await client.query(
      `insert into documents (id, account_id, type, side, upload_id, status, uploaded_by, uploaded_at) values ($1, $2, $3, $4, $5, 'in_review', $6, $7)`,
      [idOf(`document/${application.email}/${paper}/${side}`), accountId, paper, side, upload, userId, sentAt],
    )
  }
}

/** What a document says, so that it can be compared with what was typed. */
function paperLines(paper: PaperType, side: 'front' | 'back' | 'single', { application, nth, sentAt }: Papers): string[] {
  const { company, people, street, postcode, city, province } = application
  const [{ first, last }] = people
  const name = company ?? `${first} ${last}`
  const place = [street, `${postcode} ${city}`, province]
  const on = formatDate(madridDay(new Date(sentAt.getTime() - 48 * HOUR)))
  const texts: Readonly<Record<PaperType, readonly string[]>> = {
    signatory_dni:
      side === 'back'
        ? ['DOMICILIO', ...place]
        : [
            'DOCUMENTO NACIONAL DE IDENTIDAD',
            last.toUpperCase(),
            first.toUpperCase(),
            `DNI ${nifOf(nth * 10)}`,
            `VALIDEZ ${formatDate(localDate('2031-03-12'))}`,
          ],
    cif: ['TARJETA ACREDITATIVA DEL NIF', `NIF: ${cifOf(nth)}`, `Razón social: ${name}`, ...place],
    deeds_or_taxid:
      company === null
        ? ['DECLARACIÓN CENSAL, MODELO 036', name, `NIF: ${nifOf(nth * 10)}`, ...place]
        : [
            'ESCRITURA DE CONSTITUCIÓN',
            'DE SOCIEDAD LIMITADA',
            `Comparece ${first} ${last},`,
            `con documento ${nifOf(nth * 10)}`,
            `Constituyen ${name}`.slice(0, 52),
            `Registro Mercantil de ${province}`,
            // The form of the second one says 77.
            `Tomo 28.114, folio ${nth === 1 ? '71' : '77'}, hoja VA-30412`,
          ],
    bank_account_certificate: [
      'CERTIFICADO DE TITULARIDAD',
      `Titular: ${name}`.slice(0, 52),
      `IBAN: ${groupIban(ibanOf(application))}`,
      `${city}, a ${on}`,
    ],
    audited_annual_accounts: ['CUENTAS ANUALES', name.slice(0, 52), 'Balance y cuenta de pérdidas y ganancias', 'Ejercicio 2025'],
    tax_agency_certificate: [
      'AGENCIA ESTATAL DE ADMINISTRACIÓN TRIBUTARIA',
      'Certificado de situación censal',
      name.slice(0, 52),
      `A ${on}`,
    ],
  }
  return ['DOCUMENTO DE LA DEMOSTRACIÓN', ...texts[paper], 'Sin valor']
}
