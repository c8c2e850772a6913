import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { MIN_AUDIENCE_SIZE } from '#domain/sales/campaigns/audience'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { addresses, audienceCalls, digest, digests, freshName, merchantId, sell, type By } from '../../testing/audiences/testAudience.ts'
import { fill, onFillFailed } from './fill.ts'
import { maintainAudiences } from './maintainAudiences.ts'

const day = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z'), proved: false })
})
afterAll(() => server.close())

const calls = (by?: By) => audienceCalls(server, by)
const stored = async (uuid: string) =>
  (
    await server.ownerSql<{ status: string; size: number; members: number }>(
      `select status, size, (select count(*)::integer from audience_members m where m.audience_id = a.id) as members from audiences a where id = $1`,
      [uuidOf(uuid)],
    )
  )[0]
/** A campaign limited to the audience, published unless `draft`. */
async function limited(audienceUuid: string, { draft = false, endDate = null as string | null } = {}): Promise<string> {
  const at = { as: 'ownerA', params: { merchantId } } as const
  const now = server.services.now().toISOString()
  const terms = { name: 'Solo para ti', startDate: now, endDate, interest: 0, numInstalments: [3], audienceUuid }
  const { body, status, raw } = await server.call('campaignCreate', { ...at, body: terms })
  if (status !== 201) throw new Error(raw)
  const place = { as: 'ownerA', params: { merchantId, campaignId: body.id } } as const
  if (!draft) {
    const published = await server.call('campaignPublish', { ...place, body: { revision: body.revision } })
    if (published.status !== 200) throw new Error(published.raw)
  }
  return body.id
}
const finish = (campaignId: string) => server.call('campaignFinish', { as: 'ownerA', params: { merchantId, campaignId } })

