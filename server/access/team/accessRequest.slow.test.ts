import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '../../platform/database/withClient.ts'
import { ids, personas } from '../../testing/testFixture.ts'
import type { As } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { startTeam } from '../../testing/team/testTeam.ts'

// Requests for a missing right, answered once by somebody who may grant it.
const { server, team, owner, admin } = await startTeam()
afterAll(() => server.close())
beforeEach(async () => {
  await server.ownerSql('delete from access_requests')
  await server.ownerSql(`delete from notifications where type like 'access%'`)
  await team.restore()
})

type Right = 'refund' | 'settlements' | 'audiences' | 'operations'
const ask = (as: As, right: Right) => server.call('accessRequestCreate', { body: { right }, as })
const offer = async (as: As, right: Right) => (await server.call('accessOffer', { query: { right }, as })).body
const view = (as: As, requestId: string) => server.call('accessRequestView', { params: { requestId }, as })
const grant = (as: As, requestId: string) => server.call('accessRequestGrant', { params: { requestId }, as })
const decline = (as: As, requestId: string) => server.call('accessRequestDecline', { params: { requestId }, as })
const held = (persona: keyof typeof personas) =>
  server.ownerSql<{ role: string; withheld: string[] }>('select role, withheld from members where id = $1', [personas[persona].id])
const notices = () =>
  server.ownerSql<{ type: string; user_id: string | null }>(
    `select type, user_id from notifications where type like 'access%' order by created_at, type`,
  )
const inbox = async (as: As, mode: 'live' | 'sandbox' = 'live') =>
  (await server.call('inboxList', { params: { merchantId: hexOf(ids.merchantA1) }, as, mode })).body.items.filter(
    ({ kind }) => kind === 'access_request',
  )

