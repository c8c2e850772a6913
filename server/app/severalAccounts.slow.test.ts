import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calls, type NamedCall } from '#contract/index'
import { isMemberPolicy } from '#contract/platform/policy'
import type { Role } from '#domain/access/roles'
import { erasePerson } from '../merchants/privacy/erasePerson.ts'
import { mintScope } from '../platform/database/scope.ts'
import { hexOf } from '../platform/calls/wire.ts'
import { readLimits } from '../sales/operations/refundLimits.ts'
import { ids, personas, testPassword } from '../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../testing/testServices.ts'
import { teamOf } from '../testing/team/testTeam.ts'

// One person in two accounts: editor in A, where A2 is their only shop, and admin in B, without the right to refund. C is not theirs.
const userId = personas.limitedA.id
const roleIn: Record<string, Role> = { [ids.accountA]: 'editor', [ids.accountB]: 'admin' }
const in_ = (accountId: string) => ({ 'x-account': hexOf(accountId) })

let server: TestServer
let team: ReturnType<typeof teamOf>
let person: TestSession
const inB = (columns = '') =>
  server.ownerSql(
    `insert into memberships (account_id, user_id, role, joined_at, withheld) values ($1, $2, 'admin', now(), '{refund}')
     on conflict (account_id, user_id) do update set role = 'admin', withheld = '{refund}', disabled_at = null, removed_at = null, erased_at = null,
       refund_limit_cents = null, refund_day_limit_cents = null ${columns}`,
    [ids.accountB, userId],
  )
const signIn = () => team.enter(personas.limitedA.email, testPassword).then(({ session }) => session)
const accountsOf = async (as: TestSession) =>
  (await server.call('me', { as })).body.accounts.map(
    ({ name, role, merchants }) => `${role}, ${name}: ${merchants.map((one) => one.name).join()}`,
  )

beforeAll(async () => {
  server = await startTestServer()
  team = teamOf(server)
  await inB()
  person = await signIn()
})
afterAll(() => server.close())
beforeEach(() => inB())

/** What a call comes to: denied by its policy, not found because of its place, or let through to its handler. */
async function outcomeOf(endpoint: NamedCall, merchantId: string | null, accountId: string | null): Promise<string> {
  const missing = 'f'.repeat(32)
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'merchantId' && merchantId ? hexOf(merchantId) : missing,
  )
  const headers: Record<string, string> = accountId === null ? {} : in_(accountId)
  const answer = await server.send(endpoint.method, path, { as: person, headers })
  if (answer.status < 400) return 'let through'
  const { error } = JSON.parse(answer.raw) as { error: { type: string; fields?: { uuid?: string } } }
  const place = [merchantId, accountId].flatMap((id) => (id === null ? [] : [hexOf(id)]))
  if (
    error.type === 'ObjectNotFoundException' &&
    place.includes(error.fields?.uuid ?? '') &&
    !(accountId === ids.accountB && ofCompany.has(endpoint.name))
  )
    return 'not found'
  return error.type === 'PermissionDenied' || error.type === 'InvalidToken' ? error.type : 'let through'
}
/** Not found in an account of a self-employed person, under the account's id. */
const ofCompany: ReadonlySet<string> = new Set(calls.flatMap(({ name }) => (/^(enterprise|owner|holder)/.test(name) ? [name] : [])))

/** The outcome by the policy and the role in the account of the call alone. */
function expectedOf({ name, policy }: NamedCall, accountId: string | undefined): string {
  const role = accountId === undefined ? undefined : roleIn[accountId]
  if (role === undefined) return 'not found'
  if (!isMemberPolicy(policy) || !policy.roles.includes(role)) return 'PermissionDenied'
  const withheld = accountId === ids.accountB && (policy.right === 'refund' || policy.right === 'refund:approve')
  return withheld && !name.endsWith('Preview') ? 'PermissionDenied' : 'let through'
}

