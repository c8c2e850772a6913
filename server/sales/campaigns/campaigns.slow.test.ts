import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { campaignCalls, whole } from '../../testing/campaigns/testCampaign.ts'

const day = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z') })
})
afterAll(() => server.close())

const calls = (...by: Parameters<typeof campaignCalls> extends [unknown, ...infer Rest] ? Rest : never) => campaignCalls(server, ...by)
const inDays = (count: number) => new Date(server.services.now().getTime() + count * day).toISOString()
const stored = async (id: string) =>
  (await server.ownerSql<{ status: string; revision: number }>('select status, revision from campaigns where id = $1', [uuidOf(id)]))[0]
const waits = (id: string) =>
  server.ownerSql<{ kind: string; due_at: Date }>('select kind, due_at from deadlines where object_id = $1 order by due_at', [uuidOf(id)])

describe('a draft', () => {
  it('may lack every field, and reports all of its gaps', async () => {
    const { status, body } = await calls().create()
    expect([status, body.status, body.isDraft, body.revision, body.createdBy]).toEqual([201, 'draft', true, 1, 'Edurne Sáez'])
    expect(body.gaps.map(({ field }) => field)).toEqual(['name', 'start_date', 'interest', 'num_instalments'])
    const refused = await calls().publish(body.id)
    expect([refused.status, refused.error.type]).toEqual([400, 'ApiValidationException'])
    expect(refused.error.fields?.map(({ name, code, message }) => `${name} ${code}: ${message}`)).toEqual([
      'name required: Ponle un nombre.',
      'start_date required: Elige cuándo empieza.',
      'interest required: Elige el interés que paga quien compra.',
      'num_instalments required: Elige al menos un número de cuotas.',
    ])
    expect(await stored(body.id)).toEqual({ status: 'draft', revision: 1 })
  })

  it('accepts successive changes, and is then published', async () => {
    const { body: draft } = await calls().create({ name: 'Otoño' })
    const { body: named } = await calls({ as: 'adminA' }).update(
      draft.id,
      1,
      whole(server, { name: 'Otoño 0 %', numInstalments: [6, 3, 6] }),
    )
    expect(named).toMatchObject({
      revision: 2,
      name: 'Otoño 0 %',
      numInstalments: [3, 6],
      gaps: [],
      changedBy: 'Adán Peña',
      createdBy: 'Edurne Sáez',
    })
    expect(named.slug).toMatch(/^otono-0-[0-9a-f]{6}$/)
    const { body } = await calls().publish(draft.id, 2)
    expect(body).toMatchObject({ status: 'active', isDraft: false, revision: 3, slug: named.slug })
    expect(await waits(draft.id)).toHaveLength(2)
  })

  it('updated with the same values is unchanged', async () => {
    const { body: draft } = await calls().create(whole(server))
    expect((await calls().update(draft.id, 1, { name: 'Vuelta al cole', interest: 0 })).body.revision).toBe(1)
  })

  it('changed by another person meanwhile is not overwritten: the refusal names that person', async () => {
    const { body: draft } = await calls().create({ name: 'Uno' })
    await calls({ as: 'adminA' }).update(draft.id, 1, { name: 'Dos' })
    const late = await calls().update(draft.id, 1, { name: 'Tres' })
    expect([late.status, late.error.type]).toEqual([409, 'CampaignStale'])
    expect(late.error.message).toContain('Adán Peña')
    expect((await calls().publish(draft.id, 1)).error.type).toBe('CampaignStale')
    expect((await calls().view(draft.id)).body.name).toBe('Dos')
  })

  it('refuses an audience that does not exist', async () => {
    const { status, error } = await calls({ as: 'adminA' }).create({ audienceUuid: 'a'.repeat(32) })
    expect([status, error.fields?.[0]?.name]).toEqual([400, 'audience_uuid'])
  })

  it('updated by two editors concurrently accepts exactly one, and refuses the other', async () => {
    const { body: draft } = await calls().create({ name: 'Carrera' })
    const both = await Promise.all([
      calls().update(draft.id, 1, { name: 'Edurne' }),
      calls({ as: 'adminA' }).update(draft.id, 1, { name: 'Adán' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const won = both.find(({ status }) => status === 200)?.body.name
    expect((await calls().view(draft.id)).body).toMatchObject({ name: won, revision: 2 })
  })
})

describe('a published campaign', () => {
  it('that is scheduled accepts changes while it stays complete', async () => {
    const id = await calls().published({ startDate: inDays(2) })
    expect((await calls().view(id)).body.status).toBe('scheduled')
    const unfit = await calls().update(id, 2, { interest: null, endDate: inDays(1) })
    expect(unfit.error.fields?.map(({ name, code }) => `${name} ${code}`)).toEqual(['end_date before_start', 'interest required'])
    expect((await calls().update(id, 2, { interest: 999, startDate: inDays(3) })).body).toMatchObject({
      interest: 999,
      revision: 3,
      status: 'scheduled',
    })
    expect((await waits(id))[0]).toMatchObject({ kind: 'campaign_start', due_at: expect.any(Date) })
    expect((await calls().remove(id)).status).toBe(204)
    expect(await waits(id)).toEqual([])
    expect((await calls().view(id)).status).toBe(404)
  })

  it('that is active accepts changes to its name, end and articles only', async () => {
    const id = await calls().published()
    for (const wish of [
      { interest: 500 },
      { numInstalments: [3] },
      { minOrderAmount: 5_000 },
      { waitingPeriod: 1 },
      { startDate: inDays(1) },
      { channels: ['online' as const] },
      { scope: 'single' as const },
    ]) {
      const { status, error } = await calls().update(id, 2, { name: 'Otro', ...wish })
      expect([Object.keys(wish)[0], status, error.type]).toEqual([Object.keys(wish)[0], 409, 'CampaignNotAllowed'])
      expect(error.message).toContain('Duplícala')
    }
    expect((await calls().view(id)).body).toMatchObject({ name: 'Vuelta al cole', revision: 2 })
    const { body } = await calls().update(id, 2, { name: 'Otro', endDate: inDays(10), interest: 0 })
    expect(body).toMatchObject({ name: 'Otro', revision: 3 })
    expect((await calls().update(id, 3, { name: '' })).error.fields?.[0]?.name).toBe('name')
    expect((await calls().update(id, 3, { endDate: inDays(-1) })).error.fields?.[0]?.code).toBe('before_start')
    expect((await calls().update(id, 3, { endDate: inDays(366) })).error.fields?.[0]?.code).toBe('too_long')
    expect((await calls().update(id, 3, { endDate: null })).body.endDate).toBeNull()
  })

  test.each([
    ['draft', ['delete', 'duplicate']],
    ['scheduled', ['delete', 'duplicate']],
    ['active', ['pause', 'finish', 'duplicate']],
    ['paused', ['resume', 'finish', 'duplicate']],
    ['finished', ['duplicate']],
  ] as const)('as %s takes %j and refuses the rest', async (state, takes) => {
    for (const action of ['delete', 'pause', 'resume', 'finish', 'duplicate'] as const) {
      const campaignId =
        state === 'draft'
          ? (await calls().create()).body.id
          : await calls().published(state === 'scheduled' ? { startDate: inDays(1) } : {})
      if (state === 'paused') await calls().pause(campaignId)
      if (state === 'finished') await calls().finish(campaignId)
      const { body } = await calls().bulk(action, [campaignId])
      expect([action, body.results[0]?.done]).toEqual([action, (takes as readonly string[]).includes(action)])
      const by = { delete: 'remove', pause: 'pause', resume: 'resume', finish: 'finish', duplicate: 'duplicate' } as const
      if (!body.results[0]?.done) expect((await calls()[by[action]](campaignId)).error.type).toBe('CampaignNotAllowed')
    }
  })

  it('finished by hand ends now, permanently', async () => {
    const id = await calls().published()
    const { body } = await calls().finish(id)
    expect([body.status, body.endDate && body.endDate <= server.services.now().toISOString()]).toEqual(['finished', true])
    // Its result is reported tomorrow.
    expect((await waits(id)).map(({ kind }) => kind)).toEqual(['campaign_report'])
    expect((await calls().resume(id)).error.type).toBe('CampaignNotAllowed')
  })

  it('is duplicated with conditions and articles into a draft', async () => {
    const id = await calls().published({ scope: 'single', waitingPeriod: 2, minOrderAmount: 5_000, channels: ['online'] }, [
      'REF-1',
      'REF-2',
    ])
    const { status, body } = await calls({ as: 'ownerA' }).duplicate(id)
    expect([status, body.status, body.name, body.createdBy, body.revision]).toEqual([
      201,
      'draft',
      'Vuelta al cole (copia)',
      'Olga Núñez',
      1,
    ])
    expect(body).toMatchObject({
      scope: 'single',
      waitingPeriod: 2,
      minOrderAmount: 5_000,
      channels: ['online'],
      articleCount: 2,
      startDate: null,
    })
    expect(body.usage).toEqual({ orders: 0, amount: 0, subsidy: 0 })
  })
})

describe('bulk actions', () => {
  it('have an outcome for each campaign', async () => {
    const draft = (await calls().create()).body.id
    const running = await calls().published()
    const missing = 'f'.repeat(32)
    const { body } = await calls().bulk('delete', [running, draft, missing, draft])
    expect(body.results.map(({ id, done }) => [id, done])).toEqual([
      [running, false],
      [draft, true],
      [missing, false],
    ])
    expect(body.results[0]?.message).toBe('Solo se borran los borradores y las campañas que no han empezado. Esta puedes terminarla.')
    expect([(await calls().view(draft)).status, (await calls().view(running)).status]).toEqual([404, 200])
  })

  it('publish drafts as they were seen; incomplete or outdated ones stay drafts, with the reason', async () => {
    const created = async (wish = whole(server)) => (await calls().create(wish)).body.id
    const [good, late, empty, stale] = [await created(), await created(), await created({ name: 'Sin nada' }), await created()]
    const soon = new Date(server.services.now().getTime() + 86_400_000).toISOString()
    await calls().update(late, 1, { startDate: soon })
    await calls({ as: 'adminA' }).update(stale, 1, { interest: 500 })
    const running = await calls().published()
    const chosen = [empty, good, late, stale, running]
    expect((await calls().bulk('publish', chosen)).error).toMatchObject({ type: 'ApiValidationException', fields: [{ name: 'revisions' }] })
    expect((await calls().view(good)).body.status).toBe('draft')
    const { body } = await calls().bulk('publish', chosen, [1, 1, 2, 1, 2])
    expect(body.results.map(({ id }) => id)).toEqual(chosen)
    expect(body.results.map(({ message }) => message)).toEqual([
      'Elige cuándo empieza. Elige el interés que paga quien compra. Elige al menos un número de cuotas.',
      null,
      null,
      'Adán Peña la ha cambiado mientras tanto. Mírala antes de publicarla.',
      'En el estado en que está, esta campaña no admite ese cambio.',
    ])
    const states = await Promise.all(chosen.map(async (id) => (await calls().view(id)).body.status))
    expect(states).toEqual(['draft', 'active', 'scheduled', 'draft', 'active'])
    expect((await calls({ as: 'guestA' }).bulk('publish', [stale], [2])).error.type).toBe('PermissionDenied')
  })

  it('in opposite order do not deadlock', async () => {
    const campaignIds = await Promise.all(Array.from({ length: 6 }, () => calls().published()))
    const [first, other] = await Promise.all([
      calls().bulk('pause', campaignIds),
      calls({ as: 'adminA' }).bulk('pause', campaignIds.toReversed()),
    ])
    const done = [...first.body.results, ...other.body.results].filter((each) => each.done)
    expect(done).toHaveLength(6)
    expect(new Set(done.map(({ id }) => id)).size).toBe(6)
  })
})

describe('articles', () => {
  it('are added once by number, and updated by it', async () => {
    const { body: draft } = await calls().create({ scope: 'single' })
    const added = await calls().addArticles(draft.id, [
      { id: 'B', name: 'Sofá' },
      { id: 'A', url: 'https://x.test/a' },
      { id: 'B', name: 'Sofá cama' },
    ])
    expect([added.status, added.body]).toEqual([201, { added: 2, changed: 0, articleCount: 2, revision: 2 }])
    expect((await calls().addArticles(draft.id, [{ id: 'A', name: 'Armario' }, { id: 'C' }])).body).toEqual({
      added: 1,
      changed: 1,
      articleCount: 3,
      revision: 3,
    })
    const { body } = await calls().articles(draft.id)
    expect(body.results.map(({ id, name, url }) => [id, name, url])).toEqual([
      ['A', 'Armario', 'https://x.test/a'],
      ['C', 'C', null],
      ['B', 'Sofá cama', null],
    ])
    expect((await calls().removeArticles(draft.id, ['A', 'Z'])).body).toEqual({ removed: 1, articleCount: 2, revision: 4 })
  })

  it('of a published campaign cannot all be removed', async () => {
    const id = await calls().published({ scope: 'single' }, ['A'])
    const { status, error } = await calls().removeArticles(id, ['A'])
    expect([status, error.type]).toEqual([409, 'CampaignNotAllowed'])
    expect((await calls().view(id)).body.articleCount).toBe(1)
  })

  it('are paginated', async () => {
    const { body: draft } = await calls().create()
    await calls().addArticles(
      draft.id,
      Array.from({ length: 30 }, (_, nth) => ({ id: `N${String(nth).padStart(2, '0')}` })),
    )
    const { body: first } = await calls().articles(draft.id)
    const { body: second } = await calls().articles(draft.id, 2)
    expect([first.results.length, first.next, second.results.length, second.next]).toEqual([25, 2, 5, null])
  })

  it('are limited to 5 000', async () => {
    const { body: draft } = await calls().create()
    await server.ownerSql(
      `insert into campaign_articles (merchant_id, mode, campaign_id, article_id, name, id_key, name_key, added_at) select $1, 'live', $2, n, n, n, n, now() from generate_series(1, 4999) n`,
      [ids.merchantA1, uuidOf(draft.id)],
    )
    expect((await calls().addArticles(draft.id, [{ id: 'a' }, { id: 'b' }])).error.fields?.[0]?.code).toBe('too_many')
    expect((await calls().addArticles(draft.id, [{ id: 'a' }])).body.articleCount).toBe(5_000)
  })
})

describe('one article', () => {
  const sofa = { id: 'SOFA-1', name: 'Sofá', url: 'tienda.test/sofa', description: 'Gris', imageUrl: 'https://cdn.tienda.test/1.jpg' }
  const only = async (id: string) => {
    const { revision, ...article } = (await calls().articles(id)).body.results[0]!
    expect(revision).toBeGreaterThan(0)
    return article
  }

  it('is replaced completely: empty fields are removed, its number stays', async () => {
    const { body: draft } = await calls().create({ scope: 'single' })
    await calls().addArticles(draft.id, [sofa])
    expect(await only(draft.id)).toEqual(sofa)
    // Added again by its number alone it is unchanged.
    await calls().addArticles(draft.id, [{ id: 'SOFA-1' }])
    expect(await only(draft.id)).toEqual(sofa)
    expect((await calls().changeArticle(draft.id, { ...sofa, name: 'Sofá gris', url: '', description: '' })).body).toEqual({ revision: 4 })
    expect(await only(draft.id)).toEqual({ ...sofa, name: 'Sofá gris', url: null, description: null })
    expect((await calls().changeArticle(draft.id, { ...sofa, name: '' })).status).toBe(200)
    expect((await only(draft.id)).name).toBe('SOFA-1')
    expect((await calls().changeArticle(draft.id, { ...sofa, id: 'OTRO' })).status).toBe(404)
    expect((await calls({ as: 'guestA' }).changeArticle(draft.id, sofa)).error.type).toBe('PermissionDenied')
    expect((await calls({ mode: 'sandbox' }).changeArticle(draft.id, sofa)).status).toBe(404)
  })

  it('accepts web addresses only', async () => {
    const { body: draft } = await calls().create({ scope: 'single' })
    const bad = { ...sofa, url: 'javascript:alert(1)', imageUrl: 'data:text/html,x' }
    const refused = await calls().addArticles(draft.id, [{ id: 'A' }, bad])
    expect(refused.error.fields?.map(({ name, code }) => `${name} ${code}`)).toEqual(['articles.1.url url', 'articles.1.image_url url'])
    await calls().addArticles(draft.id, [sofa])
    expect((await calls().changeArticle(draft.id, bad)).error.fields?.map(({ name }) => name)).toEqual(['url', 'image_url'])
    expect(await only(draft.id)).toEqual(sofa)
    const id = await calls().published({ scope: 'single' }, ['A'])
    await calls().finish(id)
    expect((await calls().changeArticle(id, { ...sofa, id: 'A' })).error.type).toBe('CampaignNotAllowed')
  })
})

describe('the list of campaigns', () => {
  it('is counted and filtered by effective state', async () => {
    const shop = calls({ merchant: hexOf(ids.merchantA2) })
    const soon = await shop.published({ startDate: inDays(1), endDate: inDays(2) })
    const draft = (await shop.create()).body.id
    expect((await shop.list()).body).toMatchObject({
      counts: { draft: 1, scheduled: 1, active: 0, paused: 0, finished: 0 },
      currentPage: 1,
      maxVisiblePage: 1,
      next: null,
    })
    expect((await shop.list()).body.results.map(({ id }) => id)).toEqual([draft, soon])
    server.moveClock(day)
    expect((await shop.list({ status: 'active' })).body.results.map(({ id, status }) => [id, status])).toEqual([[soon, 'active']])
    expect((await shop.remove(soon)).error.type).toBe('CampaignNotAllowed')
    server.moveClock(day)
    expect((await shop.list({ status: 'finished' })).body).toMatchObject({ results: [{ id: soon }], counts: { finished: 1, active: 0 } })
    expect((await stored(soon))?.status).toBe('scheduled')
  })
})

describe('access to campaigns', () => {
  it('is limited to the shop and mode', async () => {
    const id = await calls().published()
    const outsiders = [
      calls({ mode: 'sandbox' }),
      calls({ merchant: hexOf(ids.merchantA2) }),
      calls({ as: 'ownerB', merchant: hexOf(ids.merchantB1) }),
    ]
    for (const other of outsiders) {
      const answers = await Promise.all([
        other.view(id),
        other.update(id, 2, { name: 'x' }),
        other.remove(id),
        other.publish(id),
        other.pause(id),
        other.finish(id),
        other.duplicate(id),
        other.articles(id),
        other.addArticles(id, [{ id: 'x' }]),
        other.removeArticles(id, ['x']),
        other.overlaps(id),
        other.results(id),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
      expect((await other.bulk('finish', [id])).body.results[0]?.done).toBe(false)
      expect((await other.list()).body.results.map((one) => one.id)).not.toContain(id)
    }
    expect((await calls({ as: 'ownerB' }).list()).status).toBe(404)
    expect((await calls().view(id)).body).toMatchObject({ status: 'active', revision: 2, articleCount: 0 })
  })

  it('lets guests and disabled accounts read', async () => {
    const guest = calls({ as: 'guestA' })
    const id = await calls().published()
    expect([(await guest.list()).status, (await guest.view(id)).status, (await guest.results(id)).status]).toEqual([200, 200, 200])
    expect([(await guest.create()).error.type, (await guest.pause(id)).error.type]).toEqual(['PermissionDenied', 'PermissionDenied'])
    const disabled = calls({ as: 'disabledC', merchant: hexOf(ids.merchantC1) })
    expect([(await disabled.list()).status, (await disabled.create()).error.type]).toEqual([200, 'AccountDisabled'])
  })

  it('is audited for every change', async () => {
    const id = await calls().published()
    await calls({ as: 'adminA' }).pause(id)
    const lines = await server.ownerSql<{ call: string; before: object; after: object }>(
      `select call, before, after from audit_entries where entity = 'campaign' and entity_id = $1 order by seq`,
      [uuidOf(id)],
    )
    expect(lines.map(({ call }) => call)).toEqual(['campaignCreate', 'campaignPublish', 'campaignPause'])
    expect(lines[2]).toMatchObject({ before: { state: 'active' }, after: { state: 'paused' } })
  })
})
