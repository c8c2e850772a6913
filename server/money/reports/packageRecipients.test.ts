import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { sendOutbox } from '../../testing/outbox/sendOutbox.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'
import { mintScope, type Mode } from '../../platform/database/scope.ts'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { finish } from './finish.ts'
import { type StoredReport, storedReportColumns, thisReport } from './reportRow.ts'

let server: TestServer
const dayMs = 86_400_000
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-18T12:00:00Z') })
})
afterAll(() => server.close())
/** Another one in each test: e-mails are kept. */
let gestoria = ''
let tests = 0
beforeEach(async () => {
  tests += 1
  gestoria = `gestoria${tests}@soler.test`
  await server.ownerSql(
    'delete from package_recipients; delete from reports; delete from report_schedules; delete from report_queue; delete from outbox',
  )
  // The limit of requests is by day, and of this process.
  server.moveClock(dayMs)
})

const merchantId = hexOf(ids.merchantA1)
const add = (email = gestoria, as: Persona = 'ownerA', mode: Mode = 'live') =>
  server.call('packageRecipientAdd', { as, mode, params: { merchantId }, body: { email } })
const list = async (as: Persona = 'ownerA', mode: Mode = 'live') =>
  (await server.call('packageRecipientList', { as, mode, params: { merchantId } })).body
const type = ({ status, error }: { status: number; error: { type?: string } }) => `${status} ${error.type ?? ''}`.trim()

