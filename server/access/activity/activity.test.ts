import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccessPreset, accessPresets } from '#domain/access/team'
import type { BodyInput } from '#contract/platform/endpoint'
import type { teamUpdate } from '#contract/access/team'
import { ids, personas, testPassword } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer, type TestSession } from '../../testing/testServices.ts'
import { record } from '../../platform/audit/record.ts'
import { hasText } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { kindOf, patternsOf } from './activityKind.ts'

const changeAccess = async (userId: string, body: BodyInput<typeof teamUpdate>) => {
  const { results } = (await server.call('teamList', { as: owner })).body
  const { revision = 0 } = results.find(({ id }) => id === userId) ?? {}
  return server.call('teamUpdate', { params: { userId }, body: { ...body, revision }, as: owner })
}

const cashier = accessPresets[0] as AccessPreset // the till's

const providerEntry = { merchantId: null, mode: null, userId: null, role: 'operator', ip: '203.0.113.9' }

// The activity log as owners and admins read it: who did what.
let server: TestServer
let owner: TestSession
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signIn('ownerA')
  await server.call('meStepUp', { body: { password: testPassword }, as: owner })
  await changeAccess(hexOf(personas.guestA.id), { role: 'editor', refundDayLimit: 15_000 })
  for (const [merchant, as] of [
    [ids.merchantA1, 'editorA'],
    [ids.merchantA2, 'limitedA'],
  ] as const) {
    const params = { merchantId: hexOf(merchant), operationId: await waitingOrder(merchant) }
    await server.call('operationCancel', { params, body: {}, as })
    await server.call('operationRefund', { params, body: { amount: 4_000 }, as })
  }
  await server.call('operationRefund', {
    params: { merchantId: hexOf(ids.merchantB1), operationId: 'f'.repeat(32) },
    body: { amount: 1 },
    as: 'ownerB',
  })
})
afterAll(() => server.close())

/** A pending order: cancelling it moves no money. */
async function waitingOrder(merchantId: string): Promise<string> {
  const id = randomUUID()
  await server.ownerSql(
    `insert into operations (merchant_id, mode, id, substatus, status_reason, channel, product, capture_mode, total_cents, num_instalments, tin_bps, tae_bps,
      fee_bps, fee_fixed_cents, vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at, expires_at)
      values ($1, 'live', $2, 'pending_customer', 'in_process', 'in_store', 'instalments', 'automatic', 60000, 6, 1999, 2192, 250, 30, 2100, 1999, 'Ana', 'Mora',
        'ana@mora.test', 'ana mora', now(), now() + interval '1 hour')`,
    [merchantId, id],
  )
  return hexOf(id)
}

const list = (query: object = {}, as: 'ownerA' | 'adminA' | 'editorA' | 'guestA' | TestSession = 'ownerA') =>
  server.call('activityList', { query, as })

describe('the activity log', () => {
  it('shows what the provider did without the name and address of its staff', async () => {
    const staffId = randomUUID()
    await server.services.database.write(null, (db) =>
      record(db, {
        ...providerEntry,
        accountId: ids.accountA,
        staffId,
        call: 'meSessionEnd',
        entity: 'merchant',
        entityId: ids.merchantA1,
      }),
    )
    const { body, raw } = await list({ object: hexOf(ids.merchantA1) })
    expect(body.results[0]).toMatchObject({ byProvider: true, person: null, role: null, ip: null })
    expect(raw).not.toContain(hexOf(staffId))
    const csv = await server.send('GET', '/v2/activity/download?format=csv', { as: owner })
    expect(csv.raw).toContain('Proveedor')
  })

  it('shows who did what, before and after, and from where', async () => {
    const { body } = await list({ kind: 'team' })
    expect(body.results).toMatchObject([
      {
        person: { name: 'Olga Núñez' },
        role: 'owner',
        action: 'Cambiar el acceso de una persona',
        about: 'Gil Roca',
        refused: null,
        ip: '127.0.0.1',
        changes: [
          { field: 'Perfil', before: 'Solo consulta', after: 'Dependiente/a' },
          { field: 'Límite de devolución al día', before: null, after: expect.stringContaining('150,00') },
        ],
      },
    ])
  })

  it('lists refused calls beside completed ones, newest first', async () => {
    const { body } = await list({ kind: 'money' })
    expect(body.results.map(({ person, refused }) => `${person?.name}: ${refused === null ? 'done' : 'refused'}`)).toEqual([
      'Lía Mora: refused',
      'Lía Mora: done',
      'Edurne Sáez: refused',
      'Edurne Sáez: done',
    ])
    expect(body.results[1]).toMatchObject({ merchant: { name: 'Tienda Triana' }, entity: 'operation', mode: 'live' })
    expect((await list({ kind: 'money', person: hexOf(personas.editorA.id) })).body.results).toHaveLength(2)
    expect((await list({ from: '2020-01-01', to: '2020-01-31' })).body.results).toEqual([])
  })

  it('shows an account only its own entries, of shops that the reader may enter, and is closed to roles below admin', async () => {
    expect((await list({})).body.results.some(({ person }) => person?.name === 'Berta Vidal')).toBe(false)
    for (const persona of ['editorA', 'guestA'] as const)
      expect((await list({}, await server.signIn(persona))).error.type).toBe('PermissionDenied')
    await server.ownerSql('insert into user_merchants (user_id, merchant_id) values ($1, $2)', [personas.adminA.id, ids.merchantA2])
    const { body } = await list({ kind: 'money' }, await server.signIn('adminA'))
    expect(new Set(body.results.map(({ merchant }) => merchant?.name))).toEqual(new Set(['Tienda Triana']))
  })

  it('is downloaded as a CSV file in the same words; the download is logged too', async () => {
    const file = await server.call('activityDownload', { query: { kind: 'team' }, as: 'ownerA' })
    expect(file.headers.get('content-disposition')).toMatch(/actividad-\d{4}-\d\d-\d\d\.csv/)
    const lines = file.raw.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/Olga Núñez;Dueño\/a;Cambiar el acceso de una persona;Gil Roca;Hecho;.*Perfil: Solo consulta → Dependiente\/a/)
    expect((await list({ kind: 'other' })).body.results[0]).toMatchObject({ action: 'Descargar el registro de actividad' })
  })
})

