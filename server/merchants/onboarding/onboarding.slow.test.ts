import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidOf } from '../../platform/calls/wire.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import {
  hand,
  handAll,
  newAccount,
  person,
  shop,
  submitted,
  wholeEnterprise,
  wholeProfile,
} from '../../testing/onboarding/testOnboarding.ts'
import { pdfOf } from '../../testing/uploads/testFiles.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const type = (answer: { status: number; error: { type?: string } }) => `${answer.status} ${answer.error.type ?? ''}`.trim()
const codes = (answer: { error: { fields?: { name: string; code: string }[] } }) =>
  answer.error.fields?.map(({ name, code }) => `${name} ${code}`)

describe('a self-employed account', () => {
  it('goes step by step to a pending shop, and no step before its time', async () => {
    const { session } = await newAccount(server, 'self_employed')
    const state = async () => (await server.call('onboardingState', { as: session })).body
    expect(await state()).toMatchObject({ status: 'not_started', started: false, step: 'profile' })
    expect((await state()).steps.map(({ name, state: at }) => `${name} ${at}`)).toEqual([
      'profile open',
      'docs-info locked',
      'docs-upload locked',
      'add-merchant locked',
    ])
    expect(type(await server.call('merchantCreate', { as: session, body: shop }))).toBe('409 OnboardingNotAllowed')
    await server.call('profileUpdate', { as: session, body: { phone: '612 34 56 78' } })
    expect(await state()).toMatchObject({ status: 'in_progress', started: true, step: 'profile' })
    expect((await server.call('profile', { as: session })).body).toMatchObject({ firstName: 'Nadia', phone: '612345678', birthday: null })
    await server.call('profileUpdate', { as: session, body: wholeProfile })
    expect((await state()).step).toBe('docs-info')
    expect((await server.call('onboardingDocsSeen', { as: session })).body.step).toBe('docs-upload')
    await handAll(server, session)
    expect((await state()).step).toBe('add-merchant')
    const created = await server.call('merchantCreate', { as: session, body: shop })
    const sweeps = await server.ownerSql('select mode from privacy_sweeps where merchant_id = $1 order by mode', [uuidOf(created.body.id)])
    expect(sweeps).toEqual([{ mode: 'live' }, { mode: 'sandbox' }])
    expect(created.status).toBe(201)
    expect(await state()).toMatchObject({ status: 'submitted', step: null })
    const [row] = await server.ownerSql<{ status: string; requires_onboarding: boolean; iban: string; paid: string | null }>(
      `select m.status, a.requires_onboarding, s.iban, m.bank_account_id as paid from merchants m join accounts a on a.id = m.account_id
       join shop_applications s on s.merchant_id = m.id where replace(m.id::text, '-', '') = $1`,
      [created.body.id],
    )
    // Nothing is paid before a review.
    expect(row).toEqual({ status: 'pending', requires_onboarding: false, iban: shop.iban, paid: null })
    expect((await server.call('documentList', { as: session })).body.every(({ status }) => status === 'in_review')).toBe(true)
  })

  it('starts once, at the first saved field', async () => {
    const { session, accountId } = await newAccount(server, 'self_employed')
    const startedAt = async () =>
      (await server.ownerSql<{ started_at: Date | null }>('select started_at from onboardings where account_id = $1', [accountId]))[0]
        ?.started_at
    await server.call('onboardingDocsSeen', { as: session })
    expect(await startedAt()).toBeNull()
    await server.call('profileUpdate', { as: session, body: { tradeName: 'Ortiz' } })
    const first = await startedAt()
    expect(first).toBeInstanceOf(Date)
    server.moveClock(60_000)
    await server.call('profileUpdate', { as: session, body: { tradeName: 'Ortiz Muebles' } })
    expect(await startedAt()).toEqual(first)
  })

  it('refuses invalid values by field, and keeps the rest unchanged', async () => {
    const { session } = await newAccount(server, 'self_employed')
    const wrong = {
      documentType: 'nif',
      documentNumber: '12345678A',
      birthday: '2015-01-01',
      phone: '512345678',
      landline: '952345678',
    } as const
    const answer = await server.call('profileUpdate', {
      as: session,
      body: { ...wrong, address: { country: 'ES', postcode: '00043' }, businessActivity: '90' },
    })
    expect(type(answer)).toBe('400 ApiValidationException')
    expect(codes(answer)?.toSorted()).toEqual(
      [
        'address.postcode postcode',
        'birthday adult',
        'business_activity activity',
        'document_number nif',
        'landline landline',
        'phone mobile',
      ].toSorted(),
    )
    expect((await server.call('profile', { as: session })).body.documentNumber).toBeNull()
    expect(codes(await server.call('profileCreate', { as: session, body: {} }))).toContain('birthday required')
  })

  it('has one pending shop at a time, with a valid account number and an allowed activity', async () => {
    const { session } = await newAccount(server, 'self_employed')
    const bad = { ...shop, iban: 'ES9021000418450200051332', businessActivity: '91', url: 'no web', name: '' }
    expect(codes(await server.call('merchantCreate', { as: session, body: bad }))).toEqual([
      'url url',
      'iban iban_check',
      'business_activity activity',
      'name required',
    ])
    await submitted(server, session)
    expect(type(await server.call('merchantCreate', { as: session, body: shop }))).toBe('409 OnboardingNotAllowed')
  })

  it('cannot use another company’s bank account', async () => {
    const { session } = await newAccount(server, 'self_employed')
    const other = await newAccount(server, 'self_employed')
    const id = '01900000-0000-7000-8000-0000000009f1'
    await server.ownerSql(
      `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values ($1, $2, 'ES9121000418450200051332', 'Otra', now())`,
      [id, other.accountId],
    )
    const answer = await server.call('onboardingShop', { as: session, body: { ibanId: id.replaceAll('-', '') } })
    expect(codes(answer)).toEqual(['iban_id option'])
    expect((await server.call('onboardingShop', { as: other.session, body: { ibanId: id.replaceAll('-', '') } })).status).toBe(200)
  })
})

