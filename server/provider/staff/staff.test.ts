import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsoleCallName } from '#contract/consoleApi'
import { nameInEmail } from '#domain/platform/properName'
import { text, withLanguage } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { addStaff, callConsole, type TestConsoleCall, type TestStaff } from '../../testing/provider/testStaff.ts'
import { assertNamedFields } from '../../testing/provider/unnamedFields.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { disableStaffAtTerminal } from './access.ts'
import { expireConfirmations } from './expireConfirmations.ts'
import { startStaffSession } from './staffSession.ts'

let server: TestServer
let ada: TestStaff
let berta: TestStaff
let risk: TestStaff
let mails: { to: string; subject: string; text: string }[]
beforeAll(async () => {
  server = await startTestServer()
  server.services.mail = async (mail) => void mails.push(mail)
})
afterAll(() => server.close())

/** Two admins and a person of risk, and nobody else. */
beforeEach(async () => {
  await assertNamedFields(server.database.ownerUrl)
  await server.ownerSql('delete from staff_confirmations')
  await server.ownerSql('update staff set invited_by = null')
  await server.ownerSql('delete from staff')
  ada = await addStaff(server, ['admin', 'risk'], { firstName: 'Ada', lastName: 'Gil' })
  berta = await addStaff(server, ['admin'], { firstName: 'Berta', lastName: 'Paz' })
  risk = await addStaff(server, ['risk'])
  mails = []
})

const call = <N extends ConsoleCallName>(name: N, given?: TestConsoleCall<N>) => callConsole(server, name, given)
const idOf = ({ staffId }: TestStaff) => ({ staffId: hexOf(staffId) })
const rolesOf = async (staff: TestStaff) =>
  (await server.ownerSql<{ roles: string[] }>('select roles from staff where id = $1', [staff.staffId]))[0]?.roles.toSorted().join(' ')
const changeRoles = (by: TestStaff, whose: TestStaff, roles: readonly ('admin' | 'risk' | 'finance' | 'support')[]) =>
  call('staffRolesChange', { as: by, params: idOf(whose), body: { roles: [...roles] } })
const decide = (name: 'staffConfirmationConfirm' | 'staffConfirmationWithdraw', by: TestStaff, confirmationId: string) =>
  call(name, { as: by, params: { confirmationId } })
const decline = (by: TestStaff, confirmationId: string, reason: string) =>
  call('staffConfirmationDecline', { as: by, params: { confirmationId }, body: { reason } })
/** A request of Ada to give a person other roles; returns its id. */
const requested = async (roles: readonly ('risk' | 'finance' | 'support')[] = ['finance'], whose = risk) => {
  const { status, body } = await changeRoles(ada, whose, roles)
  expect(status).toBe(202)
  return body.confirmation?.id ?? ''
}
const refused = async (answer: Promise<{ status: number; error: { type: string; message: string } }>) => (await answer).error.type
const entries = (staff: TestStaff) =>
  server.ownerSql<{ call: string; outcome: string; before: unknown; after: Record<string, unknown> }>(
    'select call, outcome, before, after from audit_entries where staff_id = $1 order by seq',
    [staff.staffId],
  )