describe('an audience from a file', () => {
  it('is created immediately, with each member once, and then counts how many have bought', async () => {
    await sell(server, [
      { email: 'cliente1@mora.test' },
      { email: 'cliente1@mora.test' },
      { email: 'cliente2@mora.test', captured: false },
      { email: 'otra@mora.test' },
    ])
    const name = freshName()
    const { status, body } = await calls().create(digests([...addresses(25), ...addresses(3)]), {
      name,
      rows: 31,
      duplicates: 4,
      invalid: 2,
      basisNote: 'Formulario de la web',
    })
    expect([status, body.status, body.size, body.matched, body.gap]).toEqual([201, 'processing', 25, null, 'not_ready'])
    await server.runClock()
    expect((await calls().view(body.uuid)).body).toMatchObject({
      name,
      source: 'csv',
      identifierType: 'email',
      basis: 'consent',
      basisNote: 'Formulario de la web',
      file: { rows: 31, duplicates: 4, invalid: 2 },
      filters: null,
      status: 'ready',
      progress: 100,
      size: 25,
      matched: 1,
      gap: null,
      campaigns: [],
      campaignsCount: 0,
      inUse: false,
      createdBy: 'Adán Peña',
      keptUntil: '2027-11-21T23:00:00.000Z',
      erased: null,
    })
  })

  it("stores hashes under a key of the shop, neither addresses nor the browser's hashes", async () => {
    const uuid = await calls().ready(addresses(20))
    const other = await calls({ as: 'ownerB', merchant: hexOf(ids.merchantB1) }).ready(addresses(20))
    const rows = await server.ownerSql<{ audience_id: string; hash: Buffer }>('select audience_id, hash from audience_members')
    const of = (one: string) => new Set(rows.filter(({ audience_id: id }) => id === uuidOf(one)).map(({ hash }) => hash.toString('hex')))
    expect([of(uuid).size, of(other).size]).toEqual([20, 20])
    expect(
      [...of(uuid)].filter(
        (hash) =>
          of(other).has(hash) ||
          addresses(20)
            .map((one) => digest(one))
            .includes(hash),
      ),
    ).toEqual([])
  })

  it('is refused when truncated, empty or too large', async () => {
    const { error } = await calls().create(digests(['a@b.es']).subarray(1))
    expect([error.type, error.fields?.[0]?.name, error.fields?.[0]?.code]).toEqual(['ApiValidationException', 'members', 'format'])
    expect((await calls().create(Buffer.alloc(0))).error.fields?.[0]?.message).toContain('ningún dato que valga')
    const large = await calls().create(Buffer.alloc(50_001 * 32))
    expect([large.status, large.error.type]).toEqual([413, 'FileTooLarge'])
  })

  test.each([
    ['ab', 'too_small'],
    ['x'.repeat(61), 'too_big'],
  ])('is refused with the name %s', async (name, code) => {
    const { error } = await calls().create(digests(addresses(20)), { name })
    expect(error.fields?.map((field) => [field.name, field.code])).toEqual([['name', code]])
  })

  it('has a unique name within its shop and mode, whatever its spelling', async () => {
    const uuid = await calls().ready(addresses(20), { name: 'Clientes de Málaga' })
    const { error } = await calls().create(digests(addresses(20)), { name: 'CLIENTES de malaga' })
    expect([error.type, error.fields?.[0]?.code]).toEqual(['ApiValidationException', 'taken'])
    expect((await calls({ mode: 'sandbox' }).create(digests(addresses(20)), { name: 'Clientes de Málaga' })).status).toBe(201)
    expect((await calls().rename(uuid, 'Clientes de MALAGA')).body.name).toBe('Clientes de MALAGA')
    const other = await calls().ready(addresses(20))
    expect((await calls().rename(other, 'clientes de málaga')).error.fields?.[0]?.code).toBe('taken')
  })

  it('below the minimum size is created but cannot limit a campaign', async () => {
    const uuid = await calls().ready(addresses(MIN_AUDIENCE_SIZE - 1))
    expect((await calls().view(uuid)).body).toMatchObject({ status: 'ready', gap: 'too_small' })
    await expect(limited(uuid)).rejects.toThrow(/too_small.*menos de 20 personas/)
    expect((await calls().names()).body.find((one) => one.uuid === uuid)).toMatchObject({ gap: 'too_small', size: MIN_AUDIENCE_SIZE - 1 })
  })

  it('repeated with the same idempotency key is the same audience', async () => {
    const body = { name: freshName(), identifierType: 'email', basis: 'consent', rows: 20, duplicates: 0, invalid: 0 } as const
    const send = () =>
      server.call('audienceCreate', {
        as: 'adminA',
        params: { merchantId },
        key: 'once',
        body,
        file: { name: 'm', bytes: digests(addresses(20)) },
      })
    expect((await send()).body.uuid).toBe((await send()).body.uuid)
  })
})

