import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownerDays } from '#domain/access/ownerTenure'
import { enter, HOUR, writeOwnersAndAccounts, emails, otherIban, shopOf } from '../../testing/ibans/testChange.ts'
import { completeOwnerExits } from '../../access/team/ownerExits.ts'
import { teamOf } from '../../testing/team/testTeam.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { storedMail } from '../outbound/storedMail.ts'
import { ids, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { hexOf } from './wire.ts'

// Account A has two long-standing owners: `owner@a.test`, whose password an attacker knows, and `second@a.test`, the honest one.
const secondId = '01900000-0000-7000-8000-0000000001af'
const second = hexOf(secondId)
const day = 24 * HOUR

let server: TestServer
let team: ReturnType<typeof teamOf>
const shop = () => shopOf(server, ids.merchantA1)

beforeAll(async () => {
  server = await startTestServer()
  await writeOwnersAndAccounts(server)
  team = teamOf(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.ownerSql(`update bank_accounts set state = 'cancelled' where state in ('unconfirmed', 'pending_review', 'cooling')`)
  await server.ownerSql('delete from ownership_handovers')
  await server.ownerSql(`delete from notifications`)
  await team.restore()
  await server.ownerSql(
    `update memberships set role = 'owner', disabled_at = null, removed_at = null, owner_since = null, owner_until = null where user_id = $1`,
    [secondId],
  )
  await server.ownerSql('update users set closed_at = null where id = $1', [secondId])
})

/** A session of the user with this e-mail address, with a new password. */
async function confirmed(email: string): Promise<TestSession> {
  const as = await enter(server, email)
  await server.call('meStepUp', { body: { password: testPassword }, as })
  return as
}
const problemOf = ({ status, error }: { status: number; error: { type?: string; message?: string } }) =>
  status < 300 ? 'done' : `${error.type}: ${error.message}`
const rowOf = async (id: string) =>
  (
    await server.ownerSql<{ role: string; disabled: boolean }>(
      `select role, disabled_at is not null as disabled from members where id = $1`,
      [id],
    )
  )[0]

describe('the consent to a new bank account', () => {
  it('does not count from an owner who was just added, and counts after some days', async () => {
    const first = await confirmed('owner@a.test')
    await team.update(first, team.idOf('adminA'), { role: 'owner' })
    const id = await shop().ask(first)
    const added = await confirmed('admin@a.test')
    expect(problemOf(await shop().approve(id, added))).toMatch(/IbanChangeNotAllowed: Eres titular desde hace poco/)
    await server.ownerSql(`update memberships set owner_since = owner_since - make_interval(days => $2) where user_id = $1`, [
      personas.adminA.id,
      ownerDays,
    ])
    expect(problemOf(await shop().approve(id, added))).toBe('done')
  })

  it('is requested from the long-standing owner when a newer one requests the change, and from nobody where nobody has been an owner for days', async () => {
    await team.update(await confirmed('owner@a.test'), team.idOf('adminA'), { role: 'owner' })
    const created = await shop().create(await confirmed('admin@a.test'), otherIban)
    expect((await shop().confirm(created.body.id, await confirmed('admin@a.test'))).body.needsSecondOwner).toBe(true)
    await server.ownerSql(`update bank_accounts set state = 'cancelled' where state = 'pending_review'`)
    await server.ownerSql(`update memberships set owner_since = now() where user_id in ($1, $2)`, [secondId, personas.adminA.id])
    const alone = await shop().create(await confirmed('owner@a.test'), otherIban)
    expect((await shop().confirm(alone.body.id, await confirmed('owner@a.test'))).body.needsSecondOwner).toBe(false)
  })

  it('is still required from an owner who has just left: the change waits, and they get its e-mails', async () => {
    const first = await confirmed('owner@a.test')
    const early = await shop().create(first, otherIban)
    await server.ownerSql(`update memberships set role = 'guest', owner_until = now() - interval '1 hour' where user_id = $1`, [secondId])
    expect(problemOf(await shop().confirm(early.body.id, first))).toMatch(/Hace poco que otro titular dejó de serlo/)
    await shop().cancel(early.body.id, first)
    expect(problemOf(await shop().create(first, otherIban))).toMatch(/Hace poco que otro titular dejó de serlo/)
    await server.ownerSql(`update memberships set owner_until = owner_until - make_interval(days => $2) where user_id = $1`, [
      secondId,
      ownerDays,
    ])
    const late = await shop().ask(first, otherIban)
    expect((await shop().list(first)).body.find((one) => one.id === late)?.needsSecondOwner).toBe(false)
  })

  it('is requested from a remaining owner, while one who has just left gets the e-mail that can stop the change', async () => {
    await server.ownerSql(`update memberships set role = 'owner' where user_id = $1`, [personas.adminA.id])
    await server.ownerSql(`update memberships set disabled_at = now(), owner_until = now() where user_id = $1`, [secondId])
    const id = await shop().ask(await confirmed('owner@a.test'))
    const letters = (await emails(server)).filter(({ ibanId }) => ibanId === id)
    expect(letters.map(({ to }) => to).toSorted()).toEqual(['admin@a.test', 'owner@a.test', 'second@a.test'])
  })
})

describe('an owner removed by another owner', () => {
  it.each([
    ['disabled', (as: TestSession) => team.update(as, second, { disabled: true })],
    ['removed', (as: TestSession) => team.remove(as, second)],
    ['demoted', (as: TestSession) => team.update(as, second, { role: 'guest' })],
  ] as const)('(to be %s) stays an owner for days, is notified with all others, and can stop it', async (_how, leave) => {
    const first = await confirmed('owner@a.test')
    expect(problemOf(await leave(first))).toBe('done')
    expect(await rowOf(secondId)).toEqual({ role: 'owner', disabled: false })
    expect(problemOf(await leave(first))).toMatch(/Ya está en marcha/)
    const honest = await confirmed('second@a.test')
    const listed = (await team.list(honest)).body.results.find(({ id }) => id === second)
    expect(Date.parse(listed?.ownerExit?.effectiveAt ?? '') - Date.now()).toBeGreaterThan(71 * HOUR)
    expect(listed?.ownerExit?.askedBy).toBe('Olga Núñez')
    await sendOutbox(server.services, 'notice_email')
    const letters = (await storedMail(server.services.config)).filter(({ subject }) =>
      /ha pedido que Sergio Núñez deje de ser titular/.test(subject),
    )
    expect(new Set(letters.map(({ to }) => to))).toEqual(new Set(['owner@a.test', 'second@a.test']))
    // The change of bank account still needs their consent meanwhile.
    const created = await shop().create(first, otherIban)
    expect((await shop().confirm(created.body.id, first)).body.needsSecondOwner).toBe(true)
    const stop = (as: TestSession | 'ownerB' | 'adminA') => server.call('teamOwnerExitStop', { params: { userId: second }, as })
    expect([(await stop('ownerB')).status, (await stop('adminA')).status, (await stop(honest)).status]).toEqual([404, 403, 204])
    await server.ownerSql(`update owner_exits set effective_at = now() - interval '1 day'`)
    expect([await completeOwnerExits(server.services), await rowOf(secondId)]).toEqual([0, { role: 'owner', disabled: false }])
  })

  it('is removed and signed out once the waiting period is over, and counts as a former owner', async () => {
    const first = await confirmed('owner@a.test')
    const answer = await team.update(first, second, { disabled: true })
    expect(answer.body.member.ownerExit?.how).toBe('disabled')
    expect(await completeOwnerExits(server.services)).toBe(0)
    await server.ownerSql(`update owner_exits set effective_at = now() - interval '1 minute' where state = 'waiting'`)
    const both = await Promise.all([completeOwnerExits(server.services), completeOwnerExits(server.services)])
    expect([both.toSorted(), await rowOf(secondId)]).toEqual([[0, 1], { role: 'owner', disabled: true }])
    expect(problemOf(await shop().create(first, otherIban))).toMatch(/Hace poco que otro titular dejó de serlo/)
  })

  it('stays when the requester is no longer an owner: an account always has one', async () => {
    await team.remove(await confirmed('owner@a.test'), second)
    await team.remove(await confirmed('second@a.test'), team.idOf('ownerA'))
    await server.ownerSql(`update owner_exits set effective_at = asked_at where state = 'waiting'`)
    server.moveClock(1_000)
    expect(await completeOwnerExits(server.services)).toBe(1)
    const owners = await server.ownerSql(`select email from members where account_id = $1 and role = 'owner' and disabled_at is null`, [
      ids.accountA,
    ])
    expect(owners).toHaveLength(1)
    await server.ownerSql(`update memberships set disabled_at = null, removed_at = null where account_id = $1`, [ids.accountA])
    await server.ownerSql('update users set closed_at = null')
  })

  it('is removed at once if just added, and every owner is notified of an added owner', async () => {
    const first = await confirmed('owner@a.test')
    await team.update(first, team.idOf('adminA'), { role: 'owner' })
    await sendOutbox(server.services, 'notice_email')
    const letters = (await storedMail(server.services.config)).filter(({ subject }) =>
      /Adán Peña es titular de la cuenta desde ahora/.test(subject),
    )
    expect(letters.map(({ to }) => to)).toContain('second@a.test')
    await team.update(await confirmed('second@a.test'), team.idOf('adminA'), { role: 'admin' })
    expect(await rowOf(personas.adminA.id)).toEqual({ role: 'admin', disabled: false })
  })
})

it('a handover takes longer when an owner has just left or the new one was just added, and the former owner gets its e-mails', async () => {
  const cooling = async () => {
    const { body } = await server.call('handoverOffer', { body: { userId: team.idOf('adminA') }, as: await confirmed('owner@a.test') })
    const accepted = await server.call('handoverAccept', { params: { handoverId: body.id }, as: await confirmed('admin@a.test') })
    await server.ownerSql('delete from ownership_handovers')
    return Math.round((Date.parse(accepted.body.effectiveAt ?? '') - Date.parse(accepted.body.acceptedAt ?? '')) / day)
  }
  expect(await cooling()).toBe(3)
  await server.ownerSql(`update memberships set invited_at = now() - interval '2 days' where user_id = $1`, [personas.adminA.id])
  expect(await cooling()).toBe(7)
  await server.ownerSql(`update memberships set invited_at = null where user_id = $1`, [personas.adminA.id])
  await server.ownerSql(`update memberships set disabled_at = now(), owner_until = now() where user_id = $1`, [secondId])
  expect(await cooling()).toBe(7)
  expect((await team.emailsTo('second@a.test')).some(({ subject }) => /será dueño/.test(subject))).toBe(true)
})
