import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madridDay } from '#domain/platform/dates'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { addStaff, callConsole, type TestStaff } from '../../testing/provider/testStaff.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { newPassword, teamOf } from '../../testing/team/testTeam.ts'

// Merchants in the provider's console: who finds and sees what of them, and what staff may do with accounts, shops and people.
let server: TestServer
let support: TestStaff
let risk: TestStaff
let admin: TestStaff
beforeAll(async () => {
  server = await startTestServer({ proved: false })
  support = await addStaff(server, ['support'])
  risk = await addStaff(server, ['risk'], { firstName: 'Rita', lastName: 'Lago' })
  admin = await addStaff(server, ['admin'])
  await server.ownerSql(`update enterprises set cif = 'B12345674' where account_id = $1`, [ids.accountA])
  await server.ownerSql(`update profiles set phone = '612345214', document_number = '12345678Z' where account_id = $1`, [ids.accountB])
  await server.ownerSql(
    `insert into bank_accounts (id, account_id, iban, holder_name, created_at) values (gen_random_uuid(), $1, 'ES9121000418450200051332', 'Berta Vidal', now())`,
    [ids.accountB],
  )
})
afterAll(() => server.close())

const [accountA, accountB, accountC] = [hexOf(ids.accountA), hexOf(ids.accountB), hexOf(ids.accountC)]
const listOf = async (query: { search?: string; status?: 'pending' | 'active'; state?: 'enabled' | 'disabled'; since?: string }) =>
  (await callConsole(server, 'consoleAccountList', { query, as: support })).body.results.map(({ name }) => name)
const entriesOf = (accountId: string) =>
  server.ownerSql<{ call: string; outcome: string; note: string | null; staff_id: string | null }>(
    `select call, outcome, after ->> 'note' as note, staff_id from audit_entries where account_id = $1 and role = 'operator' order by seq desc`,
    [accountId],
  )

describe('the list of merchants', () => {
  it.each([
    ['a shop’s name without accents', 'gran via'],
    ['a company', 'comercial NUÑEZ'],
    ['a tax number as it is printed', 'B-12345674'],
    ['a host', 'https://a1.test/'],
    ['an e-mail address of a member', 'limited@a.test'],
    ['an account’s id', accountA],
    ['a shop’s id', ids.merchantA2],
  ])('finds an account by %s', async (_, search) => {
    expect(await listOf({ search })).toEqual(['Comercial Núñez S.L.'])
  })

  it('finds an account by the end of an IBAN, and nothing by a pattern', async () => {
    expect(await listOf({ search: '1332' })).toEqual(['Ferretería Vidal'])
    expect(await listOf({ search: '%' })).toEqual([])
  })

  it('filters by status, state and day, and pages by cursor', async () => {
    expect(await listOf({ status: 'pending' })).toEqual(['Ríos Moda'])
    expect(await listOf({ state: 'disabled' })).toEqual(['Bazar Gómez S.L.'])
    expect(await listOf({ since: '2100-01-01' })).toEqual([])
    const all = await callConsole(server, 'consoleAccountList', { as: support })
    expect([all.body.count, all.body.next]).toEqual([4, null])
    const [first] = all.body.results
    const rest = await callConsole(server, 'consoleAccountList', { query: { cursor: first?.id }, as: support })
    expect(rest.body.results).toEqual(all.body.results.slice(1))
  })

  it('is downloaded with a line for each shop, which the provider’s own log tells', async () => {
    const file = await callConsole(server, 'consoleAccountExport', { query: { search: 'nunez' }, as: support })
    expect(file.raw.trimEnd().split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^[0-9a-f]{32};Comercial Núñez S\.L\.;B12345674;Activo;Aprobada;Tienda Gran Vía;a1\.test;Activa;/),
      expect.stringContaining(';Tienda Triana;a2.test;'),
    ])
    const [entry] = await server.ownerSql(`select staff_id from audit_entries where call = 'consoleAccountExport'`)
    expect(entry).toEqual({ staff_id: support.staffId })
  })
})