describe('an audience from operations', () => {
  const merchant = hexOf(ids.merchantA2)
  const own = () => calls({ merchant })
  const people = Array.from({ length: 24 }, (_, nth) => ({
    merchant: ids.merchantA2,
    email: `vecino${nth}@mora.test`,
    phone: nth % 2 === 0 ? `6000000${nth + 10}` : null,
    channel: nth < 4 ? 'phone' : 'in_store',
    captured: nth !== 5,
  }))

  it('contains the customers that match the filters, each once, and grows when refreshed', async () => {
    await sell(server, [...people, ...people.slice(0, 3)])
    expect((await own().preview({ channel: 'in_store', identifierType: 'email' })).body).toEqual({ operations: 20, people: 20 })
    const { status, body } = await own().fromOperations({ channel: 'in_store', minAmount: 100 })
    expect([status, body.status, body.size, body.filters]).toEqual([201, 'processing', 0, { channel: 'in_store', minAmount: 100 }])
    await server.runClock()
    const { uuid } = body
    expect((await own().view(uuid)).body).toMatchObject({ status: 'ready', size: 20, matched: 19, file: null })
    const since = (await own().contains(uuid, digest('vecino4@mora.test'))).body.since
    server.moveClock(60_000)
    await sell(server, [{ merchant: ids.merchantA2, email: 'nueva@mora.test', channel: 'in_store' }])
    expect((await own().refresh(uuid)).body).toMatchObject({ status: 'processing', size: 20 })
    await server.runClock()
    expect((await own().view(uuid)).body).toMatchObject({ status: 'ready', size: 21, matched: 20 })
    expect((await own().contains(uuid, digest('vecino4@mora.test'))).body).toEqual({ inside: true, since })
    expect((await own().contains(uuid, digest('vecino0@mora.test'))).body).toEqual({ inside: false, since: null })
  })

  it('identifies people by phone, and leaves out customers without one', async () => {
    const { body } = await own().fromOperations({}, { identifierType: 'phone' })
    await server.runClock()
    expect((await own().view(body.uuid)).body).toMatchObject({ size: 12, status: 'ready' })
    expect((await own().contains(body.uuid, digest('600000010', 'phone'))).body.inside).toBe(true)
  })

  it('filled twice concurrently, or again after a crash, has the same result', async () => {
    const { body } = await own().fromOperations({ channel: 'in_store' })
    const work = { merchantId: ids.merchantA2, mode: 'live', audienceId: uuidOf(body.uuid) ?? '' } as const
    await Promise.all([fill(server.services, work), fill(server.services, work)])
    const { body: filled } = await own().view(body.uuid)
    expect([filled.status, filled.size, (await stored(body.uuid))?.members]).toEqual(['ready', 21, 21])
    // As left by a worker that crashed.
    await server.ownerSql(`update audiences set status = 'processing', progress = 40 where id = $1`, [uuidOf(body.uuid)])
    await fill(server.services, work)
    expect(await stored(body.uuid)).toEqual({ status: 'ready', size: 21, members: 21 })
    await server.ownerSql(`update audiences set status = 'processing' where id = $1`, [uuidOf(body.uuid)])
    await onFillFailed(server.services, work)
    expect((await own().view(body.uuid)).body).toMatchObject({ status: 'failed', problem: 'failed', size: 21, gap: 'not_ready' })
  })

  it('without customers is ready, and too small', async () => {
    const { body } = await own().fromOperations({ minAmount: 900_000_000 })
    await server.runClock()
    expect((await own().view(body.uuid)).body).toMatchObject({ size: 0, matched: 0, status: 'ready', gap: 'too_small' })
  })

  it('from a file is not refreshed', async () => {
    const uuid = await own().ready(addresses(20))
    const { status, error } = await own().refresh(uuid)
    expect([status, error.message]).toEqual([409, expect.stringContaining('Salió de un archivo')])
  })
})

describe('the estimate of a campaign for an audience', () => {
  it("is based on its members' orders only", async () => {
    const at = { as: 'editorA', mode: 'sandbox', params: { merchantId } } as const
    const orders = ['cliente1@mora.test', 'cliente1@mora.test', 'otra@mora.test']
    await sell(
      server,
      orders.map((email) => ({ email, mode: 'sandbox' as const })),
    )
    const uuid = await calls({ mode: 'sandbox' }).ready(addresses(20))
    const estimate = async (query: { audienceUuid?: string }) =>
      (await server.call('campaignEstimate', { ...at, query: { interest: 0, numInstalments: '6', ...query } })).body
    expect(await estimate({})).toMatchObject({ orders: 3, amount: 180_000 })
    expect(await estimate({ audienceUuid: uuid })).toMatchObject({ orders: 2, amount: 120_000, subsidy: 7_092 })
    const live = await calls().ready(addresses(20))
    const foreign = await server.call('campaignEstimate', { ...at, query: { interest: 0, numInstalments: '6', audienceUuid: live } })
    expect(foreign.status).toBe(404)
  })
})

