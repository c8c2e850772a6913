import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, madridDay } from '#domain/platform/dates'
import { withClient } from '../../platform/database/withClient.ts'
import { elapse } from '../../testing/testElapse.ts'
import { ids, personas, testPassword, type Persona } from '../../testing/testFixture.ts'
import type { TestSession } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { endAccess } from './endAccess.ts'
import { startTeam } from '../../testing/team/testTeam.ts'

// Who may change whom (docs/domain.md#team).
const { server, team, ...signedIn } = await startTeam()
let { owner, admin } = signedIn
afterAll(() => server.close())
beforeEach(() => team.restore())

/** Makes two writes overlap: both are in the middle of their transactions before either may commit. */
function atOnce<Answer>(start: () => Promise<Answer>[]): Promise<Answer[]> {
  return withClient(server.database.ownerUrl, async (client) => {
    await client.query('begin')
    // Every write ends with an audit entry, and waits here for its lock.
    await client.query('select from audit_heads where account_id = $1 for update', [ids.accountA])
    const answers = start()
    const waiting = `select count(*)::integer as many from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    for (let many = 0; many < answers.length;) {
      // Otherwise a transaction would be answered from its earlier snapshot of the statistics.
      await client.query('select pg_stat_clear_snapshot()')
      many = (await client.query<{ many: number }>(waiting)).rows[0]?.many ?? 0
    }
    await client.query('commit')
    return Promise.all(answers)
  })
}

const why = (answer: { status: number; error: { type: string; message: string } }) =>
  `${answer.status} ${answer.error.type}: ${answer.error.message}`
const me = (as: TestSession) => server.call('me', { as })
let addresses = 0
const address = () => `nueva${(addresses += 1)}@a.test`

describe('who may change whom', () => {
  it('shows the team to owner, admin and editor, and whom of it each may change', async () => {
    const { body } = await team.list(owner)
    expect(body.results.map(({ email, changeable }) => [email, changeable])).toEqual([
      ['owner@a.test', false],
      ['admin@a.test', true],
      ['editor@a.test', true],
      ['limited@a.test', true],
      ['guest@a.test', true],
    ])
    expect(body.results.find(({ email }) => email === 'limited@a.test')).toMatchObject({
      allMerchants: false,
      merchants: [{ id: hexOf(ids.merchantA2) }],
      status: 'active',
    })
    expect((await team.list('editorA')).body.results.every(({ changeable }) => !changeable)).toBe(true)
    expect((await team.list('guestA')).status).toBe(403)
    expect((await team.list('ownerB')).body.results.map(({ email }) => email)).toEqual(['owner@b.test'])
  })

  it('lets nobody change themselves', async () => {
    expect(why(await team.update(owner, team.idOf('ownerA'), { role: 'admin' }))).toContain('Nadie cambia su propio acceso')
    expect(why(await team.update(admin, team.idOf('adminA'), { role: 'owner' }))).toContain('Nadie cambia su propio acceso')
    expect(why(await team.remove(admin, team.idOf('adminA')))).toContain('Nadie cambia su propio acceso')
  })

  it('lets an admin neither create nor change an owner', async () => {
    expect(why(await team.update(admin, team.idOf('editorA'), { role: 'owner' }))).toContain('por encima del tuyo')
    expect(why(await team.invite(admin, { emails: [address()], role: 'owner' }))).toContain('por encima del tuyo')
    expect(why(await team.update(admin, team.idOf('ownerA'), { role: 'guest' }))).toContain('más permisos que tú')
    expect(why(await team.remove(admin, team.idOf('ownerA')))).toContain('más permisos que tú')
    expect((await team.update(admin, team.idOf('editorA'), { role: 'admin' })).status).toBe(200)
  })

  it('lets nobody grant shops, rights or limits beyond their own', async () => {
    await server.ownerSql('insert into user_merchants (user_id, merchant_id) values ($1, $2)', [personas.adminA.id, ids.merchantA2])
    await server.ownerSql(`update memberships set withheld = '{campaigns}', refund_limit_cents = 5000 where user_id = $1`, [
      personas.adminA.id,
    ])
    const [shop2, limits] = [[hexOf(ids.merchantA2)], { withheld: ['campaigns' as const], refundLimit: 5_000 }]
    admin = await team.fresh('adminA')
    expect(why(await team.invite(admin, { emails: [address()], role: 'editor', ...limits }))).toContain(
      'Solo puedes dar acceso a tus tiendas',
    )
    const foreign = { emails: [address()], role: 'editor' as const, ...limits }
    expect((await team.invite(admin, { ...foreign, merchants: [hexOf(ids.merchantA1)] })).error.fields).toMatchObject([
      { name: 'merchants' },
    ])
    expect((await team.invite(admin, { ...foreign, merchants: [hexOf(ids.merchantB1)] })).error.fields).toMatchObject([
      { name: 'merchants' },
    ])
    expect(why(await team.invite(admin, { ...foreign, merchants: shop2, withheld: [] }))).toContain('permisos que tú no tienes')
    expect(why(await team.invite(admin, { ...foreign, merchants: shop2, refundLimit: 5_001 }))).toContain('mayor que el tuyo')
    expect((await team.invite(admin, { ...foreign, merchants: shop2 })).status).toBe(201)
    // Such an admin may not change somebody who enters all shops either.
    expect(why(await team.update(admin, team.idOf('editorA'), { role: 'guest' }))).toContain('más permisos que tú')
    expect(await team.list(admin).then(({ body }) => body.results.find(({ email }) => email === 'editor@a.test')?.changeable)).toBe(false)
    admin = await server.ownerSql('delete from user_merchants where user_id = $1', [personas.adminA.id]).then(() => team.fresh('adminA'))
  })

  it('keeps the last owner, also when two owners demote each other at once', async () => {
    expect((await team.update(owner, team.idOf('adminA'), { role: 'owner' })).status).toBe(200)
    // Nor with the delayed exit, after which both would leave at once.
    await server.ownerSql(`update memberships set owner_since = now() where user_id = $1`, [personas.ownerA.id])
    admin = await team.fresh('adminA')
    const both = await atOnce(() => [
      team.update(owner, team.idOf('adminA'), { role: 'editor' }),
      team.update(admin, team.idOf('ownerA'), { role: 'editor' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const owners = await server.ownerSql(`select id from members where account_id = $1 and role = 'owner'`, [ids.accountA])
    expect(owners).toHaveLength(1)
    owner = await team.fresh('ownerA')
    admin = await team.fresh('adminA')
  })

  it('lets an owner have no restriction', async () => {
    expect(why(await team.update(owner, team.idOf('adminA'), { role: 'owner', refundDayLimit: 10_000 }))).toContain('sin límites')
    expect(
      why(await team.invite(owner, { emails: [address()], role: 'owner', accessUntil: addDays(madridDay(server.services.now()), 30) })),
    ).toContain('sin límites')
  })

  it('requires step-up before an invitation or a change, and changes nothing without', async () => {
    const stale = await server.signIn('ownerA')
    for (const answer of [
      await team.invite(stale, { emails: [address()], role: 'guest' }),
      await team.update(stale, team.idOf('guestA'), { role: 'editor' }),
      await team.remove(stale, team.idOf('guestA')),
    ])
      expect(answer.error.type).toBe('StepUpRequired')
    expect(await server.ownerSql('select role, disabled_at from members where id = $1', [personas.guestA.id])).toEqual([
      { role: 'guest', disabled_at: null },
    ])
  })

  it('answers not found for people of another account', async () => {
    for (const answer of [
      await team.update(owner, team.idOf('ownerB'), { role: 'guest' }),
      await team.remove(owner, team.idOf('ownerB')),
      await team.resend(owner, team.idOf('ownerB')),
    ])
      expect(answer.status).toBe(404)
    expect(await server.ownerSql('select role from members where id = $1', [personas.ownerB.id])).toEqual([{ role: 'owner' }])
  })
})

describe('a change takes effect at once', () => {
  it('ends the sessions of a demoted, disabled or removed member within a second', async () => {
    const changes: Partial<Record<Persona, () => Promise<{ status: number; body: { endedSessions: number } }>>> = {
      editorA: () => team.update(owner, team.idOf('editorA'), { role: 'guest' }),
      guestA: () => team.update(owner, team.idOf('guestA'), { disabled: true }),
      limitedA: () => team.remove(owner, team.idOf('limitedA')),
    }
    const people = Object.keys(changes) as Persona[]
    const sessions = await Promise.all(people.map((persona) => server.signIn(persona)))
    for (const session of sessions) expect((await me(session)).status).toBe(200)
    for (const change of Object.values(changes)) {
      const { status, body } = await change()
      expect([status, body.endedSessions > 0]).toEqual([200, true])
    }
    elapse(1_001)
    for (const session of sessions) {
      expect((await me(session)).error.type).toBe('InvalidToken')
      const headers = { authorization: `Bearer ${session.refreshToken}`, cookie: session.cookie }
      expect((await server.send('POST', '/v2/token/refresh', { headers })).status).toBe(401)
    }
    const again = await Promise.all(people.map((persona) => team.enter(personas[persona].email, testPassword)))
    expect(again.map(({ status }) => status)).toEqual([200, 401, 401])
  })

  it('withdraws a single right without ending the session', async () => {
    const session = await server.signIn('editorA')
    expect((await server.call('settlementList', { params: { merchantId: hexOf(ids.merchantA1) }, as: session })).status).toBe(200)
    await server.ownerSql(`update memberships set withheld = '{settlements,refund}' where user_id = $1`, [personas.editorA.id])
    elapse(1_001)
    expect((await server.call('settlementList', { params: { merchantId: hexOf(ids.merchantA1) }, as: session })).error.type).toBe(
      'PermissionDenied',
    )
    const { permissions } = (await me(session)).body
    expect(permissions).not.toContain('settlementList')
    expect(permissions).not.toContain('operationRefund')
    expect(permissions).toContain('operationList')
  })

  it('ends temporary access on time, with a notice before and one audit entry after', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(server.services.now())
    expect((await team.update(owner, team.idOf('guestA'), { accessUntil: '2020-01-01' })).error.fields).toMatchObject([
      { name: 'access_until' },
    ])
    expect((await team.update(owner, team.idOf('guestA'), { accessUntil: today })).body.member).toMatchObject({
      accessUntil: today,
      status: 'active',
    })
    const session = await server.signIn('guestA')
    expect(await endAccess(server.services)).toBe(1)
    expect((await team.emailsTo('guest@a.test')).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Tu acceso a «Comercial Núñez S.L.» termina el /),
    )
    // The deadline alone, without a job: the end moves during an open session.
    await server.ownerSql(`update memberships set access_until = now() where user_id = $1`, [personas.guestA.id])
    elapse(1_001)
    expect((await me(session)).error.type).toBe('InvalidToken')
    expect((await team.enter('guest@a.test', testPassword)).status).toBe(401)
    expect(await endAccess(server.services)).toBe(1)
    expect(await endAccess(server.services)).toBe(0)
    expect((await team.list(owner)).body.results.find(({ email }) => email === 'guest@a.test')).toMatchObject({
      status: 'expired',
      sessions: 0,
    })
  })
})

describe('an invitation', () => {
  it('invites several people at once with one access, each once', async () => {
    const emails = [address(), address()].map((email) => email.toUpperCase())
    const invitation = {
      emails,
      role: 'editor' as const,
      merchants: [hexOf(ids.merchantA2)],
      withheld: ['campaigns' as const],
      refundDayLimit: 15_000,
    }
    const { status, body } = await team.invite(owner, invitation)
    expect([status, body.map(({ status: one }) => one)]).toEqual([201, ['invited', 'invited']])
    const email = body[0]?.email ?? ''
    expect((await team.enter(email)).status).toBe(401)
    const [message] = await team.emailsTo(email)
    expect(message?.text).toContain('«Olga Núñez» te invita')
    const link = message ?? { uuid: '', token: '' }
    const view = () => server.call('invitationView', { params: { uuid: link.uuid }, body: { token: link.token } })
    expect((await view()).body).toMatchObject({ email, company: 'Comercial Núñez S.L.', role: 'editor', merchants: ['Tienda Triana'] })
    expect((await team.accept(link, { newPassword2: 'otra' })).error.fields).toMatchObject([{ name: 'new_password2', code: 'mismatch' }])
    expect((await team.accept(link, { firstName: ' ' })).error.fields).toMatchObject([{ name: 'first_name' }])
    const both = await Promise.all([team.accept(link), team.accept(link)])
    expect(both.map((one) => one.status).toSorted()).toEqual([204, 401])
    expect((await view()).status).toBe(401)
    const entered = await team.enter(email)
    expect(entered.status).toBe(200)
    expect((await server.call('merchantList', { as: entered.session })).body.map(({ id }) => id)).toEqual([hexOf(ids.merchantA2)])
    expect((await team.list(owner)).body.results.find((one) => one.email === email)).toMatchObject({
      status: 'active',
      firstName: 'Inés',
      withheld: ['campaigns'],
      refundDayLimit: 15_000,
      invitedBy: 'Olga Núñez',
    })
  })

  it('is invalidated by a newer one, when withdrawn, and after 72 hours', async () => {
    const email = address()
    const id = (await team.invite(owner, { emails: [email], role: 'guest' })).body[0]?.id ?? ''
    const [first] = await team.emailsTo(email)
    expect((await team.resend(owner, id)).error.type).toBe('TooManyRequests')
    await server.ownerSql(
      `update memberships set invited_at = invited_at - interval '2 minutes' where user_id = (select id from users where email = $1)`,
      [email],
    )
    expect((await team.resend(owner, id)).status).toBe(200)
    expect((await team.accept(first ?? { uuid: '', token: '' })).status).toBe(401)
    const [second] = await team.emailsTo(email)
    await server.ownerSql(
      `update one_time_links set expires_at = expires_at - interval '72 hours' where used_at is null and purpose = 'invitation'`,
    )
    await server.ownerSql(
      `update memberships set invited_at = invited_at - interval '72 hours' where user_id = (select id from users where email = $1)`,
      [email],
    )
    expect((await team.accept(second ?? { uuid: '', token: '' })).status).toBe(401)
    expect((await team.list(owner)).body.results.find((one) => one.email === email)?.status).toBe('expired')
    expect((await team.resend(owner, id)).status).toBe(200)
    const [third] = await team.emailsTo(email)
    expect((await team.remove(owner, id)).status).toBe(200)
    expect((await team.accept(third ?? { uuid: '', token: '' })).status).toBe(401)
    // The address is free again.
    expect((await team.invite(owner, { emails: [email], role: 'guest' })).status).toBe(201)
  })

  it('is not accepted as a password reset link, and a forgotten password sends no invitation', async () => {
    const email = address()
    await team.invite(owner, { emails: [email], role: 'guest' })
    const [message] = await team.emailsTo(email)
    const { uuid = '', token = '' } = message ?? {}
    const body = { token, newPassword1: 'Escaparate de invierno 9', newPassword2: 'Escaparate de invierno 9' }
    expect((await server.call('passwordReset', { params: { uuid }, body })).status).toBe(401)
    await server.call('passwordForgotten', { body: { email } })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await team.emailsTo(email)).map(({ subject }) => subject)).toEqual([message?.subject])
  })

  it('names each address that cannot be invited, and then invites nobody', async () => {
    const good = address()
    const answer = await team.invite(owner, { emails: [good, 'guest@a.test', 'sin-arroba'], role: 'guest' })
    expect((answer.error.fields ?? []).map(({ name, code }) => `${name}/${code}`)).toEqual(['emails/member', 'emails/format'])
    expect(await server.ownerSql('select id from users where email = $1', [good])).toEqual([])
    expect((await team.invite(await server.signIn('editorA'), { emails: [good], role: 'guest' })).error.type).toBe('PermissionDenied')
  })

  it('leaves an audit entry for every change, with facts and no addresses', async () => {
    const email = address()
    const id = (await team.invite(owner, { emails: [email], role: 'guest' })).body[0]?.id ?? ''
    await team.update(owner, id, { role: 'editor' })
    const lines = await server.ownerSql<{ call: string; before: object; after: { role?: string } }>(
      `select call, before, after from audit_entries where replace(entity_id::text, '-', '') = $1 order by seq`,
      [id],
    )
    expect(lines.map(({ call, after }) => `${call} ${after.role}`)).toEqual(['teamInvite guest', 'teamUpdate editor'])
    expect(lines[1]?.before).toMatchObject({ role: 'guest' })
    expect(JSON.stringify(lines)).not.toContain('@')
  })
})
