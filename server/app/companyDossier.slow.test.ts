import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, formatDate, localDate } from '#domain/platform/dates'
import { ids, personas } from '../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../testing/testServices.ts'
import { hexOf } from '../platform/calls/wire.ts'
import { fileToReview } from '../merchants/onboarding/review.ts'

// The owner can export everything stored about the company, with who opened each document.
let server: TestServer
const [documentId, uploadId, linkId, requestId] = ['1', '2', '3', '4'].map((digit) => `01900000-0000-7000-8000-00000000f00${digit}`)
beforeAll(async () => {
  server = await startTestServer()
  const account = ids.accountA
  const rows: readonly (readonly [string, unknown[]])[] = [
    [`insert into company_owners (id, account_id, first_name, created_at) values (gen_random_uuid(), $1, 'X', now())`, [account]],
    [
      `insert into company_holders (id, account_id, position, kind, name, share_bps) values (gen_random_uuid(), $1, 0, 'person', 'X', 1234)`,
      [account],
    ],
    [
      `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values (gen_random_uuid(), $1, 'ES9121000418450200051332', 'X', now())`,
      [account],
    ],
    [`insert into onboardings (account_id, status) values ($1, 'approved')`, [account]],
    [`insert into shop_drafts (account_id) values ($1)`, [account]],
    [
      `insert into shop_applications (merchant_id, account_id, business_activity, iban, monthly_cents, average_cents, submitted_at, decided_at, outcome)
       values ($1, $2, '06', 'ES9121000418450200051332', 1, 1, now(), now(), 'approved')`,
      [ids.merchantA1, account],
    ],
    [
      `insert into change_requests (id, account_id, step, field, message, created_at) values ($1, $2, 'profile', 'x', 'x', now())`,
      [requestId, account],
    ],
    [
      `insert into onboarding_links (id, account_id, step, recipient, created_by, created_at, expires_at) values ($1, $2, 'profile', 'x', $3, now(), now())`,
      [linkId, account, personas.ownerA.id],
    ],
    [
      `insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at) values ($1, $2, $3, 'document', 'x', 'application/pdf', 'x', sha256('x'), now())`,
      [uploadId, account, personas.ownerA.id],
    ],
    [
      `insert into documents (id, account_id, type, side, upload_id, uploaded_by, uploaded_at) values ($1, $2, 'cif', 'single', $3, $4, now())`,
      [documentId, account, uploadId, personas.ownerA.id],
    ],
  ]
  for (const [statement, values] of rows) await server.ownerSql(statement, values)
})
afterAll(() => server.close())

const tables =
  'profiles enterprises company_owners company_holders merchants bank_accounts onboardings shop_drafts shop_applications change_requests onboarding_links uploads documents'
/** Columns exported in another form, or not about the company: internal ids and steps, masked numbers, the time of a file next to that of its document. */
const apart: ReadonlySet<string> = new Set([
  'change_requests.step',
  'merchants.external_id',
  'onboarding_links.step',
  'onboarding_links.document_type',
  'bank_accounts.iban',
  'shop_applications.iban',
  'shop_drafts.iban',
  'uploads.created_at',
])

it('contains every text, date and time stored in its tables', async () => {
  const columns = await server.ownerSql<{ table_name: string; column_name: string; data_type: string }>(
    `select table_name, column_name, data_type from information_schema.columns where table_schema = 'trastienda' and table_name = any($1)
       and data_type in ('text', 'date', 'timestamp with time zone') order by 1, 2`,
    [tables.split(' ')],
  )
  const marks = new Map<string, string>()
  for (const [nth, { table_name: table, column_name: column, data_type: type }] of columns.entries()) {
    const day = addDays(localDate('1951-01-01'), nth * 3)
    const value = type === 'text' ? `mark${nth}x` : type === 'date' ? day : `${day}T12:00:00Z`
    const marked = await server
      .ownerSql(`update ${table} set ${column} = $1 where ${table === 'merchants' ? 'id' : 'account_id'} = $2`, [
        value,
        table === 'merchants' ? ids.merchantA1 : ids.accountA,
      ])
      .catch(() => null)
    // Values of a fixed list or a constraint stay as they are.
    if (marked !== null) marks.set(`${table}.${column}`, type === 'text' ? value : formatDate(day))
  }
  expect(marks.size).toBeGreaterThan(50)
  const { raw, body } = await server.call('companyDossier', { as: 'ownerA' })
  expect([...marks].filter(([place, mark]) => !apart.has(place) && !raw.includes(mark)).map(([place]) => place)).toEqual([])
  expect(raw).not.toContain('ES9121000418450200051332')
  expect(JSON.stringify(body)).not.toMatch(/dossier\.|company\.field|\{\w+\}/)
})

it('has countries and lines of business by name', async () => {
  await server.ownerSql(`update profiles set nationality = 'PT', business_activity = '06' where account_id = $1`, [ids.accountB])
  const { sections } = (await server.call('companyDossier', { as: 'ownerB' })).body
  const values = sections.flatMap(({ facts }) => facts.map(({ value }) => value))
  expect(values).toEqual(expect.arrayContaining(['Portugal', 'Muebles y decoración']))
  expect(values).not.toContain('06')
})

it('contains who opened a document: members of the account and the provider’s reviewers', async () => {
  await server.call('documentFile', { params: { documentId: hexOf(documentId ?? '') }, as: 'ownerA' })
  await server.services.database.write(null, (db) => fileToReview(db, documentId ?? '', { operator: true }))
  const { documents } = (await server.call('companyDossier', { as: 'ownerA' })).body
  expect(documents.find(({ title }) => title.includes('NIF'))?.seen.map(({ who }) => who)).toEqual(['Olga Núñez', 'Revisión del proveedor'])
})

it('is available to owners only, for their own company', async () => {
  for (const as of ['adminA', 'editorA', 'guestA'] as const)
    expect((await server.call('companyDossier', { as })).error.type).toBe('PermissionDenied')
  const { raw } = await server.call('companyDossier', { as: 'ownerB' })
  expect(raw).toContain('Ferretería Vidal')
  for (const word of ['Tienda Triana', 'Olga', 'mark']) expect(raw).not.toContain(word)
})
