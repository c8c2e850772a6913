import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids, personas } from '../../testing/testFixture.ts'
import { startTestServer, type As, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { writeOperation } from '../../testing/operations/testOperations.ts'

// Internal notes: who can read them, whom they notify, and where they never appear.
let server: TestServer
let operationId: string
beforeAll(async () => {
  server = await startTestServer()
  operationId = await writeOperation(server.database.ownerUrl, { mid: 'PED-NOTA' })
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const at = () => ({ params: { merchantId, operationId } })
const admin = hexOf(personas.adminA.id)
const editor = hexOf(personas.editorA.id)
const write = (text: string, mentions: string[] = [], as: As = 'editorA') =>
  server.call('noteCreate', { ...at(), body: { text, mentions }, as })
const remove = (noteId: string, as: As = 'editorA') => server.call('noteDelete', { params: { ...at().params, noteId }, as })
const texts = async (as: As = 'guestA') => (await server.call('noteList', { ...at(), as })).body.results.map(({ text }) => text)
const waiting = async (as: As) =>
  (await server.call('inboxList', { params: { merchantId }, as })).body.items.filter(({ kind }) => kind === 'note_mention')

describe('internal notes', () => {
  it('are written by members, read by everybody in the shop, and deleted by their author', async () => {
    const { status, body: note } = await write('Viene a recogerlo el jueves')
    expect(status).toBe(201)
    expect(note.author).toEqual({ userId: editor, name: expect.any(String) })
    expect(await texts()).toEqual(['Viene a recogerlo el jueves'])
    expect((await write('No', [], 'guestA')).error.type).toBe('PermissionDenied')
    expect((await write('   ')).error.type).toBe('ApiValidationException')
    expect((await remove(note.id, 'ownerA')).status).toBe(404)
    expect((await remove(note.id)).status).toBe(204)
    expect((await remove(note.id)).status).toBe(404)
    expect(await texts()).toEqual([])
  })

  it('never leave their shop, mode or the panel', async () => {
    const { body: note } = await write('Secreto de la tienda')
    const other = await writeOperation(server.database.ownerUrl, { merchantId: ids.merchantA2 })
    const elsewhere = { merchantId: hexOf(ids.merchantA2), operationId: other }
    expect((await server.call('noteList', { params: elsewhere, as: 'ownerA' })).body.results).toEqual([])
    expect((await server.call('noteList', { params: { ...elsewhere, operationId }, as: 'ownerA' })).status).toBe(404)
    expect((await server.call('noteList', { ...at(), as: 'ownerA', mode: 'sandbox' })).status).toBe(404)
    expect((await server.call('noteDelete', { params: { ...elsewhere, noteId: note.id }, as: 'editorA' })).status).toBe(404)
    const detail = await server.call('operationDetail', { ...at(), as: 'ownerA' })
    expect(detail.raw).not.toContain('Secreto')
    const trail = await server.ownerSql('select * from audit_entries')
    const notices = await server.ownerSql('select * from notifications')
    expect(JSON.stringify([trail, notices])).not.toContain('Secreto')
    await remove(note.id)
  })

  it("stay in a mentioned colleague's inbox until answered or viewed, and in nobody else's", async () => {
    const { body: note } = await write('¿Lo miras?', [admin, editor, admin])
    expect(note.mentions.map(({ userId }) => userId)).toEqual([admin])
    const [item] = await waiting('adminA')
    expect(item).toMatchObject({ objectId: operationId, reference: 'PED-NOTA', amount: null })
    expect(await waiting('ownerA')).toEqual([])
    expect(await waiting('editorA')).toEqual([])
    const notices = await server.call('notificationList', { as: 'adminA', query: {} })
    expect(notices.body.results.map(({ type }) => type)).toContain('note_mention')
    await write('Visto, llamo yo', [], 'adminA')
    expect(await waiting('adminA')).toEqual([])

    await write('Y esto otro', [admin])
    const [second] = await waiting('adminA')
    expect((await server.call('inboxCheck', { params: { merchantId }, body: { key: second?.key ?? '' }, as: 'ownerA' })).error.type).toBe(
      'WorkSolved',
    )
    expect((await server.call('inboxCheck', { params: { merchantId }, body: { key: second?.key ?? '' }, as: 'adminA' })).status).toBe(204)
    expect(await waiting('adminA')).toEqual([])
  })

  it('use the sandbox clock in sandbox, while access is checked by the wall clock', async () => {
    await server.ownerSql(`insert into sandbox_clocks (merchant_id, ahead_ms, moved_at) values ($1, 30 * 86400000::bigint, now())`, [
      ids.merchantA1,
    ])
    await server.ownerSql(`update memberships set access_until = now() + interval '1 day' where user_id = $1`, [personas.adminA.id])
    server.services.shopTimes.forget(ids.merchantA1)
    const mode = 'sandbox'
    const tried = await writeOperation(server.database.ownerUrl, { mode })
    const place = { params: { merchantId, operationId: tried }, mode } as const
    const written = await server.call('noteCreate', { ...place, body: { text: '¿Lo miras?', mentions: [admin] }, as: 'editorA' })
    expect(written.status, written.raw).toBe(201)
    const people = (await server.call('noteList', { ...place, as: 'editorA' })).body.people.map(({ userId }) => userId)
    expect(people).toContain(admin)
    const { items } = (await server.call('inboxList', { params: { merchantId }, as: 'adminA', mode })).body
    expect(items.map(({ kind }) => kind)).toContain('note_mention')
    await server.ownerSql('update memberships set access_until = null')
    await server.ownerSql('delete from sandbox_clocks')
    server.services.shopTimes.forget(ids.merchantA1)
  })

  it('cannot mention a user without access to the shop', async () => {
    for (const outsider of [hexOf(personas.ownerB.id), hexOf(personas.guestA.id), 'f'.repeat(32)])
      expect((await write('Hola', [outsider])).status).toBe(404)
  })

  it('are in the export, on one line', async () => {
    await write('Primera\nsegunda línea')
    const csv = await server.send('GET', `/v2/merchants/${merchantId}/orders/download?format=csv&ids=${operationId}`, { as: 'ownerA' })
    expect(csv.raw).toContain('Notas internas')
    expect(csv.raw).toMatch(/\d\d\.\d\d\.\d{4} \d\d:\d\d [^:]+: Primera segunda línea/)
  })
})