describe('a company', () => {
  it('states its ownership before going on, and its owners must match it', async () => {
    const { session } = await newAccount(server, 'enterprise')
    const step = async () => (await server.call('onboardingState', { as: session })).body.step
    await server.call('profileUpdate', { as: session, body: { ...person, phone: '612345678', isLegalRepresentative: true } })
    expect(await step()).toBe('enterprise')
    await server.call('enterpriseUpdate', { as: session, body: wholeEnterprise })
    expect(await step()).toBe('ownership')
    const add = (body: object) => server.call('ownerCreate', { as: session, body })
    expect(type(await add({}))).toBe('409 OwnerNotAllowed')
    await server.call('enterpriseUpdate', { as: session, body: { ownershipType: 'majority' } })
    expect(await step()).toBe('owner')
    const owner = { ...person, countryOfResidence: 'ES' }
    const first = await add({ ...owner, percentage: 6_000 })
    expect([first.status, first.body.gaps, await step()]).toEqual([201, [], 'docs-info'])
    expect(codes(await add({ percentage: 2_500 }))).toEqual(['percentage above_quarter'])
    expect(codes(await add({ percentage: 4_001 }))).toEqual(['percentage sum'])
    const second = await add({ percentage: 4_000 })
    expect(second.body.gaps.map(({ field }) => field)).toContain('first_name')
    expect(await step()).toBe('owner')
    await server.call('enterpriseUpdate', { as: session, body: { ownershipType: 'full' } })
    const { body } = await server.call('ownerList', { as: session })
    expect([body.problems.map(({ code }) => code), body.undeclared]).toEqual([['one_alone', 'all_of_it'], 0])
    expect((await server.call('ownerDelete', { as: session, params: { ownerId: second.body.id } })).status).toBe(204)
    await server.call('ownerUpdate', { as: session, params: { ownerId: first.body.id }, body: { percentage: 10_000 } })
    expect(await step()).toBe('docs-info')
  })

  it('has owners that nobody else sees or changes', async () => {
    const [mine, other] = [await newAccount(server, 'enterprise'), await newAccount(server, 'enterprise')]
    for (const { session } of [mine, other]) await server.call('enterpriseUpdate', { as: session, body: { ownershipType: 'full' } })
    const { body: owner } = await server.call('ownerCreate', { as: mine.session, body: { firstName: 'Eva' } })
    const params = { ownerId: owner.id }
    expect(type(await server.call('ownerUpdate', { as: other.session, params, body: { firstName: 'Zoe' } }))).toBe(
      '404 ObjectNotFoundException',
    )
    const gone = await server.call('ownerDelete', { as: other.session, params })
    expect([gone.status, gone.error.fields?.uuid]).toEqual([404, owner.id])
    expect((await server.call('ownerList', { as: mine.session })).body.owners.map(({ firstName }) => firstName)).toEqual(['Eva'])
  })
})

