import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ids, personas } from '../../testing/testFixture.ts'
import type { BodyInput } from '#contract/platform/endpoint'
import type { teamInvite } from '#contract/access/team'
import { hexOf } from '../../platform/calls/wire.ts'
import type { As } from '../../testing/testServices.ts'
import { startTeam } from '../../testing/team/testTeam.ts'

const { server, team, owner } = await startTeam()
afterAll(() => server.close())
beforeEach(() =>
  server.ownerSql(`delete from users where id in (select user_id from memberships where joined_at is null and account_id in ($1, $2))`, [
    ids.accountA,
    ids.accountD,
  ]),
)

/** Invites an address to account A; the link of its e-mail. */
async function invite(email: string, access: Partial<BodyInput<typeof teamInvite>> = {}): Promise<{ uuid: string; token: string }> {
  expect((await team.invite(owner, { emails: [email], role: 'guest', ...access })).status).toBe(201)
  const [link] = await team.emailsTo(email)
  return { uuid: link?.uuid ?? '', token: link?.token ?? '' }
}
/** The role and first shop that a session sees in an account, or in the one where it begins; or why it sees none. */
async function seen(as: As, accountId?: string): Promise<string> {
  const headers: Record<string, string> = accountId === undefined ? {} : { 'x-account': hexOf(accountId) }
  const me = await server.call('me', { as, headers })
  if (me.status !== 200) return me.error.type
  const shops = await server.call('merchantList', { as, headers })
  return `${me.body.userType} of ${shops.body[0]?.name}`
}

describe('an invitation to an address of another account', () => {
  it('is answered, listed, sent and renewed like any other', async () => {
    const [known, unknown] = [personas.ownerB.email, 'nadie@b.test']
    const answer = await team.invite(owner, { emails: [known, unknown], role: 'guest' })
    expect(answer.status).toBe(201)
    const without = ({ id: _id, email: _email, ...rest }: (typeof answer.body)[number]) => rest
    const [first, other] = [known, unknown].map((email) => answer.body.find((member) => member.email === email))
    expect(first && without(first)).toEqual(other && without(other))
    const listed = (await team.list(owner)).body.results.filter(({ email }) => email === known || email === unknown)
    expect(listed.map(({ status }) => status)).toEqual(['invited', 'invited'])
    // One after the other: two concurrent senders would share the queue, and one could return before the other has sent.
    const subjects = [(await team.emailsTo(known))[0]?.subject, (await team.emailsTo(unknown))[0]?.subject]
    expect(subjects).toEqual(Array(2).fill('«Olga Núñez» te invita a «Comercial Núñez S.L.» en Trastienda'))
    server.moveClock(61_000)
    expect((await Promise.all(listed.map(({ id }) => team.resend(owner, id)))).map(({ status }) => status)).toEqual([200, 200])
    expect((await team.invite(owner, { emails: [known], role: 'guest' })).error.fields?.[0]?.code).toBe('member')
  })

  it('is accepted with the sign-in that the person has, and gives one session both accounts', async () => {
    const link = await invite(personas.ownerB.email, { role: 'editor', merchants: [hexOf(ids.merchantA2)], refundLimit: 5_000 })
    const view = await server.call('invitationView', { params: { uuid: link.uuid }, body: { token: link.token } })
    expect(view.body).toMatchObject({ email: personas.ownerB.email, signsIn: true, company: 'Comercial Núñez S.L.' })
    // With the link alone nobody sets a password for them.
    const accepted = await team.accept(link)
    expect([accepted.status, accepted.error.message]).toEqual([409, expect.stringContaining('Ya entras con owner@b.test')])
    const join = (as: As) => server.call('invitationJoin', { params: { uuid: link.uuid }, body: { token: link.token }, as })
    const stranger = await join('adminA')
    expect([stranger.status, stranger.error.message]).toEqual([409, expect.stringContaining('es para owner@b.test')])
    const berta = await server.signIn('ownerB')
    expect((await join(berta)).body).toEqual({ accountId: hexOf(ids.accountA) })
    expect((await join(berta)).error.type).toBe('LinkReplaced')
    expect([await seen(berta), await seen(berta, ids.accountA)]).toEqual(['owner of Ferretería Vidal', 'editor of Tienda Triana'])
    const [member] = (await team.list(owner)).body.results.filter(({ email }) => email === personas.ownerB.email)
    expect(member).toMatchObject({
      id: hexOf(personas.ownerB.id),
      firstName: 'Berta',
      role: 'editor',
      status: 'active',
      refundLimit: 5_000,
    })
    expect((await team.invite(owner, { emails: [personas.ownerB.email], role: 'guest' })).error.fields?.[0]?.code).toBe('member')
  })

  it('names the preset that the access equals, in the e-mail and on its page; of an adjusted access the role', async () => {
    const named = async (email: string, also: readonly 'campaigns'[]) => {
      await team.invite(owner, { emails: [email], role: 'editor', withheld: ['sell', 'refund', 'capture', ...also] })
      const [message] = await team.emailsTo(email)
      const body = { token: message?.token ?? '' }
      const view = await server.call('invitationView', { params: { uuid: message?.uuid ?? '' }, body })
      return [/Tu perfil será: (.+?)\./.exec(message?.text ?? '')?.[1], view.body.role, view.body.preset]
    }
    expect(await named('gestora@c.test', ['campaigns'])).toEqual(['Gestoría', 'editor', 'accountant'])
    expect(await named('casi@c.test', [])).toEqual(['Dependiente/a', 'editor', undefined])
  })

  it('that was sent again before it left is one e-mail, with a link that is accepted', async () => {
    const email = 'tarde@c.test'
    const { body } = await team.invite(owner, { emails: [email], role: 'guest' })
    server.moveClock(61_000)
    expect((await team.resend(owner, body[0]?.id ?? '')).status).toBe(200)
    const messages = await team.emailsTo(email)
    expect(messages).toHaveLength(1)
    expect((await team.accept({ uuid: messages[0]?.uuid ?? '', token: messages[0]?.token ?? '' })).status).toBe(204)
    await server.ownerSql(
      `update memberships m set removed_at = now(), disabled_at = now() from users u where u.id = m.user_id and u.email = $1`,
      [email],
    )
  })
})

