import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_WATCHED_VIEWS } from '#domain/sales/operations/savedView'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type As, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'

// Saved views: ownership, default roles, and watching.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const params = { merchantId: hexOf(ids.merchantA1) }
const waiting = [{ key: 'substatus' as const, value: 'pending_merchant' }]
type Body = Parameters<typeof server.call<'viewCreate'>>[1] extends infer O
  ? NonNullable<NonNullable<O> extends { body?: infer B } ? B : never>
  : never
const create = (body: Partial<Body> & { name: string }, as: As = 'adminA', more: object = {}) =>
  server.call('viewCreate', { params, body: { filters: waiting, shared: true, ...body }, as, ...more })
const update = async (viewId: string, body: object, as: As = 'adminA') => {
  const { revision = 0 } = (await server.call('viewList', { params, as })).body.find(({ id }) => id === viewId) ?? {}
  return server.call('viewUpdate', { params: { ...params, viewId }, body: { ...body, revision }, as })
}
const remove = (viewId: string, as: As = 'adminA') => server.call('viewDelete', { params: { ...params, viewId }, as })
const names = async (as: As, more: object = {}) => (await server.call('viewList', { params, as, ...more })).body.map(({ name }) => name)
const createView = async (body: Partial<Body> & { name: string }, as: As = 'adminA') => {
  const { status, body: view } = await create(body, as)
  expect(status).toBe(201)
  return view
}
const watching = async (as: As = 'editorA', more: object = {}) =>
  (await server.call('inboxList', { params, as, ...more })).body.items.filter(({ kind }) => kind === 'view_watched')

describe('views', () => {
  it('belong to a person or the shop, and are not found in another shop or mode', async () => {
    const own = await createView({ name: 'La mía', shared: false }, 'editorA')
    const shop = await createView({ name: 'De la tienda' }, 'editorA')
    expect(await names('editorA')).toEqual(['De la tienda', 'La mía'])
    expect(await names('ownerA')).toEqual(['De la tienda'])
    expect(await names('editorA', { mode: 'sandbox' })).toEqual([])
    const other = await server.call('viewList', { params: { merchantId: hexOf(ids.merchantA2) }, as: 'ownerA' })
    expect(other.body).toEqual([])
    for (const act of [update(own.id, { name: 'Otra' }, 'ownerA'), remove(own.id, 'ownerA')]) expect((await act).status).toBe(404)
    expect((await update(shop.id, { name: 'De todos' }, 'ownerA')).body.name).toBe('De todos')
    expect((await remove(shop.id, 'ownerA')).status).toBe(204)
    expect((await remove(own.id, 'editorA')).status).toBe(204)
  })

  it('have unique names, ignoring accents and case; a personal one may repeat a shared one', async () => {
    const first = await createView({ name: 'Envíos' })
    const again = await create({ name: 'ENVIOS' })
    expect(again.error.fields).toEqual([expect.objectContaining({ name: 'name', code: 'taken' })])
    const own = await createView({ name: 'envíos', shared: false })
    expect((await update(own.id, { shared: true })).error.fields?.[0]?.code).toBe('taken')
    expect((await update(first.id, { name: 'Envíos' })).status).toBe(200)
    for (const { id } of [first, own]) await remove(id)
  })

  it('of a guest are personal only', async () => {
    expect((await create({ name: 'Compartida' }, 'guestA')).error.type).toBe('PermissionDenied')
    const own = await createView({ name: 'Lo que miro', shared: false }, 'guestA')
    expect((await update(own.id, { shared: true }, 'guestA')).error.type).toBe('PermissionDenied')
    const shop = await createView({ name: 'Del equipo' })
    expect((await remove(shop.id, 'guestA')).error.type).toBe('PermissionDenied')
    for (const [id, as] of [
      [own.id, 'guestA'],
      [shop.id, 'adminA'],
    ] as const)
      expect((await remove(id, as)).status).toBe(204)
  })

  it("have at most one default per role, set by the account's administrators", async () => {
    expect((await create({ name: 'Mostrador', defaultFor: ['editor'] }, 'editorA')).error.type).toBe('PermissionDenied')
    expect((await create({ name: 'Solo mía', shared: false, defaultFor: ['editor'] })).error.type).toBe('ViewNotAllowed')
    const first = await createView({ name: 'Mostrador', defaultFor: ['editor', 'guest'] })
    const second = await createView({ name: 'Caja', defaultFor: ['editor'] })
    const of = async () => (await server.call('viewList', { params, as: 'editorA' })).body.map(({ name, defaultFor }) => [name, defaultFor])
    expect(await of()).toEqual([
      ['Caja', ['editor']],
      ['Mostrador', ['guest']],
    ])
    // Everybody may change its filters, but not its default or delete it.
    expect((await update(second.id, { name: 'Caja 1' }, 'editorA')).status).toBe(200)
    expect((await update(second.id, { defaultFor: [] }, 'editorA')).error.type).toBe('PermissionDenied')
    expect((await update(second.id, { shared: false }, 'editorA')).error.type).toBe('PermissionDenied')
    expect((await remove(second.id, 'editorA')).error.type).toBe('PermissionDenied')
    for (const { id } of [first, second]) expect((await remove(id)).status).toBe(204)
  })
})

describe('a watched view', () => {
  it('is in the inbox with count and sum, while it is not empty', async () => {
    const view = await createView({ name: 'Por confirmar', watched: true, filters: [...waiting, { key: 'q', value: 'Vigilada' }] })
    expect(await watching()).toEqual([])
    const fields = { substatus: 'pending_merchant' as const, firstName: 'Vigilada', totalCents: 12_300 }
    const id = await writeOperation(server.database.ownerUrl, fields)
    await writeOperation(server.database.ownerUrl, { ...fields, mode: 'sandbox' })
    await writeOperation(server.database.ownerUrl, { ...fields, merchantId: ids.merchantA2 })
    expect(await watching()).toEqual([
      expect.objectContaining({ key: `view_watched:${view.id}`, subject: 'Por confirmar', reference: '1', amount: 12_300 }),
    ])
    expect(await watching('editorA', { mode: 'sandbox' })).toEqual([])
    expect((await server.call('operationCancel', { params: { ...params, operationId: id }, body: {}, as: 'editorA' })).status).toBe(204)
    expect(await watching()).toEqual([])
    await remove(view.id)
  })

  it('omits a filter that is no longer valid', async () => {
    const view = await createView({
      name: 'Vieja',
      watched: true,
      filters: [
        { key: 'status', value: 'accepted' },
        { key: 'q', value: 'Antigua' },
      ],
    })
    await writeOperation(server.database.ownerUrl, { firstName: 'Antigua' })
    await server.ownerSql(`update operation_views set filters = replace(filters::text, 'accepted', 'charged')::jsonb where name = 'Vieja'`)
    expect((await watching()).map(({ reference }) => reference)).toEqual(['1'])
    await remove(view.id)
  })

  it('is limited in number', async () => {
    const views = []
    for (let nth = 0; nth < MAX_WATCHED_VIEWS; nth += 1) views.push(await createView({ name: `Aviso ${nth}`, watched: true }))
    const refused = await create({ name: 'Una más', watched: true })
    expect(refused.error).toMatchObject({ type: 'ViewNotAllowed', message: expect.stringContaining(String(MAX_WATCHED_VIEWS)) })
    for (const { id } of views) await remove(id)
  })
})