describe('a requested right', () => {
  it('reaches the inbox of those who may grant it, with its name, once', async () => {
    expect(await offer('guestA', 'settlements')).toEqual({ state: 'open', who: 'Olga' })
    const first = await ask('guestA', 'settlements')
    const again = await ask('guestA', 'settlements')
    expect([first.status, again.body.id]).toEqual([201, first.body.id])
    expect(await offer('guestA', 'settlements')).toEqual({ state: 'waiting', who: 'Olga' })
    expect((await notices()).map(({ type }) => type)).toEqual(['access_asked'])
    expect(await inbox(owner)).toMatchObject([{ subject: 'Gil Roca', reference: 'settlements', objectId: first.body.id }])
    expect([await inbox(owner, 'sandbox'), await inbox('editorA')]).toEqual([[], []])
  })

  it('is granted exactly, without any other right that can be withheld', async () => {
    const { body } = await ask('guestA', 'settlements')
    expect((await view(owner, body.id)).body).toMatchObject({ state: 'pending', before: { role: 'guest' }, after: { role: 'editor' } })
    expect((await grant(owner, body.id)).body).toMatchObject({ state: 'granted', decidedBy: 'Olga Núñez', after: null })
    const [now] = await held('guestA')
    expect(now).toEqual({ role: 'editor', withheld: ['sell', 'refund', 'capture', 'invoices', 'reports', 'campaigns'] })
    expect(await notices()).toMatchObject([{ type: 'access_asked' }, { type: 'access_granted', user_id: personas.guestA.id }])
    expect(await inbox(owner)).toEqual([])
    expect((await grant(owner, body.id)).error.type).toBe('AccessRequestNotAllowed')
  })

  it('restores what was withheld, and no other right', async () => {
    await server.ownerSql(`update memberships set withheld = '{refund,reports}' where user_id = $1`, [personas.editorA.id])
    const { body } = await ask('editorA', 'refund')
    expect((await grant(admin, body.id)).status).toBe(200)
    expect(await held('editorA')).toEqual([{ role: 'editor', withheld: ['reports'] }])
  })

  it('can be declined, and requested again', async () => {
    const { body } = await ask('guestA', 'refund')
    expect((await decline(admin, body.id)).body).toMatchObject({ state: 'declined', decidedBy: 'Adán Peña' })
    expect(await held('guestA')).toEqual([{ role: 'guest', withheld: [] }])
    expect((await notices()).at(-1)).toEqual({ type: 'access_declined', user_id: personas.guestA.id })
    expect((await ask('guestA', 'refund')).body.id).not.toBe(body.id)
  })

  it('is answered once: the second of a simultaneous grant and decline is refused', async () => {
    const { body } = await ask('guestA', 'settlements')
    const answers = await withClient(server.database.ownerUrl, async (client) => {
      await client.query('begin')
      await client.query('select from accounts where id = $1 for update', [ids.accountA])
      const both = [decline(admin, body.id), grant(owner, body.id)]
      const waiting = `select count(*)::integer as many from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      for (let many = 0; many < both.length;) {
        // Otherwise a transaction would be answered from its earlier snapshot of the statistics.
        await client.query('select pg_stat_clear_snapshot()')
        many = (await client.query<{ many: number }>(waiting)).rows[0]?.many ?? 0
      }
      await client.query('commit')
      return Promise.all(both)
    })
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [{ role } = { role: '' }] = await held('guestA')
    const { state } = (await view(owner, body.id)).body
    expect([role, state]).toEqual(state === 'granted' ? ['editor', 'granted'] : ['guest', 'declined'])
  })

  it('is closed by granting it elsewhere, and when its person leaves', async () => {
    const request = await ask('guestA', 'refund')
    await team.update(owner, team.idOf('guestA'), { role: 'editor' })
    expect((await view(owner, request.body.id)).body.state).toBe('granted')
    await server.ownerSql(`update memberships set withheld = '{refund}' where user_id = $1`, [personas.limitedA.id])
    const gone = await ask('limitedA', 'refund')
    await team.update(owner, team.idOf('limitedA'), { disabled: true })
    expect(await inbox(owner)).toEqual([])
    expect((await view(owner, gone.body.id)).body.state).toBe('declined')
  })

  it('lapses after a week', async () => {
    const { body } = await ask('guestA', 'refund')
    await server.ownerSql(`update access_requests set asked_at = asked_at - interval '7 days', expires_at = expires_at - interval '7 days'`)
    expect((await grant(owner, body.id)).error.message).toContain('una semana')
    expect([(await view(owner, body.id)).body.state, await inbox(owner)]).toEqual(['lapsed', []])
    expect((await ask('guestA', 'refund')).body.id).not.toBe(body.id)
  })
})

describe('who may answer', () => {
  it('refuses roles below admin, the requester, and other accounts', async () => {
    const { body } = await ask('editorA', 'audiences')
    for (const answer of [grant, decline, view]) {
      expect((await answer('editorA', body.id)).error.type).toBe('PermissionDenied')
      expect((await answer(await team.fresh('ownerB'), body.id)).status).toBe(404)
    }
    await server.ownerSql(`update access_requests set user_id = $1`, [personas.adminA.id])
    await server.ownerSql(`update access_requests set asked_right = 'reports'`)
    await server.ownerSql(`update memberships set withheld = '{reports}' where user_id = $1`, [personas.adminA.id])
    for (const answer of [grant, decline]) expect((await answer(admin, body.id)).error.message).toContain('Nadie cambia su propio acceso')
    expect(await held('adminA')).toEqual([{ role: 'admin', withheld: ['reports'] }])
  })

  it('refuses somebody who does not hold the right', async () => {
    await server.ownerSql(`update memberships set withheld = '{refund}' where user_id = $1`, [personas.adminA.id])
    const { body } = await ask('guestA', 'refund')
    expect((await grant(admin, body.id)).error.message).toContain('No puedes dar permisos que tú no tienes')
    expect((await grant(owner, body.id)).status).toBe(200)
  })

  it('requires step-up', async () => {
    const { body } = await ask('guestA', 'refund')
    expect((await grant(await server.signIn('ownerA'), body.id)).error.type).toBe('StepUpRequired')
    expect(await held('guestA')).toEqual([{ role: 'guest', withheld: [] }])
  })
})

it('accessRequestCreate refuses a right already held, or that nobody could grant', async () => {
  expect((await ask('guestA', 'operations')).error.message).toContain('Ya tienes ese permiso')
  await server.ownerSql(`update memberships set disabled_at = now() where user_id in ($1, $2)`, [personas.ownerA.id, personas.adminA.id])
  expect(await offer('guestA', 'refund')).toEqual({ state: 'nobody', who: null })
  expect((await ask('guestA', 'refund')).error.message).toContain('nadie de la cuenta')
})