it('every call has the same kind in TypeScript and in SQL', () => {
  expect(['teamInvite', 'operationRefund', 'sessionSignIn', 'merchantIbanCreate', 'campaignBulk', 'reportCreate'].map(kindOf)).toEqual([
    'team',
    'money',
    'access',
    'bank',
    'sales',
    'other',
  ])
  expect(patternsOf('bank').like).toEqual(['iban%', 'merchantIban%', 'merchantAccount%', 'mandate%'])
  expect(patternsOf('other').unlike).toContain('team%')
})

// Actions that no endpoint declares: the provider's, and scheduled jobs.
it.each([
  'accessEnd',
  'customersForget',
  'fileForget',
  'handoverComplete',
  'ownerExitComplete',
  'ibans.moveAccounts',
  'operator.annul-record',
  'operator.ask-change',
  'operator.disable-account',
  'operator.enable-account',
  'operator.hold',
  'operator.lift',
  'operator.pay-again',
  'operator.withdraw',
  'worker.invoice',
])('the action %s has a message', (call) => {
  expect(hasText(`activity.action.${call}`)).toBe(true)
})

describe('activityWho', () => {
  const whoOf = async (call: string) => {
    const [line] = await server.ownerSql<{ seq: string }>(
      `select seq::text from audit_entries where call = $1 and account_id = $2 and outcome = 'done' order by seq limit 1`,
      [call, ids.accountA],
    )
    const answer = await server.call('activityWho', { params: { entryId: line?.seq ?? '' }, as: owner })
    return answer.body.people.map(({ name, role, did }) => `${name} ${role}${did ? ' did' : ''}`)
  }

  it('answers with the rights held at that time, whatever changed since', async () => {
    // An earlier test removed the admin's access to the first shop by SQL, so no audit entry tells of it.
    await server.ownerSql('delete from user_merchants where user_id = $1', [personas.adminA.id])
    const then = ['Olga Núñez owner', 'Adán Peña admin', 'Edurne Sáez editor did', 'Gil Roca editor']
    expect(await whoOf('operationCancel')).toEqual(then)
    for (const body of [
      { role: 'guest' as const },
      { disabled: true },
      { disabled: false, role: 'editor' as const, withheld: ['refund' as const] },
    ])
      await changeAccess(hexOf(personas.editorA.id), body)
    await server.call('teamRemove', { params: { userId: hexOf(personas.guestA.id) }, as: owner })
    expect(await whoOf('operationCancel')).toEqual(then)
    // For the latest entry, those people no longer have access.
    const last = await server.ownerSql<{ seq: string }>(`select max(seq)::text as seq from audit_entries where call = 'teamRemove'`)
    const { body } = await server.call('activityWho', { params: { entryId: last[0]?.seq ?? '' }, as: owner })
    expect(body.people.map(({ name }) => name)).toEqual(['Olga Núñez', 'Adán Peña'])
  })

  it('answers not found for another account, for a shop that the caller may not enter, and for calls that take no right', async () => {
    const [other] = await server.ownerSql<{ seq: string }>('select max(seq)::text as seq from audit_entries where account_id = $1', [
      ids.accountA,
    ])
    expect((await server.call('activityWho', { params: { entryId: other?.seq ?? '' }, as: 'ownerB' })).status).toBe(404)
    expect((await server.call('activityWho', { params: { entryId: '1' }, as: await server.signIn('limitedA') })).error.type).toBe(
      'PermissionDenied',
    )
    await server.ownerSql('insert into user_merchants (user_id, merchant_id) values ($1, $2)', [personas.adminA.id, ids.merchantA2])
    const narrow = await server.signIn('adminA')
    const [elsewhere] = await server.ownerSql<{ seq: string }>(`select seq::text from audit_entries where merchant_id = $1 limit 1`, [
      ids.merchantA1,
    ])
    expect((await server.call('activityWho', { params: { entryId: elsewhere?.seq ?? '' }, as: narrow })).status).toBe(404)
  })
})