describe('one merchant', () => {
  it('shows people, shops and what is due with personal data masked', async () => {
    const { body } = await callConsole(server, 'consoleAccount', { params: { accountId: accountB }, as: admin })
    expect(body).toMatchObject({
      name: 'Ferretería Vidal',
      masked: true,
      company: { name: 'Berta V.', taxNumber: '***5678Z' },
      holder: { name: 'Berta V.', phone: '6•• ••• 214' },
      people: [{ name: 'Berta V.', email: 'o•••@b.test', role: 'owner', status: 'active', secondFactorSince: null }],
      bankAccounts: [{ iban: 'ES91 •••• 1332', holder: 'Berta V.' }],
    })
    expect(body.requirements).toContainEqual({ kind: 'document', step: null, document: 'signatory_dni', detail: null, by: 'merchant' })
  })

  it('gives support personal data for a reason only, which the merchant reads', async () => {
    const params = { accountId: accountB }
    const without = await callConsole(server, 'consoleAccountReveal', { params, body: { reason: ' ' }, as: support })
    expect([without.status, without.error.fields?.[0]?.name]).toEqual([400, 'reason'])
    const opened = await callConsole(server, 'consoleAccountReveal', { params, body: { reason: 'Llama por su pago.' }, as: support })
    expect(opened.body).toMatchObject({
      masked: false,
      holder: { name: 'Berta Vidal', phone: '612345214' },
      people: [{ email: 'owner@b.test' }],
    })
    expect((await callConsole(server, 'consoleAccountReveal', { params, body: { reason: '' }, as: risk })).status).toBe(200)
    const { body } = await server.call('activityList', { as: 'ownerB' })
    expect(body.results.slice(1).map(({ action, changes }) => [action, changes[0]?.after])).toEqual([
      ['El proveedor abre datos personales', undefined],
      ['El proveedor abre datos personales', 'Llama por su pago.'],
    ])
  })

  it('shows the money and connections of its own shops only', async () => {
    const read = (merchantId: string) =>
      callConsole(server, 'consoleShop', { params: { accountId: accountA, merchantId: hexOf(merchantId) }, as: support })
    const own = await read(ids.merchantA1)
    expect(own.body).toMatchObject({ balance: { available: 0, debt: 0 }, arrears: { operations: 0, amount: 0 }, keys: [], webhooks: [] })
    expect(own.body.terms).toHaveLength(3)
    expect((await read(ids.merchantB1)).status).toBe(404)
  })

  it('keeps notes that its people never see, and tells who did what', async () => {
    const params = { accountId: accountA }
    const note = await callConsole(server, 'consoleNoteAdd', { params, body: { text: 'Pide otra liquidación.' }, as: risk })
    expect(note.body).toMatchObject({ text: 'Pide otra liquidación.', author: 'Rita Lago' })
    expect((await callConsole(server, 'consoleAccount', { params, as: support })).body.notes).toEqual([note.body])
    expect(await entriesOf(ids.accountA)).toEqual([])
    await server.signIn('ownerA')
    await callConsole(server, 'consoleAccountReveal', { params, body: { reason: '' }, as: risk })
    const { body } = await callConsole(server, 'consoleAccountTimeline', { params, as: support })
    expect(body.results.map(({ staff, person }) => staff ?? person?.name).slice(0, 2)).toEqual(['Rita Lago', 'Olga N.'])
    const before = body.results[0]?.id ?? ''
    const earlier = await callConsole(server, 'consoleAccountTimeline', { params, query: { before }, as: support })
    expect(earlier.body.results).toEqual(body.results.slice(1))
  })
})

/** Confirms what somebody else requested. */
const confirm = (requested: unknown, as: TestStaff) => {
  const { confirmation } = requested as { confirmation?: { id: string } } // the answer of a call that waits
  return callConsole(server, 'staffConfirmationConfirm', { params: { confirmationId: confirmation?.id ?? '' }, as })
}

