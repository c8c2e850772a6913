import { afterAll, expect, it } from 'vitest'
import { personas, testPassword } from '../../testing/testFixture.ts'
import { startTeam } from '../../testing/team/testTeam.ts'

const { server, team, owner } = await startTeam()
afterAll(() => server.close())

const invited = async (email: string) => {
  const { status, error } = await team.invite(owner, { emails: [email], role: 'guest' })
  return status === 201 ? 'invited' : [error.message, ...(error.fields ?? []).map(({ message }) => message)].join(' ')
}
const signIn = (email: string) => server.call('sessionSignIn', { body: { email, password: testPassword } })

it('teamInvite invites one person per mailbox, however its address is written, and refuses addresses that mix alphabets', async () => {
  expect(await invited('ana@caña.test')).toBe('invited')
  for (const same of ['ana@caña.test', 'ANA@xn--caa-8ma.test', '\uff41na@caña.test', 'ana\u200b@can\u0303a.test'])
    expect(await invited(same)).toContain('ya está en tu equipo')
  // A person of another account is invited like anybody, once, and nothing reveals that they are known here.
  expect(await invited('\uff4fwner@b.test')).toBe('invited')
  for (const same of ['owner\uff20b.test', '\u202aowner@b.test']) expect(await invited(same)).toContain('ya está en tu equipo')
  for (const mixed of ['оwner@b.test', 'owner@а.test', 'ana\u03b1@a.test']) expect(await invited(mixed)).toContain('alfabetos distintos')
  const rows = await server.ownerSql<{ email: string }>(
    `select email from users where email like '%ca%a.test' or email like '%owner%b.test'`,
  )
  expect(rows.map(({ email }) => email).toSorted()).toEqual(['ana@xn--caa-8ma.test', 'owner@b.test', 'owner@b.test'])
})

it('sessionSignIn accepts another notation of the address, and counts wrong passwords of one mailbox together', async () => {
  await server.ownerSql(`update users set email = 'editor@peña.test' where id = '${personas.editorA.id}'`)
  expect((await signIn('Editor@Peña.test')).status).toBe(200)
  expect(await invited('editor@peña.test')).toContain('ya está en tu equipo')
  await server.ownerSql(`update users set email = '\uff4cimited@a.test' where id = '${personas.limitedA.id}'`)
  expect(await invited('limited@a.test')).toContain('ya está en tu equipo')

  const spellings = ['guest@a.test', '\uff47uest@a.test', 'gu\u200best@a.test', 'guest\uff20a.test', 'GUEST@a.test']
  const wrong = { password: 'otra-contraseña-larga' }
  const statuses: number[] = []
  for (const email of [...spellings, ...spellings, ...spellings])
    statuses.push((await server.call('sessionSignIn', { body: { email, ...wrong } })).status)
  expect(statuses).toContain(429)
})