describe('the membership check', () => {
  it('answers yes or no and records neither the identifier nor the idempotency key', async () => {
    const uuid = await calls().ready(addresses(20))
    const member = digest('cliente7@mora.test')
    const { body } = await calls().contains(uuid, member, 'a-key')
    expect(body).toEqual({ inside: true, since: expect.any(String) })
    expect((await calls().contains(uuid, digest('nadie@mora.test'), 'a-key')).body).toEqual({ inside: false, since: null })
    // A member of another audience only.
    await calls().ready(addresses(25))
    expect((await calls().contains(uuid, digest('cliente24@mora.test'))).body.inside).toBe(false)
    expect((await calls().contains(uuid, digest('cliente7', 'phone'))).body.inside).toBe(false)
    const lines = await server.ownerSql<{ before: unknown; after: unknown }>(
      `select before, after from audit_entries where call = 'audienceContains' and entity_id = $1`,
      [uuidOf(uuid)],
    )
    expect(lines).toEqual(Array.from({ length: 4 }, () => ({ before: null, after: null })))
    expect(await server.ownerSql(`select from idempotency_keys where body like '%inside%'`)).toEqual([])
  })
})

describe('the audience of a campaign', () => {
  it('cannot be erased while the campaign is published, and the refusal names the campaign', async () => {
    const uuid = await calls().ready(addresses(20), { name: 'La de la campaña' })
    const campaignId = await limited(uuid)
    const { body } = await calls().view(uuid)
    expect(body).toMatchObject({ inUse: true, campaignsCount: 1, keptUntil: null, campaigns: [{ id: campaignId, status: 'active' }] })
    const refused = await calls().erase(uuid)
    expect([refused.status, refused.error.type, refused.error.message]).toEqual([
      409,
      'AudienceInUse',
      'La usan campañas publicadas: «Solo para ti». Termínalas o cámbialas de audiencia y podrás borrarla.',
    ])
    expect(await stored(uuid)).toMatchObject({ status: 'ready', members: 20 })
    await calls().rename(uuid, 'Otro nombre')
    const shown = await server.call('campaignDetail', { as: 'guestA', params: { merchantId, campaignId } })
    expect(shown.body).toMatchObject({ audienceUuid: uuid, audienceName: 'Otro nombre' })
    await finish(campaignId)
    expect((await calls().view(uuid)).body).toMatchObject({ inUse: false, campaigns: [] })
    expect((await calls().erase(uuid)).body).toMatchObject({
      status: 'erased',
      size: 0,
      gap: 'unknown',
      keptUntil: null,
      erased: { by: 'Adán Peña', size: 20 },
    })
    expect(await stored(uuid)).toEqual({ status: 'erased', size: 0, members: 0 })
  })

  it('when erased leaves a draft with a gap, never open to everybody', async () => {
    const uuid = await calls().ready(addresses(20))
    const campaignId = await limited(uuid, { draft: true })
    expect((await calls().erase(uuid)).status).toBe(200)
    const at = { as: 'ownerA', params: { merchantId, campaignId } } as const
    const { body } = await server.call('campaignDetail', at)
    expect(body.audienceUuid).toBe(uuid)
    expect(body.gaps.map(({ field, code }) => `${field} ${code}`)).toEqual(['audience_uuid unknown'])
    expect((await server.call('campaignPublish', { ...at, body: { revision: body.revision } })).status).toBe(400)
  })

  it('can be set and removed only by those who may see audiences', async () => {
    const uuid = await calls().ready(addresses(20))
    const campaignId = await limited(uuid, { draft: true })
    const by = (as: 'editorA' | 'adminA', audienceUuid: string | null, revision: number) =>
      server.call('campaignUpdate', { as, params: { merchantId, campaignId }, body: { revision, audienceUuid } })
    const refused = await by('editorA', null, 1)
    expect([refused.status, refused.error.type, refused.error.message]).toEqual([
      403,
      'PermissionDenied',
      expect.stringContaining('audiencias'),
    ])
    expect((await server.call('campaignCreate', { as: 'editorA', params: { merchantId }, body: { audienceUuid: uuid } })).status).toBe(403)
    expect((await by('editorA', uuid, 1)).body.revision).toBe(1)
    expect((await by('adminA', null, 1)).body).toMatchObject({ audienceUuid: null, audienceName: null, revision: 2 })
    const foreign = await calls({ mode: 'sandbox' }).ready(addresses(20))
    expect((await by('adminA', foreign, 2)).error.fields?.[0]?.code).toBe('unknown')
  })

  it('cannot be both published and erased by concurrent requests', async () => {
    const uuid = await calls().ready(addresses(20))
    const campaignId = await limited(uuid, { draft: true })
    const [published, erased] = await Promise.all([
      server.call('campaignPublish', { as: 'ownerA', params: { merchantId, campaignId }, body: { revision: 1 } }),
      calls().erase(uuid),
    ])
    const won = [published.status, erased.status].join()
    expect(['200,409', '400,200']).toContain(won)
    if (published.status === 200) await finish(campaignId)
  })
})