describe('somebody in two accounts', () => {
  it('has in each call the role, rights and shops of its account, and none of another', async () => {
    const wrong: string[] = []
    // Ends sessions, this one too.
    const left = new Set(['sessionSignOut', 'meSessionEnd', 'passwordChange'])
    for (const endpoint of calls.filter(({ name, policy }) => isMemberPolicy(policy) && !left.has(name))) {
      const inShop = endpoint.path.includes('{merchantId}')
      // The shop's account counts, whatever account was chosen.
      const places = inShop
        ? ([
            [ids.merchantA2, ids.accountA, ids.accountB],
            [ids.merchantB1, ids.accountB, ids.accountA],
          ] as const)
        : ([
            [null, ids.accountA, ids.accountA],
            [null, ids.accountB, ids.accountB],
            [null, ids.accountC, ids.accountC],
          ] as const)
      for (const [merchantId, accountId, chosen] of places) {
        const [found, right] = [await outcomeOf(endpoint, merchantId, chosen), expectedOf(endpoint, accountId)]
        if (found !== right) wrong.push(`${endpoint.name} in ${merchantId ?? accountId}: ${found}, not ${right}`)
      }
    }
    expect(wrong).toEqual([])
    for (const merchantId of [ids.merchantA1, ids.merchantC1])
      for (const chosen of [ids.accountA, ids.accountB])
        expect(
          (await server.call('operationList', { params: { merchantId: hexOf(merchantId) }, as: person, headers: in_(chosen) })).status,
        ).toBe(404)
  })

  it('sees all accounts with their role and shops there, and begins in that of their preferred shop', async () => {
    expect(await accountsOf(person)).toEqual(['editor, Comercial Núñez S.L.: Tienda Triana', 'admin, Ferretería Vidal: Ferretería Vidal'])
    const prefer = (merchantId: string) =>
      server.call('mePreferredMerchant', { body: { preferedMerchantUuid: hexOf(merchantId) }, as: person })
    expect([(await prefer(ids.merchantC1)).status, (await prefer(ids.merchantA1)).status, (await prefer(ids.merchantB1)).status]).toEqual([
      404, 404, 204,
    ])
    const begun = (await server.call('me', { as: await signIn() })).body
    expect([begun.id, begun.userType, begun.preferedMerchantUuid]).toEqual([hexOf(ids.accountB), 'admin', hexOf(ids.merchantB1)])
    await server.ownerSql('update users set prefered_merchant_id = null where id = $1', [userId])
  })

  it('gives nobody a shop of the other account, and changes the access of one account alone', async () => {
    const admin = await signIn()
    await server.call('meStepUp', { body: { password: testPassword }, as: admin })
    const body = { emails: ['nueva@b.test'], role: 'guest' as const, merchants: [hexOf(ids.merchantA2)] }
    const refused = await server.call('teamInvite', { body, as: admin, headers: in_(ids.accountB) })
    expect(refused.error.fields?.[0]?.name).toBe('merchants')
    const owner = await team.fresh('ownerB')
    expect((await team.update(owner, hexOf(userId), { merchants: [hexOf(ids.merchantB1)] })).status).toBe(200)
    expect(await server.ownerSql('select merchant_id from user_merchants where user_id = $1 order by 1', [userId])).toEqual([
      { merchant_id: ids.merchantA2 },
      { merchant_id: ids.merchantB1 },
    ])
    expect((await server.call('me', { as: person })).status).toBe(200)
    await server.ownerSql('delete from user_merchants where merchant_id = $1', [ids.merchantB1])
  })

  it('has the limits of each account, and what was refunded in one counts in that one alone', async () => {
    await server.ownerSql(
      'update memberships set refund_limit_cents = 1000, refund_day_limit_cents = 2000 where user_id = $1 and account_id = $2',
      [userId, ids.accountB],
    )
    await server.ownerSql('update memberships set refund_day_limit_cents = 9000 where user_id = $1 and account_id = $2', [
      userId,
      ids.accountA,
    ])
    const now = server.services.now()
    await server.ownerSql(
      `insert into refund_spendings (user_id, account_id, mode, on_day, refund_id, spent_cents) values ($1, $2, 'live', ($3::timestamptz at time zone 'Europe/Madrid')::date, gen_random_uuid(), 1500)`,
      [userId, ids.accountA, now],
    )
    const limits = (merchantId: string) =>
      server.services.database.read(mintScope(merchantId, 'live'), (db) => readLimits(db, mintScope(merchantId, 'live'), userId, now))
    expect(await limits(ids.merchantA2)).toEqual({ perRefund: 100_000, dayLimit: 9_000, dayLeft: 7_500 })
    expect(await limits(ids.merchantB1)).toEqual({ perRefund: 1_000, dayLimit: 2_000, dayLeft: 2_000 })
  })

  it('reads notices and open tasks of both, each with its account, by the role there', async () => {
    const note = (accountId: string, type: string, roles: string) =>
      server.ownerSql(`insert into notifications (id, account_id, type, level, roles) values (gen_random_uuid(), $1, $2, 'info', $3)`, [
        accountId,
        type,
        roles,
      ])
    for (const accountId of [ids.accountA, ids.accountB, ids.accountC])
      for (const role of ['admin', 'editor']) await note(accountId, `test_${role}`, `{${role}}`)
    const { results } = (await server.call('notificationList', { as: person, query: {} })).body
    const shown = results.filter(({ type }) => type.startsWith('test_')).map(({ accountId, type }) => `${accountId} ${type}`)
    expect(shown.toSorted()).toEqual([`${hexOf(ids.accountA)} test_editor`, `${hexOf(ids.accountB)} test_admin`])
    await server.ownerSql(
      `insert into access_requests (id, account_id, user_id, asked_right, asked_at, expires_at) select gen_random_uuid(), account_id, user_id, 'refund', now(), now() + interval '1 day'
       from memberships where user_id in ($1, $2)`,
      [personas.guestA.id, personas.ownerB.id],
    )
    // An editor grants nothing: the request in A is none of theirs.
    const { shops } = (await server.call('inboxEverywhere', { as: person })).body
    expect(
      shops.map(({ account, merchant, items }) => `${account.name}, ${merchant.name}: ${items.map(({ kind }) => kind).join()}`),
    ).toEqual(['Ferretería Vidal, Ferretería Vidal: access_request'])
  })

  it('changes no credentials while those of any of their accounts are paused, and works on in the others', async () => {
    await server.ownerSql(
      `insert into bank_accounts (id, account_id, iban, holder_name, is_default, state, created_at, ended_at, paused_until) values (gen_random_uuid(), $1, 'ES9121000418450200051332', 'Titular', false, 'frozen', now(), now(), now() + interval '1 day')`,
      [ids.accountA],
    )
    const change = { oldPassword: testPassword, newPassword1: 'Otra clave de prueba 8', newPassword2: 'Otra clave de prueba 8' }
    expect((await server.call('passwordChange', { body: change, as: person, headers: in_(ids.accountB) })).error.type).toBe(
      'CredentialsPaused',
    )
    const till = { body: { merchantId: hexOf(ids.merchantB1), name: 'Caja' }, as: person, headers: in_(ids.accountB) }
    expect((await server.call('tillOpen', till)).error.type).toBe('StepUpRequired')
    await server.ownerSql('delete from bank_accounts where paused_until is not null')
  })

  it('a person who leaves one account keeps session, sign-in and the other account, and is erased with the last', async () => {
    const owner = await team.fresh('ownerB')
    expect((await team.remove(owner, hexOf(userId))).body).toEqual({ endedSessions: 0, leavesAt: null })
    expect(await accountsOf(await signIn())).toEqual(['editor, Comercial Núñez S.L.: Tienda Triana'])
    expect((await server.call('me', { as: person, headers: in_(ids.accountA) })).status).toBe(200)
    // The session of before may be cached for a second.
    const fresh = await signIn()
    const gone = [
      await server.call('me', { as: fresh, headers: in_(ids.accountB) }),
      await server.call('operationList', { params: { merchantId: hexOf(ids.merchantB1) }, as: fresh }),
    ]
    expect(gone.map(({ status }) => status)).toEqual([404, 404])
    // Invited again they are in it again, with what this invitation grants.
    await team.invite(owner, { emails: [personas.limitedA.email], role: 'guest' })
    const [link] = await team.emailsTo(personas.limitedA.email)
    const again = await server.call('invitationJoin', {
      params: { uuid: link?.uuid ?? '' },
      body: { token: link?.token ?? '' },
      as: person,
    })
    expect([again.status, (await accountsOf(await signIn())).at(-1)]).toEqual([200, 'guest, Ferretería Vidal: Ferretería Vidal'])
    await team.remove(owner, hexOf(userId))
    const erase = (accountId: string) =>
      erasePerson(server.services.database, { accountId, userId }, { by: 'request', requestId: 'by-hand', now: new Date() })
    expect([await erase(ids.accountB), await erase(ids.accountB), await erase(ids.accountA)]).toEqual([true, false, false])
    const name = async () =>
      (await server.ownerSql<{ first_name: string }>('select first_name from users where id = $1', [userId]))[0]?.first_name
    expect(await name()).toBe('Lía')
    expect((await team.remove(await team.fresh('ownerA'), hexOf(userId))).body.endedSessions).toBeGreaterThan(0)
    expect((await team.enter(personas.limitedA.email, testPassword)).status).toBe(401)
    expect([await erase(ids.accountA), await name()]).toEqual([true, 'Persona que ya no está'])
  })
})