describe('documents', () => {
  it('are complete with both sides of a card, or one file with both', async () => {
    const { session } = await newAccount(server, 'self_employed')
    const card = async () => (await server.call('documentList', { as: session })).body.find((paper) => paper.type === 'signatory_dni')
    await hand(server, session, 'signatory_dni', 'front')
    expect(await card()).toMatchObject({ status: 'missing', files: [{ side: 'front', fileName: 'papel.pdf', status: 'uploaded' }] })
    await hand(server, session, 'signatory_dni', 'back')
    expect(await card()).toMatchObject({ status: 'uploaded', files: [{ side: 'front' }, { side: 'back' }] })
    await hand(server, session, 'signatory_dni', 'single')
    expect((await card())?.files.map(({ side }) => side)).toEqual(['single'])
    await hand(server, session, 'signatory_dni', 'front')
    expect((await card())?.files.map(({ side }) => side)).toEqual(['front'])
  })

  it('are only of types that the account needs, and files of the type they claim', async () => {
    const { session } = await newAccount(server, 'self_employed')
    expect(type(await hand(server, session, 'cif'))).toBe('409 DocumentNotAllowed')
    expect(type(await hand(server, session, 'bank_account_certificate', 'front'))).toBe('409 DocumentNotAllowed')
    expect(type(await hand(server, session, 'bank_account_certificate', 'single', Buffer.from('<html>')))).toBe('415 FileNotAccepted')
  })

  it('have a size limit by type, and a refusal names what the file is', async () => {
    const { session } = await newAccount(server, 'self_employed')
    const handed = async (paper: string, bytes: Buffer) => {
      const { status, error } = await hand(server, session, paper, 'single', bytes)
      return `${status} ${error?.message ?? ''}`
    }
    const long = pdfOf({ pages: 31 })
    expect(await handed('bank_account_certificate', long)).toMatch(/^415 .*tiene más de 30 páginas/)
    expect(await handed('deeds_or_taxid', long)).toMatch(/^20[01] /)
    expect(await handed('signatory_dni', Buffer.from('\0\0\0\x18ftypheic\0\0'))).toMatch(/^415 .*es una foto HEIC/)
  })

  it('belong to their account, can be deleted before they are submitted, and not while in review', async () => {
    const { session } = await newAccount(server, 'self_employed')
    const stranger = await newAccount(server, 'self_employed')
    const document = await hand(server, session, 'bank_account_certificate')
    const params = { documentId: document.body.files[0]?.uuid ?? '' }
    expect(type(await server.call('documentFile', { as: stranger.session, params }))).toBe('404 ObjectNotFoundException')
    expect(type(await server.call('documentDelete', { as: stranger.session, params }))).toBe('404 ObjectNotFoundException')
    const file = await server.call('documentFile', { as: session, params })
    expect([file.status, file.headers.get('content-disposition'), file.headers.get('content-security-policy')]).toEqual([
      200,
      'attachment; filename="papel.pdf"',
      'sandbox',
    ])
    expect((await server.call('documentDelete', { as: session, params })).status).toBe(204)
    await submitted(server, session)
    const { body } = await server.call('documentList', { as: session })
    const sent = { documentId: body[0]?.files[0]?.uuid ?? '' }
    expect(type(await server.call('documentDelete', { as: session, params: sent }))).toBe('409 DocumentNotAllowed')
    expect(type(await hand(server, session, body[0]?.type ?? ''))).toBe('409 DocumentNotAllowed')
  })
})

it('the account type can be stated once', async () => {
  const { session } = await newAccount(server, 'unknown')
  expect((await server.call('onboardingType', { as: session, body: { type: 'enterprise' } })).body).toMatchObject({
    type: 'enterprise',
    step: 'profile',
  })
  expect(type(await server.call('onboardingType', { as: session, body: { type: 'self_employed' } }))).toBe('409 OnboardingNotAllowed')
})