describe('a second person', () => {
  it('sees the old and the new value and confirms; the audit log names both', async () => {
    const id = await requested()
    expect(await rolesOf(risk)).toBe('risk')
    const { pending } = (await call('staffConfirmationList', { as: berta })).body
    expect(pending).toMatchObject([
      {
        id,
        call: 'staffRolesChange',
        action: 'Cambiar los perfiles de una persona del proveedor',
        before: { roles: ['risk'] },
        after: { roles: ['finance'] },
        requestedBy: { name: 'Ada Gil' },
        own: false,
        decidable: true,
      },
    ])
    expect((await decide('staffConfirmationConfirm', berta, id)).body).toMatchObject({
      state: 'confirmed',
      decidedBy: { name: 'Berta Paz' },
    })
    expect(await rolesOf(risk)).toBe('finance')
    expect(await entries(ada)).toEqual([
      { call: 'staffRolesChange', outcome: 'requested', before: null, after: { confirmation: expect.any(String) } },
      {
        call: 'staffRolesChange',
        outcome: 'done',
        before: { roles: ['risk'] },
        after: { roles: ['finance'], confirmedBy: berta.staffId },
      },
    ])
    expect((await entries(berta)).map((entry) => entry.call)).toEqual(['staffConfirmationConfirm'])
    expect(await refused(decide('staffConfirmationConfirm', berta, id))).toBe('RequestNotAllowed')
  })

  it('is not the requester, nor somebody without a role of the call', async () => {
    const id = await requested()
    expect(await refused(decide('staffConfirmationConfirm', ada, id))).toBe('RequestNotAllowed')
    expect(await refused(decline(ada, id, 'no'))).toBe('RequestNotAllowed')
    expect(await refused(decide('staffConfirmationConfirm', risk, id))).toBe('PermissionDenied')
    expect(await refused(decide('staffConfirmationWithdraw', berta, id))).toBe('RequestNotAllowed')
    expect((await call('staffConfirmationList', { as: risk })).body.pending).toEqual([])
    expect((await call('staffConfirmationList', { as: ada })).body.pending).toMatchObject([{ own: true, decidable: false }])
    expect(await rolesOf(risk)).toBe('risk')
  })

  it('cannot confirm what is not as the requester saw it: the request ends', async () => {
    const id = await requested()
    await server.ownerSql(`update staff set roles = '{support}' where id = $1`, [risk.staffId])
    expect(await refused(decide('staffConfirmationConfirm', berta, id))).toBe('RequestNotAllowed')
    expect(await rolesOf(risk)).toBe('support')
    expect((await call('staffConfirmationList', { as: berta })).body.decided).toMatchObject([{ id, state: 'stale' }])
  })

  it('cannot confirm for a requester who lost the role or was disabled', async () => {
    const [first, second] = [await requested(), await requested(['support'])]
    await server.ownerSql(`update staff set roles = '{risk}' where id = $1`, [ada.staffId])
    expect(await refused(decide('staffConfirmationConfirm', berta, first))).toBe('RequestNotAllowed')
    await server.ownerSql(`update staff set roles = '{admin}', disabled_at = now() where id = $1`, [ada.staffId])
    expect(await refused(decide('staffConfirmationConfirm', berta, second))).toBe('RequestNotAllowed')
    expect(await rolesOf(risk)).toBe('risk')
  })

  it('declines with a reason; the requester withdraws; nothing is done, nor after 72 hours', async () => {
    const [declined, withdrawn, expired] = [await requested(), await requested(), await requested()]
    expect(await refused(decline(berta, declined, ' '))).toBe('ApiValidationException')
    expect((await decline(berta, declined, 'Todavía no')).body).toMatchObject({ state: 'declined', reason: 'Todavía no' })
    expect((await decide('staffConfirmationWithdraw', ada, withdrawn)).body.state).toBe('withdrawn')
    server.moveClock(72 * 3_600_000 + 1)
    await server.ownerSql("update staff_sessions set active_at = $1, expires_at = $1::timestamptz + interval '1 hour'", [
      server.services.now(),
    ])
    for (const id of [declined, withdrawn, expired])
      expect(await refused(decide('staffConfirmationConfirm', berta, id))).toBe('RequestNotAllowed')
    expect(await expireConfirmations(server.services)).toBe(1)
    expect(await server.ownerSql('select state from staff_confirmations order by id')).toEqual(
      ['declined', 'withdrawn', 'expired'].map((state) => ({ state })),
    )
    expect(await rolesOf(risk)).toBe('risk')
  })

  it('confirms once, also when two do so at once; a repeated request with a key is one request', async () => {
    const clara = await addStaff(server, ['admin'])
    const id = await requested()
    const both = await Promise.all([berta, clara].map((staff) => decide('staffConfirmationConfirm', staff, id)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const again = () => call('staffRolesChange', { as: ada, params: idOf(risk), body: { roles: ['risk'] }, key: 'one' })
    const [first, other] = [await again(), await again()]
    expect([first.status, other.raw, other.headers.get('idempotent-replayed')]).toEqual([202, first.raw, 'true'])
    expect((await call('staffConfirmationList', { as: berta })).body.pending).toHaveLength(1)
  })

  it('is not needed where the installation asks for none', async () => {
    server.services.config.console.secondPerson = false
    expect((await changeRoles(ada, risk, ['finance'])).body).toMatchObject({ roles: ['finance'] })
    server.services.config.console.secondPerson = true
    expect(await rolesOf(risk)).toBe('finance')
    expect(await entries(ada)).toMatchObject([{ outcome: 'done', before: { roles: ['risk'] }, after: { roles: ['finance'] } }])
  })
})

describe('staff', () => {
  const invite = (by: TestStaff, email = 'nuevo@provider.test') =>
    call('staffInvite', { as: by, body: { email, firstName: 'Nuria', lastName: 'Vela', roles: ['support'] } })
  const open = (text = mails.at(-1)?.text ?? '') =>
    call('staffLinkOpen', { body: { token: /\/console\/invitation#([\w-]{43})/.exec(text)?.[1] ?? '' } })

  it('are invited by e-mail with a second admin, and by the only admin alone', async () => {
    const { body } = await invite(ada)
    expect((await decide('staffConfirmationConfirm', berta, body.confirmation?.id ?? '')).status).toBe(200)
    expect(await sendOutbox(server.services, 'staff_email')).toBe(1)
    expect(mails).toMatchObject([{ to: 'nuevo@provider.test', subject: '«Ada Gil» te invita a la consola de Trastienda' }])
    expect((await open()).body).toMatchObject({
      purpose: 'invitation',
      email: 'nuevo@provider.test',
      firstName: 'Nuria',
      roles: ['support'],
    })
    expect((await invite(berta)).error.fields).toMatchObject([{ name: 'email', code: 'staffMember' }])
    expect((await invite(berta, 'nadie')).error.fields).toMatchObject([{ name: 'email', code: 'format' }])

    expect(await disableStaffAtTerminal(server.services.database, berta.email, new Date())).toBe(true)
    expect((await invite(ada, 'otra@provider.test')).body).toMatchObject({ state: 'invited', roles: ['support'] })
  })

  it('are written to in the language of their last sign-in; who is invited, in that of the person who invites', async () => {
    await server.ownerSql('update staff set disabled_at = now() where id = $1', [berta.staffId])
    const signIn = ({ staffId }: TestStaff, language: 'ca' | 'eu') =>
      withLanguage(language, () =>
        server.services.database.write(null, (db) =>
          startStaffSession(db, { staffId, ip: '127.0.0.1', userAgent: '', now: server.services.now() }),
        ),
      )
    await signIn(ada, 'ca')
    await invite(ada)
    await sendOutbox(server.services, 'staff_email')
    const subjectIn = (language: 'ca' | 'eu', news: string, values: Record<string, string>) =>
      withLanguage(language, () => text(`staff.mail.${news}.subject`, { ...values, brand: 'Trastienda' }))
    expect(mails.at(-1)?.subject).toBe(subjectIn('ca', 'invitation', { inviter: nameInEmail('Ada Gil') }))
    await signIn(risk, 'eu')
    server.services.config.console.secondPerson = false
    await call('staffAccessReset', { as: ada, params: idOf(risk) })
    server.services.config.console.secondPerson = true
    await sendOutbox(server.services, 'staff_email')
    expect(mails.at(-1)?.subject).toBe(subjectIn('eu', 'reset', {}))
  })

  it('get a new link in place of the earlier one; a revoked invitation opens nothing', async () => {
    await server.ownerSql('update staff set disabled_at = now() where id = $1', [berta.staffId])
    const params = { staffId: (await invite(ada)).body.id }
    await sendOutbox(server.services, 'staff_email')
    const first = mails.at(-1)?.text ?? ''
    server.moveClock(1_000)
    expect((await call('staffInvitationResend', { as: ada, params })).status).toBe(200)
    await sendOutbox(server.services, 'staff_email')
    expect([(await open(first)).status, (await open()).status]).toEqual([401, 200])
    expect((await call('staffInvitationRevoke', { as: ada, params })).status).toBe(204)
    expect((await open()).status).toBe(401)
    expect(await refused(call('staffInvitationResend', { as: ada, params }))).toBe('ObjectNotFoundException')
    for (const name of ['staffInvitationResend', 'staffInvitationRevoke'] as const)
      expect(await refused(call(name, { as: ada, params: idOf(risk) }))).toBe('StaffChangeNotAllowed')
  })

  const disable = (by: TestStaff, whose: TestStaff, reason = 'Se va') =>
    call('staffDisable', { as: by, params: idOf(whose), body: { reason } })

  it('lose access at once with their sessions and requests; for an admin, once a second admin confirms', async () => {
    const carla = await addStaff(server, ['admin'])
    const id = await requested()
    expect(await refused(disable(berta, ada, ''))).toBe('ApiValidationException')
    expect((await disable(berta, risk)).body).toMatchObject({ state: 'disabled', openSessions: 0 })
    const waiting = (await disable(berta, ada)).body.confirmation?.id ?? ''
    expect((await call('consoleMe', { as: ada })).status).toBe(200)
    expect((await decide('staffConfirmationConfirm', carla, waiting)).status).toBe(200)
    expect(await refused(call('consoleMe', { as: ada }))).toBe('NotAuthenticated')
    expect(await refused(decide('staffConfirmationConfirm', berta, id))).toBe('RequestNotAllowed')
    const done = (await entries(berta)).find(({ outcome, after }) => outcome === 'done' && after['confirmedBy'] === carla.staffId)
    expect(done).toMatchObject({ call: 'staffDisable', after: { disabled: true, reason: 'Se va', endedSessions: 1 } })
  })

  it('two admins stay, whoever asks: one cannot take the access or the role of the other and then decide alone', async () => {
    const attempts = [disable(berta, ada), disable(ada, ada), changeRoles(berta, ada, ['risk']), changeRoles(ada, ada, ['risk'])]
    for (const attempt of attempts)
      expect((await attempt).error).toMatchObject({ type: 'StaffChangeNotAllowed', message: expect.stringContaining('dos personas') })
    const carla = await addStaff(server, ['admin'])
    const both = await Promise.all([disable(ada, carla), disable(berta, ada)])
    const [first = '', second = ''] = both.map(({ body }) => body.confirmation?.id)
    expect((await decide('staffConfirmationConfirm', berta, first)).status).toBe(200)
    // The second request would leave one admin: it is refused when it is confirmed, and waits.
    expect(await refused(decide('staffConfirmationConfirm', ada, second))).toBe('StaffChangeNotAllowed')
    expect(await disableStaffAtTerminal(server.services.database, 'nadie@provider.test', new Date())).toBe(false)
    expect(await disableStaffAtTerminal(server.services.database, ada.email.toUpperCase(), new Date())).toBe(true)
    expect((await disable(berta, berta)).error.message).toContain('última')
  })

  it('are signed out by an admin, for a reason, and may sign in again', async () => {
    const end = (by: TestStaff, reason: string) => call('staffMemberSessionsEnd', { as: by, params: idOf(risk), body: { reason } })
    expect(await refused(end(ada, ''))).toBe('ApiValidationException')
    expect((await end(ada, 'Perdió el portátil')).body).toMatchObject({ state: 'active', openSessions: 0 })
    expect(await refused(call('consoleMe', { as: risk }))).toBe('NotAuthenticated')
    expect(await entries(ada)).toMatchObject([{}, { after: { endedSessions: 1, reason: 'Perdió el portátil' } }])
  })

  it('get a new access by a link after they lost it or were disabled; their sessions end', async () => {
    await call('staffDisable', { as: berta, params: idOf(risk), body: { reason: 'De baja' } })
    const { body } = await call('staffAccessReset', { as: ada, params: idOf(risk) })
    expect((await decide('staffConfirmationConfirm', berta, body.confirmation?.id ?? '')).status).toBe(200)
    await sendOutbox(server.services, 'staff_email')
    expect(mails.at(-1)?.subject).toBe('Tu acceso nuevo a la consola de Trastienda')
    expect((await open()).body).toMatchObject({ purpose: 'reset', email: risk.email })
    const { results } = (await call('staffList', { as: ada })).body
    expect(results.map(({ email, state, self }) => [email, state, self])).toContainEqual([risk.email, 'disabled', false])
  })

  it('are read in the audit log by person, call and day, page by page', async () => {
    await requested()
    await call('staffList', { as: risk })
    const read = async (query: object) => (await call('staffAuditList', { as: ada, query })).body
    expect((await read(idOf(risk))).results).toMatchObject([
      { call: 'staffList', outcome: 'PermissionDenied', staff: { name: 'Pilar Soto' }, account: null, ip: '127.0.0.1' },
    ])
    expect((await read({ ...idOf(ada), call: 'staffRolesChange' })).results).toMatchObject([
      { outcome: 'requested', action: 'Cambiar los perfiles de una persona del proveedor' },
    ])
    expect((await read({ day: '2020-01-01' })).results).toEqual([])
    await Promise.all(Array.from({ length: 60 }, () => call('staffList', { as: risk })))
    const first = await read(idOf(risk))
    const second = await read({ ...idOf(risk), cursor: first.next })
    const seen = [...first.results, ...second.results].map(({ number }) => number)
    expect([first.results.length, second.results.length, second.next, new Set(seen).size]).toEqual([50, 11, null, 61])
    expect(await refused(call('staffAuditList', { as: ada, query: { cursor: 'no' } }))).toBe('ApiValidationException')
  })
})