describe('an account', () => {
  const disable = (accountId: string, as: TestStaff) =>
    callConsole(server, 'consoleAccountDisable', { params: { accountId }, body: { reason: 'Falta la escritura.' }, as })

  it('is disabled at once while no money is open, and enabled again, by risk and never by support', async () => {
    expect((await disable(accountB, support)).status).toBe(403)
    expect((await disable(accountB, risk)).status).toBe(204)
    expect((await disable(accountB, risk)).error.message).toBe('La cuenta ya está desactivada.')
    const { body } = await server.call('notificationList', { as: 'ownerB', query: {} })
    expect(body.results[0]).toMatchObject({ type: 'account_disabled', values: [{ key: 'reason', value: 'Falta la escritura.' }] })
    expect((await callConsole(server, 'consoleAccountEnable', { params: { accountId: accountB }, as: admin })).status).toBe(204)
    const [enabled, disabled] = await entriesOf(ids.accountB)
    expect([enabled, disabled]).toEqual([
      { call: 'operator.enable-account', outcome: 'done', note: null, staff_id: admin.staffId },
      { call: 'operator.disable-account', outcome: 'done', note: 'Falta la escritura.', staff_id: risk.staffId },
    ])
  })

  it('with open money waits for a second person before it is disabled', async () => {
    await writeOperation(server.database.ownerUrl, { merchantId: ids.merchantA1, substatus: 'payment_process' })
    const answer = await disable(accountA, risk)
    expect(answer.status).toBe(202)
    expect(await server.ownerSql('select disabled_at from accounts where id = $1', [ids.accountA])).toEqual([{ disabled_at: null }])
    expect((await confirm(answer.body, risk)).error.type).toBe('RequestNotAllowed')
    expect((await confirm(answer.body, admin)).status).toBe(200)
    expect((await callConsole(server, 'consoleAccount', { params: { accountId: accountA }, as: support })).body.state).toBe('disabled')
    expect((await entriesOf(ids.accountA))[0]).toMatchObject({ call: 'operator.disable-account', staff_id: risk.staffId })
    expect((await callConsole(server, 'consoleAccountEnable', { params: { accountId: accountA }, as: admin })).status).toBe(204)
    const end = { reason: 'company', endedOn: madridDay(server.services.now()) } as const
    const ended = await callConsole(server, 'consoleRelationEnd', { params: { accountId: accountA }, body: end, as: risk })
    expect(ended.error.message).toContain('Tienda Gran Vía: 1 operación sin concluir')
  })

  it('ends its relation with the provider when a second person confirms it', async () => {
    const params = { accountId: accountC }
    const today = madridDay(server.services.now())
    const end = (endedOn: string) => callConsole(server, 'consoleRelationEnd', { params, body: { reason: 'ceased', endedOn }, as: risk })
    expect((await end('2100-01-01')).error.fields?.[0]?.code).toBe('future')
    const answer = await end(today)
    expect((await callConsole(server, 'consoleAccount', { params, as: support })).body.state).toBe('disabled')
    expect((await confirm(answer.body, admin)).status).toBe(200)
    expect((await callConsole(server, 'consoleAccount', { params, as: support })).body.state).toBe('ended')
  })
})

describe('a shop', () => {
  it('sells nothing new while it is suspended, and its people read why', async () => {
    const params = { accountId: accountA, merchantId: hexOf(ids.merchantA2) }
    const suspend = () => callConsole(server, 'consoleShopSuspend', { params, body: { reason: 'Quejas de clientes.' }, as: risk })
    expect((await callConsole(server, 'consoleShopSuspend', { params, body: { reason: 'x' }, as: support })).status).toBe(403)
    expect((await suspend()).status).toBe(204)
    expect((await suspend()).error.message).toBe('Solo se suspende una tienda activa.')
    const shop = await server.call('merchantDetail', { params: { merchantId: params.merchantId }, as: 'ownerA' })
    expect(shop.body.status).toBe('suspended')
    const { body } = await server.call('notificationList', { as: 'limitedA', query: {} })
    expect(body.results[0]).toMatchObject({ type: 'merchant_suspended' })
    expect((await callConsole(server, 'consoleShopResume', { params, as: admin })).status).toBe(204)
    const other = { accountId: accountB, merchantId: params.merchantId }
    expect((await callConsole(server, 'consoleShopSuspend', { params: other, body: { reason: 'x' }, as: risk })).status).toBe(404)
  })
})

describe('a person', () => {
  const params = { accountId: accountA, userId: hexOf(personas.adminA.id) }

  it('loses their second factor and sessions after an identity check, and is told by e-mail', async () => {
    const reset = () => callConsole(server, 'consoleFactorReset', { params, body: { reason: 'DNI por videollamada.' }, as: support })
    expect((await reset()).error.message).toBe('Esta persona no tiene segundo factor.')
    await server.ownerSql(
      `insert into passkeys (id, user_id, credential_id, public_key, algorithm, sign_count, name, created_at) values (gen_random_uuid(), $1, '\\x01', '\\x01', -7, 0, 'Móvil', now())`,
      [personas.adminA.id],
    )
    const session = await server.as('adminA')
    await server.ownerSql('update users set second_factor_since = now() where id = $1', [personas.adminA.id])
    expect((await reset()).status).toBe(204)
    await expect.poll(async () => (await server.call('me', { as: session })).status).toBe(401)
    const [user] = await server.ownerSql('select second_factor_since from users where id = $1', [personas.adminA.id])
    expect([user, await server.ownerSql('select from passkeys')]).toEqual([{ second_factor_since: null }, []])
    await sendOutbox(server.services, 'account_email')
    expect((await storedMail(server.services.config)).map(({ to, subject }) => [to, subject])).toContainEqual([
      'admin@a.test',
      'Hemos quitado tu segundo factor',
    ])
    expect((await entriesOf(ids.accountA))[0]).toMatchObject({ call: 'operator.reset-factor', note: 'DNI por videollamada.' })
  })

  it('is signed out on request, in their own account only', async () => {
    await server.signIn('editorA')
    const end = (accountId: string) =>
      callConsole(server, 'consoleSessionsEnd', {
        params: { accountId, userId: hexOf(personas.editorA.id) },
        body: { reason: 'Móvil robado.' },
        as: support,
      })
    expect((await end(accountB)).status).toBe(404)
    expect((await end(accountA)).body.ended).toBeGreaterThan(0)
  })
})