/** The links in the e-mails to an address, those of the newest first. */
async function linksTo(address: string): Promise<string[]> {
  await sendOutbox(server.services, 'package_email')
  return (await storedMail(server.services.config))
    .filter(({ to }) => to === address)
    .flatMap(({ text }) => [...text.matchAll(/\/package#(\S+)/g)].map(([, link = '']) => link))
}
const by = (link: string) => ({ headers: { authorization: `Bearer ${link}` } })
const view = (link: string) => server.call('packageLinkView', by(link))
const confirm = (link: string) => server.call('packageLinkConfirm', by(link))
const stop = (link: string) => server.call('packageLinkStop', by(link))
const take = (link: string) => server.call('packageLinkFile', by(link))

/** A package that its schedule has made: with the e-mails about it. */
async function makePackage({ mode = 'live' as Mode, scheduled = true, merchant = ids.merchantA1 } = {}) {
  const scope = mintScope(merchant, mode)
  const values = [merchant, mode, personas.ownerA.id, server.services.now()]
  const [plan] = await server.ownerSql<{ id: string }>(
    `insert into report_schedules (merchant_id, mode, id, type, format, frequency, next_run_on, version, created_at, created_by)
     values ($1, $2, gen_random_uuid(), 'month_package', 'zip', 'monthly', '2027-01-01', 1, $4, $3) returning id`,
    values,
  )
  const [row] = await server.ownerSql<{ id: string }>(
    `insert into reports (merchant_id, mode, id, type, format, name, from_on, to_on, version, status, run, created_at, created_by, schedule_id)
     values ($1, $2, gen_random_uuid(), 'month_package', 'zip', 'paquete', '2026-10-01', '2026-10-31', 1, 'processing', 1, $4, $3, $5) returning id`,
    [...values, scheduled ? plan?.id : null],
  )
  const id = row?.id ?? ''
  const content = Buffer.from('PK a month')
  await server.ownerSql('insert into report_parts (merchant_id, mode, report_id, run, seq, content) values ($1, $2, $3, 1, 0, $4)', [
    merchant,
    mode,
    id,
    content,
  ])
  const stored = await server.services.database.read(scope, (db) =>
    db.first<StoredReport>(sql`select ${storedReportColumns} from reports r where ${thisReport(scope, id)}`),
  )
  if (!stored) throw new Error('no report')
  await finish(server.services, scope, stored, {
    rows: 1,
    totalCents: null,
    sizeBytes: BigInt(content.length),
    checksum: Buffer.alloc(32, 7),
    parts: 1,
  } as never)
  return { id, content }
}

describe('an address without an account', () => {
  it('gets nothing before it was confirmed from its own mailbox, then a link to each month’s package, and no more once it has stopped them', async () => {
    const added = await add()
    expect([added.status, added.body.state, added.body.createdBy]).toEqual([201, 'asked', 'Olga Núñez'])
    const [invitation = ''] = await linksTo(gestoria)
    await makePackage()
    expect(await linksTo(gestoria)).toEqual([invitation])
    expect((await view(invitation)).body).toMatchObject({ state: 'asked', file: null })
    expect(type(await take(invitation))).toBe('410 LinkReplaced')
    expect((await confirm(invitation)).body.state).toBe('active')
    expect((await list())[0]).toMatchObject({ email: gestoria, state: 'active', stoppedAt: null })

    const { content } = await makePackage()
    const [ofMonth = '', ofStop = ''] = await linksTo(gestoria)
    expect((await view(ofMonth)).body.file).toMatchObject({
      name: 'paquete_1-fila.zip',
      from: '2026-10-01',
      to: '2026-10-31',
      sizeBytes: content.length,
    })
    const taken = await take(ofMonth)
    expect([taken.status, taken.bytes.equals(content), taken.headers.get('content-type')]).toEqual([200, true, 'application/zip'])

    expect((await stop(ofStop)).body).toMatchObject({ state: 'stopped', file: null })
    expect(type(await take(ofMonth))).toBe('410 LinkReplaced')
    expect((await view(ofMonth)).body).toMatchObject({ state: 'stopped', file: null })
    // Who has stopped starts again only when the shop asks again.
    expect((await confirm(invitation)).body.state).toBe('stopped')
    const before = (await linksTo(gestoria)).length
    await makePackage()
    expect(await linksTo(gestoria)).toHaveLength(before)
    const trail = await server.ownerSql<{ call: string; role: string; user_id: null; entity: string }>(
      `select call, role, user_id, entity from audit_entries where role = 'link' and call like 'package%' order by seq`,
    )
    expect(trail.map(({ call }) => call)).toEqual(['packageLinkConfirm', 'packageLinkFile', 'packageLinkStop'])
    expect(trail.every(({ user_id, entity }) => user_id === null && entity === 'package_recipient')).toBe(true)
  })

  it('schedules the package once, and is told nothing of those that somebody asks for by hand', async () => {
    await add()
    await add('otra@soler.test')
    const plans = (await server.call('reportScheduleList', { as: 'ownerA', params: { merchantId } })).body
    expect(plans.map(({ type: of, frequency }) => `${of} ${frequency}`)).toEqual(['month_package monthly'])
    const [invitation = ''] = await linksTo(gestoria)
    await confirm(invitation)
    await makePackage({ scheduled: false })
    expect(await linksTo(gestoria)).toHaveLength(1)
  })

  it('is named in the e-mail by nothing but the shop and the month', async () => {
    await add()
    const [invitation = ''] = await linksTo(gestoria)
    await confirm(invitation)
    await makePackage()
    await linksTo(gestoria)
    const [newest] = (await storedMail(server.services.config)).filter(({ to }) => to === gestoria)
    expect(newest?.text).toContain('01.10.2026')
    expect(newest?.text).not.toMatch(/Olga|€|ES\d{2}/)
  })
})

describe('a link', () => {
  it('is dead once its address was removed, its package has expired, or its confirmation is late', async () => {
    await add()
    const [late = ''] = await linksTo(gestoria)
    server.moveClock(14 * dayMs)
    expect(type(await confirm(late))).toBe('410 LinkReplaced')
    expect((await list())[0]?.state).toBe('expired')
    expect((await add()).body.state).toBe('asked')
    expect((await confirm(late)).body.state).toBe('active')

    await makePackage()
    const [ofMonth = ''] = await linksTo(gestoria)
    expect((await take(ofMonth)).status).toBe(200)
    server.moveClock(90 * dayMs)
    expect([type(await take(ofMonth)), type(await view(ofMonth))]).toEqual(['410 LinkReplaced', '410 LinkReplaced'])

    await makePackage()
    const [next = '', stopping = ''] = await linksTo(gestoria)
    const [recipient] = await list()
    const removed = await server.call('packageRecipientRemove', { as: 'adminA', params: { merchantId, recipientId: recipient?.id ?? '' } })
    expect(removed.status).toBe(204)
    expect([type(await take(next)), type(await stop(stopping)), type(await confirm(late))]).toEqual(Array(3).fill('410 LinkReplaced'))
  })

  it('opens neither another package, nor another shop or mode, nor with another’s secret', async () => {
    await add()
    await add('otra@soler.test')
    const [ownLink = ''] = await linksTo(gestoria)
    const [other = ''] = await linksTo('otra@soler.test')
    await confirm(ownLink)
    await confirm(other)
    const first = await makePackage()
    const second = await makePackage()
    const [link = ''] = await linksTo(gestoria)
    const [shop, mode, recipient, report, secret] = link.split('.')
    const [, , otherRecipient] = other.split('.')
    const otherReport = hexOf(report === hexOf(first.id) ? second.id : first.id)
    const forged = [
      [hexOf(ids.merchantB1), mode, recipient, report, secret],
      [shop, 'sandbox', recipient, report, secret],
      [shop, mode, otherRecipient, report, secret],
      [shop, mode, recipient, otherReport, secret],
      [shop, mode, recipient, report, ownLink.split('.')[4]],
      [shop, mode, recipient, '', secret],
    ]
    for (const parts of forged)
      for (const ask of [view, confirm, stop, take]) expect(type(await ask(parts.join('.')))).toBe('410 LinkReplaced')
    for (const nothing of ['', 'x', `${link}x`]) expect(type(await take(nothing))).toBe('410 LinkReplaced')
    expect((await take(link)).status).toBe(200)
  })
})

describe('who may', () => {
  it('add and remove: owners and admins; see them: editors too; guests nothing, and nobody of another account', async () => {
    expect([type(await add(gestoria, 'editorA')), type(await add(gestoria, 'guestA')), type(await add(gestoria, 'ownerB'))]).toEqual([
      '403 PermissionDenied',
      '403 PermissionDenied',
      '404 ObjectNotFoundException',
    ])
    expect(await server.ownerSql('select from package_recipients')).toEqual([])
    expect((await add(gestoria, 'adminA')).status).toBe(201)
    const params = { merchantId, recipientId: (await list())[0]?.id ?? '' }
    expect(await list('editorA')).toHaveLength(1)
    expect(type(await server.call('packageRecipientList', { as: 'guestA', params }))).toBe('403 PermissionDenied')
    expect(type(await server.call('packageRecipientRemove', { as: 'editorA', params }))).toBe('403 PermissionDenied')
    expect(type(await server.call('packageRecipientRemove', { as: 'ownerB', params }))).toBe('404 ObjectNotFoundException')
    expect(await list('ownerA', 'sandbox')).toEqual([])
  })

  it('nobody without the rights to what the package holds', async () => {
    await add()
    const params = { merchantId, recipientId: (await list())[0]?.id ?? '' }
    for (const right of ['settlements', 'invoices']) {
      await server.ownerSql('update memberships set withheld = $2 where user_id = $1', [personas.adminA.id, [right]])
      const as = await server.signIn('adminA')
      const answers = [
        await server.call('packageRecipientList', { as, params }),
        await server.call('packageRecipientAdd', { as, params, body: { email: 'otra@soler.test' } }),
        await server.call('packageRecipientRemove', { as, params }),
      ]
      expect(answers.map(type)).toEqual(Array(3).fill('403 PermissionDenied'))
    }
    await server.ownerSql(`update memberships set withheld = '{}' where user_id = $1`, [personas.adminA.id])
    expect(await list()).toHaveLength(1)
  })

  it('ask nobody for more than five addresses, nor more than ten times a day', async () => {
    for (let nth = 0; nth < 5; nth += 1) expect((await add(`a${nth}@soler.test`)).status).toBe(201)
    expect(type(await add('a5@soler.test'))).toBe('429 TooManyRequests')
    for (let nth = 0; nth < 5; nth += 1) expect((await add(`a${nth}@soler.test`)).status).toBe(201)
    expect(type(await add('a0@soler.test'))).toBe('429 TooManyRequests')
    expect(type(await add('no es un correo'))).toBe('400 ApiValidationException')
  })
})
