import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingEmail } from '../../platform/calls/call.ts'
import { announcementsTopic } from '../../platform/events/changes.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { addStaff, callConsole, type TestConsoleCall, type TestStaff } from '../../testing/provider/testStaff.ts'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
let support: TestStaff
beforeAll(async () => {
  server = await startTestServer({ proved: false })
  support = await addStaff(server, ['support'], { firstName: 'Sara', lastName: 'Gil' })
})
afterAll(() => server.close())
beforeEach(() => server.ownerSql('truncate announcements, outbox'))

const inHours = (hours: number) => new Date(server.services.now().getTime() + hours * 3_600_000).toISOString()
const texts = {
  es: { title: 'El lunes es fiesta', text: 'No hay transferencias hasta el martes.' },
  ca: { title: 'Dilluns és festa', text: 'No hi ha transferències fins dimarts.' },
}
type Body = NonNullable<TestConsoleCall<'announcementCreate'>['body']>
const write = (more: Partial<Body> = {}) =>
  callConsole(server, 'announcementCreate', {
    as: support,
    body: { texts, accounts: null, mode: null, from: null, until: inHours(24), byMail: false, ...more },
  })
const seenBy = async (as: Persona, language = 'es') =>
  (await server.call('me', { as, headers: { 'accept-language': language } })).body.announcements ?? []
const list = async () => (await callConsole(server, 'announcementList', { as: support })).body.announcements
/** The e-mails sent by now. */
async function mailed(): Promise<OutgoingEmail[]> {
  const letters: OutgoingEmail[] = []
  await sendOutbox({ ...server.services, mail: async (letter) => void letters.push(letter) }, 'announcement_email')
  return letters
}

describe('a message to merchants', () => {
  it('is seen by everybody in their language, Spanish where it has none, until it is taken back', async () => {
    const { status, body } = await write({ mode: 'sandbox' })
    expect(status).toBe(201)
    expect(await seenBy('guestA')).toMatchObject([{ id: body.id, ...texts.es, mode: 'sandbox' }])
    expect([(await seenBy('ownerB', 'ca'))[0]?.title, (await seenBy('ownerB', 'eu'))[0]?.title]).toEqual([texts.ca.title, texts.es.title])
    expect(await list()).toMatchObject([{ id: body.id, state: 'shown', accounts: null, createdBy: 'Sara Gil', endedBy: null }])
    const end = () => callConsole(server, 'announcementEnd', { as: support, params: { announcementId: body.id } })
    expect([(await end()).status, (await end()).status]).toEqual([204, 404])
    expect(await seenBy('guestA')).toEqual([])
    expect(await list()).toMatchObject([{ state: 'ended', endedBy: 'Sara Gil' }])
    const entries = await server.ownerSql(
      `select call, staff_id from audit_entries where entity = 'announcement' and outcome = 'done' order by seq`,
    )
    expect(entries).toEqual([
      { call: 'announcementCreate', staff_id: support.staffId },
      { call: 'announcementEnd', staff_id: support.staffId },
    ])
  })

  it('reaches open panels as it is written and taken back', async () => {
    const topics: string[] = []
    const heard = async () => {
      const watch = await server.services.events.watch(announcementsTopic)
      return async (act: () => Promise<unknown>) => {
        await act()
        await watch?.changed(5_000)
        if (watch?.fired()) topics.push(announcementsTopic)
        watch?.end()
      }
    }
    const { body } = await write()
    await (
      await heard()
    )(() => write())
    await (
      await heard()
    )(() => callConsole(server, 'announcementEnd', { as: support, params: { announcementId: body.id } }))
    expect(topics).toEqual([announcementsTopic, announcementsTopic])
  })

  it('is seen by the chosen merchants only, and not before it begins', async () => {
    await write({ accounts: [hexOf(ids.accountB)] })
    expect([(await seenBy('ownerA')).length, (await seenBy('ownerB')).length]).toEqual([0, 1])
    await write({ from: inHours(2) })
    expect((await seenBy('ownerA')).length).toBe(0)
    expect((await server.call('me', { as: 'ownerA' })).body.nextAnnouncementAt).toBeDefined()
    expect((await list()).map(({ state, accounts }) => [state, accounts?.map(({ name }) => name)])).toEqual([
      ['coming', undefined],
      ['shown', ['Ferretería Vidal']],
    ])
  })

  it('goes to owners and admins by e-mail when it begins, once to each, in their language', async () => {
    await server.ownerSql(`update users set locale = 'ca' where id = $1`, [personas.adminA.id])
    await write({ byMail: true, from: inHours(2), until: inHours(1_000) })
    expect(await mailed()).toEqual([])
    server.moveClock(2 * 3_600_000 + 1_000)
    const letters = await mailed()
    const people = await server.ownerSql<{ email: string }>(
      `select distinct u.email from members u where u.role in ('owner', 'admin') and u.joined_at is not null and u.removed_at is null and u.disabled_at is null`,
    )
    expect(letters.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
    expect(letters.find(({ to }) => to === personas.adminA.email)?.subject).toBe(texts.ca.title)
    expect(letters.find(({ to }) => to === personas.ownerB.email)).toMatchObject({
      subject: texts.es.title,
      text: expect.stringContaining(texts.es.text),
    })
  })

  it('is not sent by e-mail once it was taken back', async () => {
    support = await addStaff(server, ['support'])
    const { body } = await write({ byMail: true, from: inHours(1) })
    await callConsole(server, 'announcementEnd', { as: support, params: { announcementId: body.id } })
    server.moveClock(3_700_000)
    expect(await mailed()).toEqual([])
  })

  it('is refused with an end that has passed or comes before its beginning, and for a merchant that does not exist', async () => {
    support = await addStaff(server, ['support'])
    const fieldOf = async (more: Partial<Body>) => (await write(more)).error.fields?.map(({ name }) => name)
    expect(await fieldOf({ until: inHours(-1) })).toEqual(['until'])
    expect(await fieldOf({ from: inHours(5), until: inHours(4) })).toEqual(['until'])
    expect(await fieldOf({ accounts: ['f'.repeat(32)] })).toEqual(['accounts'])
    const risk = await addStaff(server, ['risk'])
    expect((await callConsole(server, 'announcementList', { as: risk })).status).toBe(403)
  })
})
