import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BodyInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { reportTypes, type Report } from '#contract/money/reports'
import { webhookMessage } from '#contract/sales/shopsApi/webhookMessages'
import { addDays, localDate } from '#domain/platform/dates'
import type { SentType } from '#domain/merchants/webhook'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, toCamel, uuidOf } from '../../platform/calls/wire.ts'
import { onReportFailed } from './finish.ts'
import { maintainReports } from './maintainReports.ts'

let server: TestServer
type ReportType = Report['type']
const day = 86_400_000
beforeAll(async () => {
  // A Wednesday, 13:00 in Madrid.
  server = await startTestServer({ now: new Date('2026-11-18T12:00:00Z') })
})
afterAll(() => server.close())
beforeEach(() =>
  server.ownerSql('delete from reports; delete from report_schedules; delete from report_queue; delete from pgboss.job').then(() => {}),
)

/** The data of a webhook event, as every delivery sends it. */
const messageBody = (type: SentType, at: Date, data: object) => JSON.stringify({ type, timestamp: at.toISOString(), data })
const merchantId = hexOf(ids.merchantA1)
type Wish = Partial<BodyInput<Api['reportScheduleCreate']>>
const plan = (wish: Wish = {}, as: Persona = 'ownerA') =>
  server.call('reportScheduleCreate', {
    as,
    params: { merchantId },
    body: { type: 'operations', format: 'csv', frequency: 'daily', recipients: [], ...wish },
  })
const plans = async (as: Persona = 'ownerA') => (await server.call('reportScheduleList', { as, params: { merchantId } })).body
const reports = async () => (await server.call('reportList', { as: 'ownerA', params: { merchantId } })).body.results
const today = async () =>
  (
    await server.ownerSql<{ day: string }>(`select to_char($1::timestamptz at time zone 'Europe/Madrid', 'YYYY-MM-DD') as day`, [
      server.services.now(),
    ])
  )[0]?.day ?? ''

describe('withheld rights', () => {
  const days = { from: '2026-11-01', to: '2026-11-10' }
  const order = (type: ReportType) => {
    const papers = type === 'settlement_files' || type === 'invoice_files'
    return {
      type,
      format: papers || type === 'month_package' ? ('zip' as const) : ('csv' as const),
      ...(type === 'month_package' ? { from: '2026-10-01', to: '2026-10-31' } : days),
      filters: papers ? [{ key: 'format', value: 'pdf' }] : [],
    }
  }
  const withhold = (rights: readonly string[]) =>
    server.ownerSql('update memberships set withheld = $2 where user_id = $1', [personas.adminA.id, rights]).then(() => {})
  afterEach(() => withhold([]))

  it.each([
    ['settlements', ['settlements', 'fees', 'reconciliation', 'month_package', 'settlement_files']],
    ['invoices', ['month_package', 'invoice_files']],
  ] as const)('%s: its data cannot be read through a report or a schedule, one’s own or another’s', async (right, hidden) => {
    await withhold([right])
    const as = await server.signIn('adminA')
    const params = { merchantId }
    const planAs = (who: Persona | typeof as, body: BodyInput<Api['reportScheduleCreate']>) =>
      server.call('reportScheduleCreate', { as: who, params, body })
    const plansOf = async (who: Persona | typeof as) => (await server.call('reportScheduleList', { as: who, params })).body
    for (const type of reportTypes) {
      const isHidden = hidden.some((one) => one === type)
      const [status, gone] = isHidden ? [403, 403] : [200, 204]
      const answer = await server.call('reportCreate', { as, params, body: order(type) })
      expect([type, answer.status]).toEqual([type, isHidden ? 403 : 201])
      const { body: report } = await server.call('reportCreate', { as: 'ownerA', params, body: order(type) })
      await server.ownerSql('update reports set created_by = $1', [personas.adminA.id])
      const reportId = report.id
      const listed = (await server.call('reportList', { as, params })).body.results.some(({ id }) => id === reportId)
      const taken = (await server.call('reportDownload', { as, params: { merchantId, reportId } })).status
      const seen = (await server.call('reportDetail', { as, params: { merchantId, reportId } })).status
      const removed = (await server.call('reportDelete', { as, params: { merchantId, reportId } })).status
      expect([type, listed, taken, seen, removed]).toEqual([type, !isHidden, isHidden ? 403 : 409, status, gone])
      await server.ownerSql('delete from reports')
      if (type === 'settlement_files' || type === 'invoice_files') continue
      const wish = { type, format: order(type).format, frequency: 'monthly' as const, recipients: [] }
      expect([type, (await planAs(as, wish)).status]).toEqual([type, isHidden ? 403 : 201])
      const { body: planned } = await planAs('ownerA', wish)
      expect([type, (await plansOf(as)).some(({ id }) => id === planned.id)]).toEqual([type, !isHidden])
      const ended = await server.call('reportScheduleDelete', { as, params: { merchantId, scheduleId: planned.id } })
      expect([type, ended.status, (await plansOf('ownerA')).some(({ id }) => id === planned.id)]).toEqual([type, gone, isHidden])
    }
  })
})

