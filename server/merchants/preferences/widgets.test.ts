import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { widgetDefaults, type WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { ids } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

const merchantId = hexOf(ids.merchantA1)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.ownerSql('truncate widget_drafts, widget_versions'))

type By = { as?: 'ownerA' | 'adminA' | 'editorA' | 'guestA'; mode?: 'live' | 'sandbox'; view?: string }
function widgetCalls({ as = 'editorA', mode = 'live', view = 'product' }: By = {}) {
  const at = { as, mode, params: { merchantId, view } } as const
  return {
    view: () => server.call('widgetView', at),
    save: (wish: Partial<WidgetPreferences>, revision: number) =>
      server.call('widgetSave', { ...at, body: { preferences: { ...widgetDefaults.product, ...wish }, revision } }),
    publish: (revision: number) => server.call('widgetPublish', { ...at, body: { revision } }),
    restore: (number: number, revision: number) => server.call('widgetRestore', { ...at, body: { number, revision } }),
  }
}

it('a widget has our defaults until something is published, and shows a draft as such', async () => {
  const calls = widgetCalls()
  expect((await calls.view()).body).toEqual({ view: 'product', published: widgetDefaults.product, draft: null, revision: 0, versions: [] })
  const { body } = await calls.save({ type: 'button', align: 'right' }, 0)
  expect(body).toMatchObject({
    published: widgetDefaults.product,
    revision: 1,
    draft: { preferences: { type: 'button', align: 'right' }, changedBy: 'Edurne Sáez' },
  })
  expect((await calls.save({}, 1)).body).toMatchObject({ draft: null, revision: 2 })
})

it('a widget is published, changed again and restored, with who did it', async () => {
  const calls = widgetCalls()
  await calls.save({ type: 'button' }, 0)
  const { body: first } = await calls.publish(1)
  expect(first).toMatchObject({
    published: { type: 'button' },
    draft: null,
    revision: 2,
    versions: [{ number: 1, publishedBy: 'Edurne Sáez', restoredFrom: null }],
  })
  await calls.save({ type: 'select' }, 2)
  const { body: second } = await calls.publish(3)
  await widgetCalls({ as: 'adminA' }).save({ align: 'center' }, second.revision)
  const { body: back } = await widgetCalls({ as: 'adminA' }).restore(1, second.revision + 1)
  expect(back.published.type).toBe('button')
  expect(back.draft?.preferences.align).toBe('center')
  expect(back.versions.map(({ number, restoredFrom, publishedBy }) => [number, restoredFrom, publishedBy])).toEqual([
    [3, 1, 'Adán Peña'],
    [2, null, 'Edurne Sáez'],
    [1, null, 'Edurne Sáez'],
  ])
  for (const number of [3, 9]) expect((await calls.restore(number, back.revision)).error.type).toBe('WidgetNotAllowed')
})

it('a widget is not published without a draft, with unreadable texts or with unknown variables', async () => {
  const calls = widgetCalls()
  expect((await calls.publish(0)).error.type).toBe('WidgetNotAllowed')
  await calls.save({ btnTextColor: '#FFFFFF', btnBgColor: '#FFCC00', legalText: 'Coste { cost }' }, 0)
  const refused = await calls.publish(1)
  expect(refused.error.fields?.map(({ name, code }) => `${name} ${code}`)).toEqual(['btn_text_color contrast', 'legal_text variable'])
  expect((await calls.view()).body.versions).toEqual([])
})

it('a widget is not overwritten unseen: the second of two saves is told who was first', async () => {
  await widgetCalls({ as: 'adminA' }).save({ align: 'center' }, 0)
  const late = await widgetCalls().save({ align: 'right' }, 0)
  expect([late.status, late.error.type]).toEqual([409, 'WidgetStale'])
  expect(late.error.message).toContain('Adán Peña')
  const both = await Promise.all([widgetCalls().publish(1), widgetCalls({ as: 'adminA' }).publish(1)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

it('a widget is separate for each view and mode; a guest reads it, an unknown view is not found', async () => {
  await widgetCalls().save({ align: 'center' }, 0)
  for (const elsewhere of [{ mode: 'sandbox' }, { view: 'cart' }] as const)
    expect((await widgetCalls(elsewhere).view()).body.draft).toBeNull()
  const guest = widgetCalls({ as: 'guestA' })
  expect((await guest.view()).body.draft?.preferences.align).toBe('center')
  const refused = [await guest.save({}, 1), await guest.publish(1), await guest.restore(1, 1)]
  expect(refused.map(({ error }) => error.type)).toEqual(['PermissionDenied', 'PermissionDenied', 'PermissionDenied'])
  expect((await widgetCalls({ view: 'home' }).view()).status).toBe(404)
})