describe('an account that was never approved', () => {
  it('sends no e-mail to strangers: it invites nobody until its first shop is approved', async () => {
    const pending = await team.fresh('pendingD')
    const refused = await team.invite(pending, { emails: ['extrano@x.test'], role: 'admin' })
    expect([refused.status, refused.error.message]).toEqual([409, 'Podrás invitar a tu equipo cuando aprobemos tu primera tienda.'])
    await server.ownerSql(`update merchants set status = 'active', live_on = now() where id = $1`, [ids.merchantD1])
    const { body } = await team.invite(pending, { emails: ['extrano@x.test'], role: 'admin' })
    await server.ownerSql(`update merchants set status = 'rejected', live_on = null where id = $1`, [ids.merchantD1])
    server.moveClock(61_000)
    expect((await team.resend(pending, body[0]?.id ?? '')).status).toBe(409)
  })
})

describe('names', () => {
  it.each([
    ['Gana en https://malo.example/x', 'name_address'],
    ['malo.com', 'name_address'],
  ])('of people, companies and shops may not contain %j', async (name, code) => {
    const [link] = [{ uuid: 'f'.repeat(32), token: 'a'.repeat(43) }]
    const accepted = await team.accept(link, { firstName: name })
    const company = await server.call('enterpriseUpdate', { body: { name, tradeName: name }, as: owner })
    const profile = await server.call('profileUpdate', { body: { firstName: name, lastName: name }, as: owner })
    const shop = await server.call('merchantCreate', {
      body: { name, url: null, businessActivity: '06', iban: 'ES9121000418450200051332', monthlyEarnings: 1, averageAmount: 1 },
      as: owner,
    })
    const wrong = [accepted, company, profile, shop].map(
      ({ status, error }) => `${status} ${error.fields?.map((one) => one.code).join(' ')}`,
    )
    expect(wrong).toEqual([`400 ${code}`, `400 ${code} ${code}`, `400 ${code} ${code}`, `400 ${code}`])
    expect(accepted.error.fields?.[0]?.message).toContain('sin direcciones web')
  })

  it('lose bidirectional control characters before anybody reads them', async () => {
    const company = await server.call('enterpriseUpdate', { body: { name: 'Ana\u202e', tradeName: '\u2066Ana' }, as: owner })
    const profile = await server.call('profileUpdate', { body: { firstName: 'A\u200fna', lastName: 'Ana\u202e' }, as: owner })
    const { firstName, lastName } = profile.body
    expect([company.body.name, company.body.tradeName, firstName, lastName]).toEqual(['Ana', 'Ana', 'Ana', 'Ana'])
  })

  it('stored earlier are shown in e-mails shortened and without links', async () => {
    await server.ownerSql(`update enterprises set name = $2 where account_id = $1`, [
      ids.accountA,
      `Premio en https://malo.example/x ${'ñ'.repeat(100)}`,
    ])
    await team.invite(owner, { emails: ['lector@x.test'], role: 'guest' })
    const [message] = await team.emailsTo('lector@x.test')
    await server.ownerSql(`update enterprises set name = 'Comercial Núñez S.L.' where account_id = $1`, [ids.accountA])
    expect(`${message?.subject} ${message?.text}`).not.toContain('malo.example')
    expect(message?.subject).toMatch(/«Premio en … ñ+…» en Trastienda$/)
    expect(message?.subject.length).toBeLessThan(120)
  })
})
