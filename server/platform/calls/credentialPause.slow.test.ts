import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CallName } from '#contract/index'
import { pausedCalls } from '#contract/permissions'
import { ids, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestCall, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from './wire.ts'
import { storedMail } from '../outbound/storedMail.ts'
import { afterResponseWorkDone } from '../../access/session/afterResponse.ts'
import { completeHandovers } from '../../access/team/completeHandovers.ts'
import { teamOf } from '../../testing/team/testTeam.ts'
import { coolingMs } from '../../merchants/ibans/coolingEnd.ts'
import { liftPause } from '../../merchants/ibans/freeze.ts'
import { enter, HOUR, writeOwnersAndAccounts, emails, shopOf } from '../../testing/ibans/testChange.ts'

// "No he sido yo" also pauses every other credential change of the account, for the same time.
let server: TestServer
let owner: TestSession
const shop = () => shopOf(server, ids.merchantA1)

beforeAll(async () => {
  server = await startTestServer()
  await writeOwnersAndAccounts(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ownerSql(`update bank_accounts set paused_until = null`)
  await server.ownerSql('delete from outbox')
  await server.ownerSql(`update bank_accounts set state = 'cancelled' where state in ('unconfirmed', 'pending_review', 'cooling')`)
  await server.ownerSql(`update users set credentials_changed_at = null`)
  owner = await enter(server, 'owner@a.test')
  await server.call('meStepUp', { body: { password: testPassword }, as: owner })
})

/** A change of bank account that the first owner requests and another owner stops from its e-mail. */
async function frozen(): Promise<{ ibanId: string; pausedUntil: string | null }> {
  const ibanId = await shop().ask(owner)
  const letter = (await emails(server)).find((one) => one.ibanId === ibanId)
  const { status, body } = await server.call('ibanFreeze', { body: { ibanId, token: letter?.token ?? '' } })
  expect(status).toBe(200)
  // The requester was signed out, and signs in again with the password.
  owner = await enter(server, 'owner@a.test')
  return { ibanId, ...body }
}

const anyId = '0'.repeat(32)
const merchantId = hexOf(ids.merchantA1)
const newPassword = 'Escaparate de invierno 9'
const changes = {
  passwordChange: { body: { oldPassword: testPassword, newPassword1: newPassword, newPassword2: newPassword } },
  emailChangeStart: { body: { email: 'otra@a.test', password: testPassword } },
  emailChangeValidate: { params: { uuid: anyId }, query: { token: 'a'.repeat(43) } },
  authenticatorStart: {},
  authenticatorConfirm: { body: { code: '123456' } },
  authenticatorRemove: {},
  passkeyStart: {},
  passkeyAdd: {
    body: {
      name: 'Móvil',
      credentialId: 'a',
      publicKey: 'a',
      algorithm: -7,
      authenticatorData: 'a',
      clientData: 'a',
    },
  },
  passkeyRemove: { params: { passkeyId: anyId } },
  recoveryCodesRenew: {},
  tillOpen: { body: { merchantId, name: 'Caja' } },
  merchantAccountUpdate: { params: { merchantId }, body: { billingEmail: 'otra@a.test', password: testPassword } },
  keyRenew: { params: { merchantId, kind: 'private' }, body: { overlapHours: 0 } },
  keyLeaked: { params: { merchantId, kind: 'private' } },
  webhookCreate: { params: { merchantId }, body: { url: 'https://tienda.test/avisos', events: ['operation.created'] } },
  webhookUpdate: { params: { merchantId, webhookId: anyId }, body: { url: 'https://otra.test/avisos' } },
  webhookSecretRenew: { params: { merchantId, webhookId: anyId }, body: { overlapHours: 0 } },
  packageRecipientAdd: { params: { merchantId }, body: { email: 'gestoria@a.test' } },
  teamInvite: { body: { emails: ['otra@a.test'], role: 'guest' } },
  teamUpdate: { params: { userId: hexOf(personas.guestA.id) }, body: { role: 'editor' } },
  teamRemove: { params: { userId: hexOf(personas.guestA.id) } },
  teamResend: { params: { userId: hexOf(personas.guestA.id) } },
  accessRequestGrant: { params: { requestId: anyId } },
  handoverOffer: { body: { userId: hexOf(personas.adminA.id) } },
  handoverAccept: { params: { handoverId: anyId } },
} as const satisfies { [N in CallName]?: TestCall<N> }
/** Tested below, with their links and a till's device. */
const below: readonly CallName[] = ['passwordReset', 'invitationAccept', 'tillPin']

it('refuses every credential change to every member of the account, and says until when; other accounts are not affected', async () => {
  expect([...Object.keys(changes), ...below].toSorted()).toEqual([...pausedCalls].toSorted())
  const { pausedUntil } = await frozen()
  expect(Date.parse(pausedUntil ?? '') - server.services.now().getTime()).toBeGreaterThan(coolingMs.usual - HOUR)
  const before = await ways()
  for (const [name, call] of Object.entries(changes) as [CallName, TestCall<CallName>][]) {
    const { error } = await server.call(name, { ...call, as: owner })
    expect([name, error?.type]).toEqual([name, 'CredentialsPaused'])
    expect(error.message).not.toContain('{')
  }
  expect((await server.call('passwordChange', { ...changes.passwordChange, as: 'guestA' })).error.type).toBe('CredentialsPaused')
  expect(await ways()).toEqual(before)
  expect((await server.call('authenticatorStart', { as: 'ownerB' })).error?.type).not.toBe('CredentialsPaused')
  // Calls that only remove access are allowed.
  expect((await server.call('meSessionEndOthers', { as: owner })).status).toBeLessThan(300)
})

/** Everything that the paused calls could change. */
const ways = () =>
  server.ownerSql(`select (select jsonb_agg(to_jsonb(u) order by u.id) from users u) as users, (select jsonb_agg(to_jsonb(m) order by m.account_id, m.user_id) from memberships m) as memberships,
    (select count(*) from email_changes) as emails, (select count(*) from api_keys) as keys, (select count(*) from webhooks) as webhooks, (select count(*) from package_recipients) as recipients,
    (select count(*) from passkeys) as passkeys, (select count(*) from authenticators) as authenticators, (select count(*) from tills) as tills, (select count(*) from till_pins) as pins, (select count(*) from ownership_handovers) as handovers`)

it('signs the requester out everywhere, removes their PINs and refuses new PINs; nobody else is signed out', async () => {
  const [till, device] = ['a1000000-0000-7000-8000-000000000001', 'd'.repeat(43)]
  await server.ownerSql(
    `insert into tills (id, account_id, merchant_id, name, opened_at, code_expires_at, entered_at, device_hash) values ($1, $2, $3, 'Caja', now(), now(), now(), sha256($4))`,
    [till, ids.accountA, ids.merchantA1, Buffer.from(device)],
  )
  await server.ownerSql(
    `insert into till_pins (till_id, user_id, pin_hash, set_at) select $1, id, 'x', now() from users where id = any($2)`,
    [till, [personas.ownerA.id, personas.adminA.id]],
  )
  const [session, admin] = [owner, await server.signIn('adminA')]
  await frozen()
  // The session's cache of one second has expired.
  expect((await server.call('sessionRefresh', { as: { ...session, accessToken: session.refreshToken } })).error?.type).toBe('InvalidToken')
  expect((await server.call('me', { as: admin })).status).toBe(200)
  const cookie = `${owner.cookie}; till=${device}`
  expect((await server.call('tillPin', { body: { pin: '7391' }, as: owner, headers: { cookie } })).error?.type).toBe('CredentialsPaused')
  expect(await server.ownerSql('select user_id from till_pins')).toEqual([{ user_id: personas.adminA.id }])
})

it('refuses a password by a reset link and by an invitation, and both work again afterwards', async () => {
  const team = teamOf(server)
  expect((await team.invite(owner, { emails: ['nueva@a.test'], role: 'guest' })).status).toBeLessThan(300)
  const [invitation = { uuid: '', token: '' }] = await team.emailsTo('nueva@a.test')
  await server.call('passwordForgotten', { body: { email: 'admin@a.test' } })
  await afterResponseWorkDone()
  const posted = (await storedMail(server.services.config)).find(({ text }) => text.includes('/new-password?'))
  const [, uuid = '', token = ''] = /uuid=([0-9a-f-]{36})&token=([\w-]{43})/.exec(posted?.text ?? '') ?? []
  const reset = () =>
    server.call('passwordReset', { params: { uuid }, body: { token, newPassword1: newPassword, newPassword2: newPassword } })
  const { ibanId } = await frozen()
  expect([(await reset()).error.type, (await team.accept(invitation)).error.type]).toEqual(['CredentialsPaused', 'CredentialsPaused'])
  expect(await liftPause(server.services.database, uuidOf(ibanId) ?? '', server.services.now())).toBeNull()
  expect([(await reset()).status, (await team.accept(invitation)).status]).toEqual([204, 204])
})

it('transfers no ownership that falls due meanwhile', async () => {
  const team = teamOf(server)
  const [from, to] = [await team.fresh('ownerA'), await team.fresh('editorA')]
  const { body } = await server.call('handoverOffer', { body: { userId: hexOf(personas.editorA.id) }, as: from })
  expect((await server.call('handoverAccept', { params: { handoverId: body.id }, as: to })).status).toBe(200)
  await frozen()
  await server.ownerSql(`update ownership_handovers set effective_at = now() - interval '1 minute'`)
  expect(await completeHandovers(server.services)).toBe(0)
  const back = await team.fresh('ownerA')
  expect((await server.call('handoverCancel', { params: { handoverId: body.id }, as: back })).status).toBe(200)
})

it('lasts as long as the cooling-off period of the account, which is longer after a recent credential change', async () => {
  await server.ownerSql(`update users set credentials_changed_at = now() - interval '1 day' where email = 'owner@a.test'`)
  const { pausedUntil } = await frozen()
  expect(Date.parse(pausedUntil ?? '') - server.services.now().getTime()).toBeGreaterThan(coolingMs.longer - HOUR)
  await server.ownerSql(`update bank_accounts set paused_until = ended_at + interval '1 millisecond' where paused_until is not null`)
  expect((await server.call('authenticatorStart', { as: owner })).error?.type).not.toBe('CredentialsPaused')
})

it('shows the other owners what could be seen and was done, in their inbox and on the page; nobody else', async () => {
  const { ibanId } = await frozen()
  const second = await enter(server, 'second@a.test')
  const item = async (as: TestSession) =>
    (await server.call('inboxList', { params: { merchantId }, as })).body.items.find(
      ({ kind, objectId }) => kind === 'iban_frozen' && objectId === ibanId,
    )
  expect(await item(second)).toMatchObject({ subject: '•••• 1332' })
  expect(Number((await item(second))?.reference)).toBeGreaterThanOrEqual(2)
  expect(await item(owner)).toBeUndefined()
  // Actions after the freeze count, background calls of the browser do not; the inbox and the page show the same.
  for (const call of ['reportCreate', 'sessionRefresh'])
    await server.ownerSql(
      `insert into audit_entries (account_id, user_id, call, outcome, request_id) select account_id, id, $1, 'done', $1 from members where email = 'owner@a.test'`,
      [call],
    )
  const { body } = await server.call('ibanExposure', { params: { merchantId, ibanId }, as: second })
  expect(body.acts.reduce((sum, { times }) => sum + times, 0)).toBe(Number((await item(second))?.reference))
  expect(body).toMatchObject({
    person: { name: 'Olga Núñez' },
    device: 'Chrome en Windows',
    merchants: ['Tienda Gran Vía', 'Tienda Triana'],
  })
  expect(body.rights).toContain('Datos de la empresa')
  expect(body.acts.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['Pedir el cambio de cuenta bancaria', 'Confirmar el cambio con la contraseña']),
  )
  for (const as of ['editorA', 'guestA'] as const)
    expect((await server.call('ibanExposure', { params: { merchantId, ibanId }, as })).error.type).toBe('PermissionDenied')
  expect((await server.call('ibanExposure', { params: { merchantId, ibanId }, as: 'ownerB' })).status).toBe(404)
  const own = { merchantId: hexOf(ids.merchantB1), ibanId }
  expect((await server.call('ibanExposure', { params: own, as: 'ownerB' })).status).toBe(404)
})
