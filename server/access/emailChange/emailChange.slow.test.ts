import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OutgoingEmail } from '../../platform/calls/call.ts'
import { withLanguage, text } from '../../platform/calls/messages.ts'
import { elapse } from '../../testing/testElapse.ts'
import { ids, type Persona, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { sendAccountEmails } from '../../testing/outbox/sendOutbox.ts'

// Changing the sign-in e-mail: the old address stays until the new one is confirmed, is notified, and can stop the change
// (docs/domain.md#accounts-and-passwords).
let server: TestServer
const emails: OutgoingEmail[] = []
beforeAll(async () => {
  server = await startTestServer()
  server.services.mail = (message) => Promise.resolve(void emails.push(message))
})
beforeEach(() => void (emails.length = 0))
afterAll(() => server.close())

const ask = (as: Persona | TestSession, email: string, password = testPassword) =>
  server.call('emailChangeStart', { as, body: { email, password } })
const enter = (email: string) => server.call('sessionSignIn', { body: { email, password: testPassword } })
const alive = async (as: TestSession) => (await server.call('me', { as })).status === 200

async function emailsTo(address: string): Promise<OutgoingEmail[]> {
  await sendAccountEmails(server)
  return emails.filter(({ to }) => to === address)
}
/** The link in the latest e-mail to the new address. */
async function confirmLink(address: string): Promise<{ uuid: string; token: string }> {
  const [, uuid = '', token = ''] =
    /\/settings\/sections\?uuid=([0-9a-f-]{36})&token=([\w-]{43})\n/.exec((await emailsTo(address)).at(-1)?.text ?? '') ?? []
  expect(token).not.toBe('')
  return { uuid, token }
}
/** The link in the latest e-mail to the old address. */
async function stopLink(address: string): Promise<{ changeId: string; token: string }> {
  const [, changeId = '', token = ''] =
    /\/stop-email#([0-9a-f]{32})\.([\w-]{43})\n/.exec((await emailsTo(address)).at(-1)?.text ?? '') ?? []
  expect(token).not.toBe('')
  return { changeId, token }
}
const validate = (as: Persona | TestSession, { uuid, token }: { uuid: string; token: string }) =>
  server.call('emailChangeValidate', { as, params: { uuid }, query: { token } })

it('an e-mail change keeps the old e-mail until its requester confirms the new one, once; then the other sessions end', async () => {
  const [session, otherSession] = [await server.signIn('editorA'), await server.signIn('editorA')]
  expect((await ask(session, ' Nueva@Tienda.Example ')).status).toBe(204)
  expect((await server.call('me', { as: session })).body).toMatchObject({ email: 'editor@a.test', pendingEmail: 'nueva@tienda.example' })
  expect((await enter('nueva@tienda.example')).status).toBe(401)
  const link = await confirmLink('nueva@tienda.example')
  expect((await emailsTo('editor@a.test'))[0]?.text).toContain('n•••@tienda.example')

  // A colleague with the link, a wrong token and a caller without session are refused alike.
  expect((await validate('guestA', link)).error.type).toBe('LinkReplaced')
  expect((await validate(session, { ...link, token: 'A'.repeat(43) })).error.type).toBe('LinkReplaced')
  expect((await server.call('emailChangeValidate', { params: { uuid: link.uuid }, query: { token: link.token } })).status).toBe(403)
  const done = await validate(session, link)
  expect([done.status, done.body.email]).toEqual([200, 'nueva@tienda.example'])
  expect(done.body.endedSessions).toBeGreaterThanOrEqual(1)
  expect((await validate(session, link)).error.type).toBe('LinkReplaced')
  elapse(1_001)
  expect([await alive(otherSession), await alive(session)]).toEqual([false, true])
  expect((await enter('editor@a.test')).status).toBe(401)
  expect((await enter('nueva@tienda.example')).status).toBe(200)
  expect((await emailsTo('editor@a.test')).map(({ subject }) => subject)).toEqual([
    'Han pedido cambiar el correo de tu cuenta',
    'El correo de tu cuenta ha cambiado',
  ])
})

it('an e-mail change is refused without the right password, without an address and for the own address, and counts wrong passwords', async () => {
  const session = await server.signIn('limitedA')
  expect((await ask(session, 'no es un correo')).error.fields?.[0]).toMatchObject({ name: 'email', code: 'format' })
  expect((await ask(session, 'LIMITED@a.test')).error.fields?.[0]).toMatchObject({ name: 'email', code: 'same_email' })
  for (let at = 0; at < 5; at += 1) expect((await ask(session, 'x@y.example', `mal ${at}`)).error.fields?.[0]?.name).toBe('password')
  expect((await ask(session, 'x@y.example')).status).toBe(429)
  expect(await emailsTo('x@y.example')).toEqual([])
})

it('an e-mail change does not reveal whether an address is taken, and never takes over one that is', async () => {
  const [taken, free] = [await ask('adminA', personas.ownerB.email), await ask('adminA', 'libre@tienda.example')]
  expect([taken.status, taken.raw]).toEqual([free.status, free.raw])
  expect(await emailsTo(personas.ownerB.email)).toEqual([])
  // The address is free when requested and taken by the time it is confirmed.
  const link = await confirmLink('libre@tienda.example')
  await server.ownerSql("update users set email = 'libre@tienda.example' where id = $1", [personas.disabledC.id])
  expect((await validate('adminA', link)).error.type).toBe('LinkReplaced')
  expect((await server.call('me', { as: 'adminA' })).body.email).toBe(personas.adminA.email)
})

it('an e-mail change expires after an hour, is replaced by the next request, and can be cancelled', async () => {
  await ask('guestA', 'una@tienda.example')
  const first = await confirmLink('una@tienda.example')
  await ask('guestA', 'dos@tienda.example')
  const second = await confirmLink('dos@tienda.example')
  expect((await validate('guestA', first)).error.type).toBe('LinkReplaced')
  expect((await server.call('emailChangeCancel', { as: 'guestA' })).status).toBe(204)
  expect((await validate('guestA', second)).error.type).toBe('LinkReplaced')
  await ask('guestA', 'tres@tienda.example')
  const third = await confirmLink('tres@tienda.example')
  server.moveClock(60 * 60_000 + 1_000)
  expect((await validate('guestA', third)).error.type).toBe('LinkReplaced')
  expect((await server.call('me', { as: 'guestA' })).body).toMatchObject({ email: 'guest@a.test', pendingEmail: null })
})

it('an e-mail change stopped from the old address ends all sessions, invalidates the password, and lets a new one be chosen from there', async () => {
  const session = await server.signIn('ownerB')
  await ask(session, 'ladron@tienda.example')
  const confirm = await confirmLink('ladron@tienda.example')
  const stop = await stopLink('owner@b.test')
  expect((await server.call('emailChangeView', { body: stop })).body).toMatchObject({
    from: 'o•••@b.test',
    to: 'l•••@tienda.example',
    state: 'pending',
  })
  await validate(session, confirm)
  // A second factor added since the request is removed.
  await server.ownerSql("insert into authenticators (user_id, sealed_secret, created_at, confirmed_at) values ($1, 'x', $2, $2)", [
    personas.ownerB.id,
    server.services.now(),
  ])
  await server.ownerSql('update users set second_factor_since = now() where id = $1', [personas.ownerB.id])
  // So is a till PIN, which was chosen with the same password.
  await server.ownerSql(
    `with till as (insert into tills (id, account_id, merchant_id, name, opened_at, code_expires_at) values (gen_random_uuid(), $1, $2, 'Caja', now(), now()) returning id)
     insert into till_pins (till_id, user_id, pin_hash, set_at) select id, $3, 'x', now() from till`,
    [ids.accountB, ids.merchantB1, personas.ownerB.id],
  )
  expect((await server.call('emailChangeStop', { body: { ...stop, token: confirm.token } })).error.type).toBe('LinkReplaced')
  expect((await server.call('emailChangeStop', { body: stop })).status).toBe(204)
  expect((await server.call('emailChangeStop', { body: stop })).status).toBe(204)
  elapse(1_001)
  expect(await alive(session)).toBe(false)
  expect(await server.ownerSql('select from till_pins where user_id = $1', [personas.ownerB.id])).toEqual([])
  expect((await enter('ladron@tienda.example')).status).toBe(401)
  expect((await enter('owner@b.test')).status).toBe(401)
  const reset = (await emailsTo('owner@b.test')).at(-1)?.text ?? ''
  const [, uuid = '', token = ''] = /new-password\?uuid=([0-9a-f-]{36})&token=([\w-]{43})\n/.exec(reset) ?? []
  const chosen = 'cuatro caballos verdes'
  const body = { token, newPassword1: chosen, newPassword2: chosen }
  // The previous password cannot be chosen again.
  const old = await server.call('passwordReset', {
    params: { uuid },
    body: { token, newPassword1: testPassword, newPassword2: testPassword },
  })
  expect(old.error.fields?.[0]?.code).toBe('reused')
  expect((await server.call('passwordReset', { params: { uuid }, body })).status).toBe(204)
  expect((await server.call('sessionSignIn', { body: { email: 'owner@b.test', password: chosen } })).status).toBe(200)
  const lines = await server.ownerSql("select from audit_entries where call = 'emailChangeStop' and user_id = $1", [personas.ownerB.id])
  expect(lines).toHaveLength(1)
})

it('an e-mail change cannot be stopped after a week, nor by the link of another change', async () => {
  await ask('ownerA', 'tarde@tienda.example')
  const stop = await stopLink('owner@a.test')
  expect((await server.call('emailChangeView', { body: { ...stop, changeId: 'f'.repeat(32) } })).error.type).toBe('LinkReplaced')
  server.moveClock(7 * 24 * 3_600_000 + 1_000)
  expect((await server.call('emailChangeStop', { body: stop })).error.type).toBe('LinkReplaced')
  expect((await enter('owner@a.test')).status).toBe(200)
})

it('an e-mail change stores no token in the database and no address in the audit log', async () => {
  const session = await server.signIn('ownerA')
  await ask(session, 'rastro@tienda.example')
  const { token } = await confirmLink('rastro@tienda.example')
  const stop = await stopLink('owner@a.test')
  const tables = ['email_changes', 'audit_entries', 'idempotency_keys', 'sessions', 'one_time_links']
  const rows = await Promise.all(tables.map((table) => server.ownerSql<{ row: string }>(`select t::text as row from ${table} t`)))
  const all = rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
  for (const secret of [token, stop.token]) expect(all).not.toContain(secret)
  expect(rows[1]?.map(({ row }) => row).join('\n')).not.toContain('rastro@tienda.example')
})

it("an e-mail change sends its e-mails in the language of the account's person, not of the request", async () => {
  const session = await server.signIn('ownerA')
  await server.ownerSql("update users set locale = 'ca' where id = $1", [personas.ownerA.id])
  const body = { email: 'correu@botiga.example', password: testPassword }
  await server.call('emailChangeStart', { as: session, body, headers: { 'accept-language': 'gl' } })
  const catalan = (key: string) => withLanguage('ca', () => text(key, { brand: 'Trastienda' }))
  const subjects = [...(await emailsTo(personas.ownerA.email)), ...(await emailsTo(body.email))].map(({ subject }) => subject)
  expect(subjects).toEqual([catalan('mail.emailAsked.subject'), catalan('mail.emailConfirm.subject')])
  await validate(session, await confirmLink(body.email))
  expect((await emailsTo(personas.ownerA.email)).at(-1)?.subject).toBe(catalan('mail.emailDone.subject'))
})