describe('the retention of an audience', () => {
  it('ends twelve months after its last use, however often it is checked', async () => {
    const [unused, used, held] = [
      await calls().ready(addresses(20)),
      await calls().ready(addresses(20)),
      await calls().ready(addresses(20)),
    ]
    server.stopClock()
    const start = server.services.now().getTime()
    const ending = new Date(start + 60 * day).toISOString()
    await limited(used, { endDate: ending })
    // A day longer than the first one.
    const barely = await calls().ready(addresses(20))
    await limited(barely, { endDate: new Date(start + day).toISOString() })
    const endless = await limited(held)
    await limited(unused, { draft: true })
    const until = (await calls().view(unused)).body.keptUntil
    expect(await maintainAudiences(server.services)).toBe(0)
    server.moveClock(Date.parse(until ?? '') - start - 1_000)
    await maintainAudiences(server.services)
    expect((await stored(unused))?.members).toBe(20)
    server.moveClock(2_000)
    const both = await Promise.all([maintainAudiences(server.services), maintainAudiences(server.services)])
    expect(both.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0)
    expect(await stored(unused)).toMatchObject({ status: 'erased', members: 0 })
    expect((await calls().view(unused)).body.erased).toMatchObject({ by: null, size: 20 })
    const sizes = [(await stored(barely))?.members, (await stored(used))?.members, (await stored(held))?.members]
    expect(sizes).toEqual([20, 20, 20])
    server.moveClock(62 * day)
    await maintainAudiences(server.services)
    expect([(await stored(used))?.members, (await stored(held))?.members]).toEqual([0, 20])
    await finish(endless)
    server.moveClock(31 * day)
    await maintainAudiences(server.services)
    expect((await calls().view(held)).body.keptUntil).not.toBeNull()
    expect((await stored(held))?.members).toBe(20)
    server.moveClock(366 * day)
    await maintainAudiences(server.services)
    expect((await stored(held))?.members).toBe(0)
    server.startClock()
  })
})

describe('the overlap of two audiences', () => {
  it('counts shared members and recent buyers of each, and returns nothing else', async () => {
    const own = calls({ as: 'ownerB', merchant: hexOf(ids.merchantB1) })
    const at = new Date(server.services.now().getTime() - 100 * day)
    const merchant = ids.merchantB1
    await sell(server, [
      { merchant, email: 'cliente12@mora.test', document: '12345678Z' },
      { merchant, email: 'otro@mora.test', document: '12345678Z' },
      { merchant, email: 'cliente3@mora.test', phone: '600000003' },
      { merchant, email: 'cliente4@mora.test', at },
      { merchant, email: 'cliente5@mora.test', captured: false },
      { merchant, email: 'nadie@mora.test' },
    ])
    const first = await own.ready(addresses(20))
    const other = await own.ready(addresses(20, 10))
    expect((await own.overlap(first)).body).toEqual({ size: 20, other: null, buyers: { all: 3, inside: 2, other: null, both: null } })
    expect((await own.overlap(first, other)).body).toMatchObject({
      other: { uuid: other, size: 20, both: 10 },
      buyers: { all: 3, inside: 2, other: 1, both: 1 },
    })
    const phones = await own.ready(
      Array.from({ length: 20 }, (_, nth) => `6000000${String(nth).padStart(2, '0')}`),
      { identifierType: 'phone' },
    )
    expect((await own.overlap(first, phones)).body).toMatchObject({ other: { both: null }, buyers: { inside: 2, other: 1, both: 1 } })
    expect((await own.overlap(first, first)).error.type).toBe('AudienceNotAllowed')
  })
})