it('members are called by the preset that their access equalled when they acted', async () => {
  const userId = hexOf(personas.editorA.id)
  const { role, withheld, refundLimitCents: refundLimit, refundDayLimitCents: refundDayLimit } = cashier
  await changeAccess(userId, { role, withheld: [...withheld], refundLimit, refundDayLimit })
  const params = { merchantId: hexOf(ids.merchantA1), operationId: await waitingOrder(ids.merchantA1) }
  await server.call('operationCancel', { params, body: {}, as: await server.signIn('editorA') })
  // Then a limit was changed, and they acted once more.
  await changeAccess(userId, { refundLimit: 20_000 })
  await server.call('operationRefund', { params, body: { amount: 1 }, as: await server.signIn('editorA') })
  const { results } = (await list({ person: userId, kind: 'money' }, owner)).body
  expect(results.slice(0, 2).map(({ role: held, preset }) => [held, preset])).toEqual([
    ['editor', undefined],
    ['editor', 'cashier'],
  ])
  const who = await server.call('activityWho', { params: { entryId: results[1]?.id ?? '' }, as: owner })
  expect(who.body.people.find(({ did }) => did)).toMatchObject({ role: 'editor', preset: 'cashier' })
  expect(who.body.people.find(({ role: held }) => held === 'owner')).not.toHaveProperty('preset')
  const csv = await server.call('activityDownload', { query: { person: userId, kind: 'money' }, as: owner })
  expect(csv.raw).toContain('Edurne Sáez;Caja, con límites;')
  await changeAccess(userId, { withheld: [], refundLimit: null, refundDayLimit: null })
  // Whoever became a member only afterwards could not have done it.
  const memberSince = (day: string) =>
    server.ownerSql('update memberships set created_at = $1 where user_id = $2', [day, personas.editorA.id])
  const names = async () =>
    (await server.call('activityWho', { params: { entryId: results[1]?.id ?? '' }, as: owner })).body.people.map(({ name }) => name)
  expect(await names()).toContain('Edurne Sáez')
  await memberSince('2100-01-01')
  expect(await names()).not.toContain('Edurne Sáez')
  await memberSince('2020-01-01')
})

it('the activity log shows names instead of ids, and filters by one object', async () => {
  const object = hexOf(personas.limitedA.id)
  await changeAccess(object, { merchants: [hexOf(ids.merchantA1), hexOf(ids.merchantA2)] })
  const { body } = await list({ object }, owner)
  expect(body.results).toMatchObject([
    {
      about: 'Lía Mora',
      byRight: true,
      changes: [
        {
          field: 'Tiendas',
          before: 'Tienda Triana',
          after: expect.stringMatching(/Tienda Gran Vía.*Tienda Triana|Tienda Triana.*Tienda Gran Vía/),
        },
      ],
    },
  ])
})

it('the activity log shows no shop that the reader may not enter', async () => {
  const only = [hexOf(ids.merchantA1)]
  const { status } = await changeAccess(hexOf(personas.editorA.id), { merchants: only })
  expect(status).toBe(200)
  await server.ownerSql(`delete from user_merchants where user_id = $1`, [personas.adminA.id])
  const shopsSaid = async (as: TestSession) => JSON.stringify((await list({ kind: 'team' }, as)).body.results[0]?.changes)
  expect(await shopsSaid(await server.signIn('adminA'))).toContain('Gran Vía')
  await server.ownerSql('insert into user_merchants (user_id, merchant_id) values ($1, $2)', [personas.adminA.id, ids.merchantA2])
  expect(await shopsSaid(await server.signIn('adminA'))).not.toContain('Gran Vía')
})