describe('an invited owner', () => {
  const invitation = {
    email: 'nueva@tienda.test',
    firstName: 'Nadia',
    lastName: 'Vega Ruiz',
    type: 'enterprise',
    company: 'Óptica Vega S.L.',
    website: 'opticavega.example',
  } as const
  const invite = (body: Partial<Record<keyof typeof invitation, string>>, as: TestStaff) =>
    callConsole(server, 'consoleOwnerInvite', { body: { ...invitation, ...body } as typeof invitation, as })

  it('gets an account of their own by e-mail, sets a password and begins with onboarding', async () => {
    expect((await invite({}, support)).status).toBe(403)
    const wrong = await invite({ email: 'nueva', company: '', website: 'no es' }, admin)
    expect(wrong.error.fields?.map(({ name, code }) => [name, code])).toEqual([
      ['email', 'format'],
      ['company', 'required'],
      ['website', 'url'],
    ])
    const answer = await invite({}, admin)
    expect(answer.status).toBe(201)
    expect((await invite({}, admin)).error.fields?.[0]?.code).toBe('invited')
    const team = teamOf(server)
    const [first] = await team.emailsTo(invitation.email)
    expect(first?.subject).toBe('Empieza a vender a plazos con Trastienda')
    const [owner] = (await callConsole(server, 'consoleAccount', { params: { accountId: answer.body.id }, as: support })).body.people
    const resend = () =>
      callConsole(server, 'consoleInvitationResend', { params: { accountId: answer.body.id, userId: owner?.id ?? '' }, as: support })
    expect((await resend()).status).toBe(429)
    server.moveClock(61_000)
    expect((await resend()).status).toBe(204)
    const link = (await team.emailsTo(invitation.email)).find(({ uuid }) => uuid !== first?.uuid)
    if (!link) throw new Error('no second invitation')
    const params = { uuid: link.uuid }
    const view = await server.call('invitationView', { params, body: { token: link.token } })
    expect(view.body).toMatchObject({ company: 'Óptica Vega S.L.', newAccount: true, firstName: 'Nadia', invitedBy: null, role: 'owner' })
    expect((await team.accept(link, { firstName: 'Nadia' })).status).toBe(204)
    expect((await resend()).error.type).toBe('ProviderActionNotAllowed')
    const session = await server.call('sessionSignIn', { body: { email: invitation.email, password: newPassword } })
    expect(session.status).toBe(200)
    const [account] = await server.ownerSql('select type, requires_onboarding from accounts where id = $1', [uuidOf(answer.body.id)])
    expect(account).toEqual({ type: 'enterprise', requires_onboarding: true })
  })

  it('cannot accept once the invitation was withdrawn, and can be invited again', async () => {
    const email = 'otra@tienda.test'
    const { body } = await invite({ email }, admin)
    const params = { accountId: body.id, userId: '' }
    const people = async () => (await callConsole(server, 'consoleAccount', { params, as: support })).body.people
    params.userId = (await people())[0]?.id ?? ''
    const [link] = await teamOf(server).emailsTo(email)
    const withdraw = () => callConsole(server, 'consoleInvitationWithdraw', { params, as: support })
    expect((await withdraw()).status).toBe(204)
    expect(await people()).toEqual([])
    if (!link) throw new Error('no invitation')
    expect((await teamOf(server).accept(link, { firstName: 'Nadia' })).status).toBe(401)
    expect((await withdraw()).status).toBe(404)
    expect((await invite({ email }, admin)).status).toBe(201)
    const joined = { accountId: accountA, userId: hexOf(personas.ownerA.id) }
    expect((await callConsole(server, 'consoleInvitationWithdraw', { params: joined, as: admin })).error.type).toBe(
      'ProviderActionNotAllowed',
    )
  })
})
