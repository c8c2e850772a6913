import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTeam } from '../../testing/team/testTeam.ts'

const { server, team, owner } = await startTeam()
afterAll(() => server.close())
beforeEach(() => server.ownerSql(`delete from users where password_hash is null and account_id in ($1, $2)`, [ids.accountA, ids.accountD]))

describe('an invitation to an address of another account', () => {
  it('is answered, listed, sent and renewed like any other', async () => {
    const [known, unknown] = [personas.ownerB.email, 'nadie@b.test']
    const answer = await team.invite(owner, { emails: [known, unknown], role: 'guest' })
    expect(answer.status).toBe(201)
    const without = ({ id: _id, email: _email, ...rest }: (typeof answer.body)[number]) => rest
    const [one, other] = [known, unknown].map((email) => answer.body.find((member) => member.email === email))
    expect(one && without(one)).toEqual(other && without(other))
    const listed = (await team.list(owner)).body.results.filter(({ email }) => email === known || email === unknown)
    expect(listed.map(({ status }) => status)).toEqual(['invited', 'invited'])
    // One after the other: two concurrent senders would share the queue, and one could return before the other has sent.
    const subjects = [(await team.emailsTo(known))[0]?.subject, (await team.emailsTo(unknown))[0]?.subject]
    expect(subjects).toEqual(Array(2).fill('«Olga Núñez» te invita a «Comercial Núñez S.L.» en Trastienda'))
    server.moveClock(61_000)
    expect((await Promise.all(listed.map(({ id }) => team.resend(owner, id)))).map(({ status }) => status)).toEqual([200, 200])
    expect((await team.invite(owner, { emails: [known], role: 'guest' })).error.fields?.[0]?.code).toBe('member')
  })

  it('tells only the owner of the mailbox, and leaves them in their account', async () => {
    await team.invite(owner, { emails: [personas.ownerB.email], role: 'guest' })
    const [message] = await team.emailsTo(personas.ownerB.email)
    const accepted = await team.accept({ uuid: message?.uuid ?? '', token: message?.token ?? '' })
    expect([accepted.status, accepted.error.message]).toEqual([
      409,
      'Ya entras con owner@b.test en otra cuenta. Pide que te inviten con otro correo.',
    ])
    expect((await server.call('me', { as: await server.signIn('ownerB') })).body.userType).toBe('owner')
  })

  it('that was sent again before it left is one e-mail, with a link that is accepted', async () => {
    const email = 'tarde@c.test'
    const { body } = await team.invite(owner, { emails: [email], role: 'guest' })
    server.moveClock(61_000)
    expect((await team.resend(owner, body[0]?.id ?? '')).status).toBe(200)
    const messages = await team.emailsTo(email)
    expect(messages).toHaveLength(1)
    expect((await team.accept({ uuid: messages[0]?.uuid ?? '', token: messages[0]?.token ?? '' })).status).toBe(204)
    await server.ownerSql(`update users set removed_at = now(), disabled_at = now() where email = $1`, [email])
  })

  it('of two accounts is accepted in the first only, also when both are accepted at once', async () => {
    const email = 'dos@c.test'
    await team.invite(owner, { emails: [email], role: 'guest' })
    const [emailA] = await team.emailsTo(email)
    await team.invite(await team.fresh('ownerB'), { emails: [email], role: 'guest' })
    const emailB = (await team.emailsTo(email)).find(({ uuid }) => uuid !== emailA?.uuid)
    const links = [emailA, emailB].map((message) => ({ uuid: message?.uuid ?? '', token: message?.token ?? '' }))
    const answers = await Promise.all(links.map((link) => team.accept(link)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    await server.ownerSql(`update users set removed_at = now(), disabled_at = now() where email = $1`, [email])
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
