import { testVectors } from '#domain/testing/testVectors'
import { insertMember, testHash, testPassword } from '../testFixture.ts'
import type { TestServer, TestSession } from '../testServices.ts'
import { pdfOf } from '../uploads/testFiles.ts'

type Kind = 'enterprise' | 'self_employed' | 'unknown'
let made = 0

/** A new account with its owner, who is signed in. */
export async function newAccount(server: TestServer, type: Kind): Promise<{ accountId: string; session: TestSession; email: string }> {
  made += 1
  const accountId = `01900000-0000-7000-8000-00000009${String(made).padStart(2, '0')}a0`
  const userId = `01900000-0000-7000-8000-00000009${String(made).padStart(2, '0')}b0`
  const email = `nueva${made}@alta.test`
  await server.ownerSql('insert into accounts (id, type, requires_onboarding) values ($1, $2, true)', [accountId, type])
  await server.ownerSql(insertMember, [userId, accountId, email, 'owner', 'Nadia', 'Ortiz', testHash(testPassword)])
  const answer = await server.call('sessionSignIn', { body: { email, password: testPassword } })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { accountId, email, session: { accessToken: answer.body.accessToken, refreshToken: answer.body.refreshToken, cookie } }
}

const address = { street: 'Calle Mayor, 4', city: 'Madrid', state: 'Madrid', country: 'ES', postcode: '28001' }
/** A person with complete data. */
export const person = {
  firstName: 'Nadia',
  lastName: 'Ortiz',
  documentType: 'nif',
  documentNumber: testVectors.nifValid[0],
  birthday: '1985-04-12',
  nationality: 'ES',
  isPep: false,
  address,
} as const
export const wholeProfile = { ...person, phone: '612345678', businessActivity: '06' } as const
export const wholeEnterprise = {
  name: 'Ortiz Muebles S.L.',
  cif: testVectors.cifValid[0],
  businessActivity: '06',
  cnae: '47.55',
  phone: '912345678',
  address,
} as const
export const shop = {
  name: 'Ortiz Muebles',
  url: 'ortizmuebles.es',
  businessActivity: '06',
  iban: testVectors.ibanValid[0],
  monthlyEarnings: 2_000_000,
  averageAmount: 40_000,
}

/** Uploads one document, as a PDF. */
export const hand = (server: TestServer, session: TestSession, type: string, side = 'single', bytes = pdfOf()) =>
  server.call('documentUpload', { as: session, body: { type, side } as never, file: { name: 'papel.pdf', bytes } }) // invalid types are sent too

/** Every document that a kind of account needs, one file each, as if uploaded: inspecting a file takes longer than a test should. */
export async function handAll(server: TestServer, session: TestSession): Promise<void> {
  const { body: papers } = await server.call('documentList', { as: session })
  const { body: me } = await server.call('me', { as: session })
  await server.ownerSql(
    `with kept as (
      insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at)
      select gen_random_uuid(), $1, $2, 'document', type || '.pdf', 'application/pdf', 'x', sha256('x'), now() from unnest($3::text[]) as type returning id, file_name
    )
    insert into documents (id, account_id, type, side, upload_id, uploaded_by, uploaded_at)
    select gen_random_uuid(), $1, replace(file_name, '.pdf', ''), 'single', id, $2, now() from kept`,
    [me.id, me.userId, papers.map(({ type }) => type)],
  )
}

/** Takes a self-employed account to review; returns its shop. */
export async function submitted(server: TestServer, session: TestSession): Promise<string> {
  await server.call('profileUpdate', { as: session, body: wholeProfile })
  await server.call('onboardingDocsSeen', { as: session })
  await handAll(server, session)
  const answer = await server.call('merchantCreate', { as: session, body: shop })
  if (answer.status !== 201) throw new Error(`not submitted: ${answer.status} ${answer.raw}`)
  return answer.body.id
}