describe('a schedule', () => {
  it('covers the current day, week or month, and runs once it is over', async () => {
    const now = localDate(await today())
    const [daily, weekly, monthly] = [await plan(), await plan({ frequency: 'weekly' }), await plan({ frequency: 'monthly' })]
    expect([daily.status, daily.body.createdBy, daily.body.lastStatus]).toEqual([201, 'Olga Núñez', null])
    expect([daily.body.nextRunOn, weekly.body.nextRunOn, monthly.body.nextRunOn]).toEqual([addDays(now, 1), '2026-11-23', '2026-12-01'])
    expect(await maintainReports(server.services)).toBe(0)
    expect(await reports()).toEqual([])
    server.moveClock(day)
    expect(await maintainReports(server.services)).toBe(1)
    await server.runClock()
    const [report] = await reports()
    expect(report).toMatchObject({ status: 'ready', from: now, to: now, createdBy: null, scheduleId: daily.body.id })
    expect((await plans()).find(({ id }) => id === daily.body.id)).toMatchObject({ nextRunOn: addDays(now, 2), lastStatus: 'ready' })
    expect(await maintainReports(server.services)).toBe(0)
  })

  it('runs for each period exactly once, with any number of workers, also after days of downtime', async () => {
    const now = localDate(await today())
    const { body } = await plan()
    await plan({ frequency: 'weekly', type: 'fees' })
    server.moveClock(9 * day)
    await Promise.all(Array.from({ length: 4 }, () => maintainReports(server.services)))
    await maintainReports(server.services)
    await server.runClock()
    const list = await reports()
    const days = list.filter(({ scheduleId }) => scheduleId === body.id).map(({ from }) => from)
    expect(days.toSorted()).toEqual(Array.from({ length: 9 }, (_, nth) => addDays(now, nth)))
    expect(list.filter(({ type }) => type === 'fees').map(({ from, to }) => addDays(localDate(from), 6) === to)).toEqual([true])
    expect(list.every(({ status }) => status === 'ready')).toBe(true)
    expect(
      new Set(
        (await server.ownerSql<{ id: string }>(`select data ->> 'reportId' as id from pgboss.job where name = 'report'`)).map(
          ({ id }) => id,
        ),
      ).size,
    ).toBe(10)
  })

  it('is atomic: a run that fails halfway leaves nothing, and is repeated by the next job', async () => {
    const { body } = await plan()
    server.moveClock(day)
    const failing = { ...server.services, jobs: { ...server.services.jobs, send: () => Promise.reject(new Error('no queue')) } }
    expect(await maintainReports(failing)).toBe(0)
    expect([await reports(), (await plans())[0]?.nextRunOn]).toEqual([[], body.nextRunOn])
    expect(await maintainReports(server.services)).toBe(1)
    expect(await reports()).toHaveLength(1)
  })

  it('does not count towards the limit of requested reports', async () => {
    for (let nth = 0; nth < 5; nth += 1) await plan()
    server.moveClock(day)
    expect(await maintainReports(server.services)).toBe(5)
    const answer = await server.call('reportCreate', {
      as: 'ownerA',
      params: { merchantId },
      body: { type: 'operations', format: 'csv', from: '2026-01-01', to: '2026-01-01' },
    })
    expect(answer.status).toBe(201)
  })

  it('notifies its creator when a run has failed for good, and when it is ready', async () => {
    const { body } = await plan({ recipients: ['gestoria@asesor.test'] }, 'adminA')
    server.moveClock(2 * day)
    await maintainReports(server.services)
    const [report] = await reports()
    await onReportFailed(server.services, { merchantId: ids.merchantA1, mode: 'live', reportId: uuidOf(report?.id ?? '') ?? '' })
    await server.runClock()
    const typesOf = async (as: Persona) =>
      (await server.call('notificationList', { as })).body.results.map(({ type }) => type).filter((type) => type.startsWith('report_'))
    expect((await typesOf('adminA')).toSorted()).toEqual(['report_failed', 'report_ready'])
    expect(await typesOf('ownerB')).toEqual([])
    expect((await plans())[0]).toMatchObject({ id: body.id, lastStatus: 'failed' })
    expect((await reports()).map(({ status, problem }) => [status, problem])).toEqual([
      ['failed', 'failed'],
      ['ready', null],
    ])
  })

  it('sends a webhook for each run, ready or failed, with its schedule', async () => {
    await server.ownerSql(
      `insert into webhooks (merchant_id, mode, id, url, events, secret, created_at) values ($1, 'live', gen_random_uuid(), 'https://tienda.example/avisos', '{report.ready,report.failed}', '', now())`,
      [ids.merchantA1],
    )
    const { body } = await plan()
    server.moveClock(2 * day)
    await maintainReports(server.services)
    const [report] = await reports()
    const failed = { merchantId: ids.merchantA1, mode: 'live', reportId: uuidOf(report?.id ?? '') ?? '' } as const
    await onReportFailed(server.services, failed)
    // One that has failed already does not fail again.
    await onReportFailed(server.services, failed)
    await server.runClock()
    const events = await server.ownerSql<{ type: SentType; happened_at: Date; data: { schedule_id: string; problem?: string } }>(
      `delete from webhook_deliveries returning type, happened_at, data`,
    )
    await server.ownerSql('delete from webhooks')
    expect(events.map(({ type, data }) => [type, data.schedule_id, data.problem]).toSorted()).toEqual([
      ['report.failed', body.id, 'failed'],
      ['report.ready', body.id, undefined],
    ])
    for (const { type, happened_at: at, data } of events)
      expect(webhookMessage(type).safeParse(toCamel(JSON.parse(messageBody(type, at, data)))).success).toBe(true)
  })

  it('does not run after it is deleted, and its reports stay', async () => {
    const { body } = await plan()
    server.moveClock(day)
    await maintainReports(server.services)
    await server.runClock()
    const gone = await server.call('reportScheduleDelete', { as: 'editorA', params: { merchantId, scheduleId: body.id } })
    expect(gone.status).toBe(204)
    server.moveClock(3 * day)
    expect(await maintainReports(server.services)).toBe(0)
    expect((await reports()).map(({ scheduleId, status }) => [scheduleId, status])).toEqual([[null, 'ready']])
    expect(await plans()).toEqual([])
  })

  it('cannot be read or deleted by another shop; guests have none', async () => {
    const { body } = await plan()
    for (const [as, status] of [
      ['ownerB', 404],
      ['limitedA', 404],
      ['guestA', 403],
    ] as [Persona, number][]) {
      const gone = await server.call('reportScheduleDelete', { as, params: { merchantId, scheduleId: body.id } })
      expect([as, gone.status, (await plan({}, as)).status]).toEqual([as, status, status])
    }
    const other = await server.call('reportScheduleDelete', {
      as: 'ownerB',
      params: { merchantId: hexOf(ids.merchantB1), scheduleId: body.id },
    })
    const sandbox = await server.call('reportScheduleDelete', {
      as: 'ownerA',
      mode: 'sandbox',
      params: { merchantId, scheduleId: body.id },
    })
    expect([other.status, sandbox.status, (await plans()).length]).toEqual([404, 404, 1])
  })

  it('is refused when invalid, and beyond twenty, also with concurrent requests', async () => {
    expect((await plan({ format: 'zip' })).error.fields?.[0]?.name).toBe('format')
    expect((await plan({ type: 'month_package', format: 'zip', frequency: 'weekly' })).error.fields?.[0]?.name).toBe('frequency')
    expect((await plan({ recipients: ['x'] })).error.fields?.[0]?.name).toBe('recipients')
    const answers = await Promise.all(Array.from({ length: 24 }, () => plan()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  })
})

it('a file expires after exactly ninety days; the report stays in the history', async () => {
  const answer = await server.call('reportCreate', {
    as: 'ownerA',
    params: { merchantId },
    body: { type: 'operations', format: 'csv', from: '2026-01-01', to: '2026-01-31' },
  })
  await server.runClock()
  const path = `/v2/merchants/${merchantId}/reports/${answer.body.id}/download`
  server.moveClock(90 * day - 60_000)
  expect([(await server.send('GET', path, { as: 'ownerA' })).status, await maintainReports(server.services)]).toEqual([200, 0])
  server.moveClock(60_000)
  expect((await reports())[0]?.status).toBe('expired')
  expect((await server.send('GET', path, { as: 'ownerA' })).status).toBe(409)
  expect(await server.ownerSql('select from report_parts')).toHaveLength(1)
  expect(await maintainReports(server.services)).toBe(1)
  expect(await server.ownerSql('select from report_parts')).toEqual([])
  expect((await reports())[0]).toMatchObject({ status: 'expired', rows: 0 })
})
