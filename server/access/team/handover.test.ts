import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { handoverCoolingMs, handoverLongCoolingMs } from '#domain/access/handover'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type As, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { completeHandovers } from './completeHandovers.ts'
import { teamOf } from '../../testing/team/testTeam.ts'

// Ownership is handed over by consent of both people, days later, and any owner can stop it until then.
let server: TestServer
let team: ReturnType<typeof teamOf>
let owner: TestSession
let admin: TestSession

beforeAll(async () => {
  server = await startTestServer()
  team = teamOf(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ownerSql('delete from ownership_handovers')
  await server.ownerSql(`delete from notifications where type like 'handover%'`)
  await team.restore()
  // Handing over signs the previous owner out.
  ;[owner, admin] = [await team.fresh('ownerA'), await team.fresh('adminA')]
})

const offer = (as: As, to: Persona) => server.call('handoverOffer', { body: { userId: team.idOf(to) }, as })
const accept = (as: As, handoverId: string) => server.call('handoverAccept', { params: { handoverId }, as })
const decline = (as: As, handoverId: string) => server.call('handoverDecline', { params: { handoverId }, as })
const cancel = (as: As, handoverId: string) => server.call('handoverCancel', { params: { handoverId }, as })
const view = async (as: As) => (await server.call('handoverView', { as })).body.handover
const rolesNow = async () =>
  Object.fromEntries(
    (
      await server.ownerSql<{ email: string; role: string }>('select email, role from members where id in ($1, $2)', [
        personas.ownerA.id,
        personas.adminA.id,
      ])
    ).map(({ email, role }) => [email, role]),
  )
const unchanged = { 'owner@a.test': 'owner', 'admin@a.test': 'admin' }
/** How many e-mails of each kind a person received. */
const emailCountsOf = async (address: string): Promise<Record<string, number>> => {
  const subjects = (await team.emailsTo(address)).map(({ subject }) => subject).filter((subject) => /titular|dueño/.test(subject))
  return Object.fromEntries(
    ['ofrece', 'será', 'detenido'].map((word) => [word, subjects.filter((subject) => subject.includes(word)).length]),
  )
}
/** Lets the cooling-off period pass. */
const passCoolingOff = () => server.ownerSql(`update ownership_handovers set effective_at = effective_at - interval '8 days'`)

it('a handover takes effect days after both consented, and ends the previous owner’s sessions', async () => {
  const { body } = await offer(owner, 'adminA')
  expect(await view(admin)).toMatchObject({ state: 'offered', from: { name: 'Olga Núñez' }, to: { name: 'Adán Peña' } })
  const accepted = (await accept(admin, body.id)).body
  expect(Date.parse(accepted.effectiveAt ?? '') - Date.parse(accepted.acceptedAt ?? '')).toBe(handoverCoolingMs)
  expect([await completeHandovers(server.services), await rolesNow()]).toEqual([0, unchanged])
  await passCoolingOff()
  const done = await Promise.all([completeHandovers(server.services), completeHandovers(server.services)])
  expect(done.toSorted()).toEqual([0, 1])
  expect(await rolesNow()).toEqual({ 'owner@a.test': 'admin', 'admin@a.test': 'owner' })
  expect(await server.ownerSql('select from sessions where user_id = $1 and ended_at is null', [personas.ownerA.id])).toEqual([])
  const lines = await server.ownerSql<{ call: string }>(
    `select call from audit_entries where call like 'handover%' and outcome = 'done' order by seq`,
  )
  expect(lines.map(({ call }) => call)).toEqual(['handoverOffer', 'handoverAccept', 'handoverComplete', 'handoverComplete'])
})

it('a handover notifies every owner and both people by e-mail and in the panel', async () => {
  const addresses = ['owner@a.test', 'admin@a.test']
  const before: Record<string, number>[] = []
  // One after the other: each sends what is queued, and what another is sending is not there yet.
  for (const address of addresses) before.push(await emailCountsOf(address))
  const { body } = await offer(owner, 'adminA')
  await accept(admin, body.id)
  await cancel(owner, body.id)
  for (const [at, address] of addresses.entries()) {
    const fresh = Object.entries(await emailCountsOf(address)).map(([word, many]) => [word, many - (before[at]?.[word] ?? 0)])
    expect(Object.fromEntries(fresh)).toEqual({ ofrece: 1, será: 1, detenido: 1 })
  }
  const notified = await server.ownerSql<{ type: string; user_id: string }>(
    `select type, user_id from notifications where type like 'handover%'`,
  )
  expect(notified).toHaveLength(6)
  expect(new Set(notified.map(({ user_id: id }) => id))).toEqual(new Set([personas.ownerA.id, personas.adminA.id]))
})

it('a handover can be declined by the recipient and stopped by the owner, also while cooling off', async () => {
  const first = (await offer(owner, 'adminA')).body
  expect((await decline(admin, first.id)).body.state).toBe('declined')
  const second = (await offer(owner, 'adminA')).body
  await accept(admin, second.id)
  expect((await cancel(owner, second.id)).body.state).toBe('cancelled')
  await passCoolingOff()
  expect([await completeHandovers(server.services), await rolesNow()]).toEqual([0, unchanged])
  expect((await accept(admin, second.id)).error.message).toContain('ya ha terminado')
})

it('a handover cools off for a week when credentials changed recently', async () => {
  await server.ownerSql(`update users set credentials_changed_at = now() - interval '6 days' where id = $1`, [personas.ownerA.id])
  const { body } = await offer(owner, 'adminA')
  const accepted = (await accept(admin, body.id)).body
  expect(Date.parse(accepted.effectiveAt ?? '') - Date.parse(accepted.acceptedAt ?? '')).toBe(handoverLongCoolingMs)
})

it('a handover has no effect when either person has left or changed meanwhile', async () => {
  const { body } = await offer(owner, 'adminA')
  await accept(admin, body.id)
  await passCoolingOff()
  await server.ownerSql('update memberships set disabled_at = now() where user_id = $1', [personas.adminA.id])
  expect([await completeHandovers(server.services), await rolesNow()]).toEqual([0, unchanged])
  expect(await view(owner)).toMatchObject({ state: 'void' })
})

it('a handover is offered only by an owner, and answered only by its recipient', async () => {
  expect((await offer(admin, 'editorA')).error.type).toBe('PermissionDenied')
  const { body } = await offer(owner, 'adminA')
  const stranger = await team.fresh('ownerB')
  for (const answer of [accept, decline]) {
    expect((await answer(owner, body.id)).status).toBe(404)
    expect((await answer('editorA', body.id)).status).toBe(404)
    expect((await answer(stranger, body.id)).status).toBe(404)
  }
  expect([(await cancel(stranger, body.id)).status, (await cancel(admin, body.id)).status]).toEqual([404, 403])
  expect([await view('editorA'), await view('guestA'), await view(stranger)]).toEqual([null, null, null])
})

it('a handover requires step-up of both people', async () => {
  expect((await offer(await server.signIn('ownerA'), 'adminA')).error.type).toBe('StepUpRequired')
  const { body } = await offer(owner, 'adminA')
  expect((await accept(await server.signIn('adminA'), body.id)).error.type).toBe('StepUpRequired')
  expect(await view(owner)).toMatchObject({ state: 'offered' })
})

it('a handover is offered to permanent members, one at a time, and lapses in a week', async () => {
  expect((await offer(owner, 'ownerA')).error.message).toContain('ya es tuya')
  expect((await server.call('handoverOffer', { body: { userId: hexOf(ids.accountB) }, as: owner })).status).toBe(404)
  await server.ownerSql(`update memberships set access_until = now() + interval '1 day' where user_id = $1`, [personas.editorA.id])
  expect((await offer(owner, 'editorA')).error.message).toContain('acceso temporal')
  const { body } = await offer(owner, 'adminA')
  expect((await offer(owner, 'guestA')).error.message).toContain('Ya hay un traspaso')
  await server.ownerSql(`update ownership_handovers set expires_at = now() - interval '1 second'`)
  expect((await accept(admin, body.id)).error.message).toContain('ha caducado')
  expect((await view(admin))?.state).toBe('lapsed')
  expect((await offer(owner, 'guestA')).status).toBe(201)
})
