import { afterAll, beforeAll, expect, it } from 'vitest'
import { personas } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { inboxCalls, minutes, workNow, workRows } from '../../testing/inbox/testWork.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: workNow })
})
afterAll(() => server.close())

const key = (kind: string, id: string) => `${kind}:${hexOf(id)}`

it('an item is open for a customer who asks for another link, until the link is replaced or somebody has checked it', async () => {
  const [rows, calls] = [workRows(server), inboxCalls(server)]
  const [waits, answered, seen] = [await rows.askedLink(30), await rows.askedLink(20), await rows.askedLink(10)]
  await rows.askedLink(8 * 24 * 60)
  const next = await rows.askedLink(1, { another_link_asked_at: null, created_at: minutes(-1), created_by: personas.editorA.id })
  await server.ownerSql('update checkouts set replaced_by = $1 where id = $2', [next, answered])
  expect((await calls.list()).body.items.map((one) => [one.key, one.objectId, one.amount, one.deadline])).toEqual([
    [key('link_asked', waits), hexOf(waits), 12_000, null],
    [key('link_asked', seen), hexOf(seen), 12_000, null],
  ])
  expect((await calls.check(key('link_asked', seen))).status).toBe(204)
  const { body } = await calls.list()
  expect(body.items.map((one) => one.key)).toEqual([key('link_asked', waits)])
  expect(body.solved.map((one) => [one.key, one.way, one.by])).toEqual([
    [key('link_asked', seen), 'person', 'Edurne'],
    [key('link_asked', answered), 'person', 'Edurne'],
  ])
})
