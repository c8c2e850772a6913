import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BodyInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import { type Mode, mintScope } from '../../platform/database/scope.ts'
import { storedMail } from '../../platform/outbound/storedMail.ts'
import { expectSameRows } from '../../testing/readBook.ts'
import { ids, personas, type Persona } from '../../testing/testFixture.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'
import { hexOf, uuidOf } from '../../platform/calls/wire.ts'
import { make } from './make.ts'
import { testOperationRows } from '../../testing/reports/testOperationRows.ts'

let server: TestServer
const [many, reportPartBytes] = [1_000, 128 * 1024]
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-11-22T12:00:00Z'), reportPartBytes })
  await testOperationRows(server, { merchantId: ids.merchantA1, mode: 'live', many })
  await testOperationRows(server, { merchantId: ids.merchantA1, mode: 'sandbox', many: 3 })
  await testOperationRows(server, { merchantId: ids.merchantB1, mode: 'live', many: 5 })
})
afterAll(() => server.close())

const merchantId = hexOf(ids.merchantA1)
const usual = { type: 'operations', from: '2026-01-01', to: '2026-12-31', format: 'csv' } as const
type Wish = Partial<BodyInput<Api['reportCreate']>>
const ask = (wish: Wish = {}, as: Persona = 'ownerA', mode: Mode = 'live') =>
  server.call('reportCreate', { as, mode, params: { merchantId }, body: { ...usual, ...wish } })
const look = (reportId: string, as: Persona = 'ownerA', mode: Mode = 'live') =>
  server.call('reportDetail', { as, mode, params: { merchantId, reportId } })
const remove = (reportId: string, as: Persona = 'ownerA') => server.call('reportDelete', { as, params: { merchantId, reportId } })
async function take(reportId: string, as: Persona = 'ownerA', mode: Mode = 'live', more: Record<string, string> = {}) {
  const { accessToken, cookie } = await server.as(as)
  const answer = await fetch(`${server.url}/v2/merchants/${merchantId}/reports/${reportId}/download`, {
    headers: {
      authorization: `Bearer ${accessToken}`,
      cookie,
      accept: `application/vnd.trastienda${mode === 'sandbox' ? '.sandbox' : ''}.v2+json`,
      ...more,
    },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
async function reportOf(wish: Wish = {}, mode: Mode = 'live') {
  const { body } = await ask(wish, 'ownerA', mode)
  await server.runClock()
  const { body: report } = await look(body.id, 'ownerA', mode)
  expect([report.status, report.problem]).toEqual(['ready', null])
  return { report, ...(await take(body.id, 'ownerA', mode)) }
}
const partsOf = (reportId: string) =>
  server.ownerSql<{ run: number; parts: number }>(
    'select run, count(*)::integer as parts from report_parts where report_id = $1 group by 1',
    [uuidOf(reportId)],
  )

describe('a report', () => {
  it('is queued, generated and downloaded, and its bytes match its checksum', async () => {
    const queued = await ask()
    expect([queued.status, queued.body.status, queued.body.progress, queued.body.createdBy]).toEqual([201, 'queued', 0, 'Olga Núñez'])
    expect((await take(queued.body.id)).status).toBe(409)
    await server.runClock()
    const { body: report } = await look(queued.body.id)
    expect(report).toMatchObject({ status: 'ready', progress: 100, rows: many, problem: null, missing: [] })
    expect(report.expiresAt?.slice(0, 10)).toBe('2027-02-20')
    const file = await take(report.id)
    expect(createHash('sha256').update(file.bytes).digest('hex')).toBe(report.checksum)
    expect(file.bytes.length).toBe(report.sizeBytes)
    const total = Array.from({ length: many }, (_, nth) => 1_000 + nth).reduce((sum, cents) => sum + cents, 0)
    const euros = (total / 100).toFixed(2).replace('.', ',')
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="operaciones_tienda-gran-via_2026-01-01_2026-12-31_${many}-filas_${euros}-EUR.csv"`,
    )
    const lines = file.bytes.toString().split('\r\n')
    expect(lines).toHaveLength(many + 3)
    expect(lines.at(-2)).toMatch(new RegExp(`^Total: ${many} filas · del 01.01.2026 al 31.12.2026 · hora de Europe/Madrid;.*;${euros};`))
    await remove(report.id)
  })

  it('resumes a download from any byte, and restarts for another file or another range', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const { report, bytes, headers } = await reportOf({ format })
      const etag = headers.get('etag') ?? ''
      if (format === 'csv') expect(bytes.length).toBeGreaterThan(reportPartBytes + 2)
      expect([etag, headers.get('accept-ranges'), headers.get('content-length')]).toEqual([
        `"${report.checksum}"`,
        'bytes',
        String(bytes.length),
      ])
      const rest = (range: string, ifRange = etag) => take(report.id, 'ownerA', 'live', { range, 'if-range': ifRange })
      // Around the boundaries of the stored parts, where a text's part may be shorter by a character.
      for (const first of [1, reportPartBytes - 3, reportPartBytes, reportPartBytes + 2, bytes.length - 1].filter(
        (one) => one < bytes.length,
      )) {
        const answer = await rest(`bytes=${first}-`)
        expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${first}-${bytes.length - 1}/${bytes.length}`])
        expect(answer.bytes.equals(bytes.subarray(first))).toBe(true)
      }
      for (const [range, ifRange] of [
        ['bytes=5-', '"another"'],
        ['bytes=5-', `W/${etag}`],
        ['bytes=5-9', etag],
        ['bytes=-9', etag],
        ['bytes=0-', etag],
        [`bytes=${bytes.length}-`, etag],
      ] as const) {
        const answer = await rest(range, ifRange)
        expect([range, answer.status, answer.bytes.length]).toEqual([range, 200, bytes.length])
      }
      expect((await take(report.id, 'guestA', 'live', { range: 'bytes=5-', 'if-range': etag })).status).toBe(403)
      await remove(report.id)
      expect((await rest('bytes=5-')).status).toBe(404)
    }
  })

  it('has the same content as the list’s export, for the same filters', async () => {
    for (const [query, filters] of [
      ['', []],
      [
        '&status=rejected&min_amount=1500&max_amount=1999',
        [
          ['status', 'rejected'],
          ['min_amount', '1500'],
          ['max_amount', '1999'],
        ],
      ],
      [
        '&q=correo.test&search_as=mail&channel=online',
        [
          ['q', 'correo.test'],
          ['search_as', 'mail'],
          ['channel', 'online'],
        ],
      ],
      ['&q=iniguez', [['q', 'iniguez']]],
    ] as [string, [string, string][]][]) {
      const days = 'from=2026-01-01&to=2026-01-20'
      const live = await server.send('GET', `/v2/merchants/${merchantId}/orders/download?format=csv&${days}${query}`, { as: 'ownerA' })
      const { report, bytes } = await reportOf({ to: '2026-01-20', filters: filters.map(([key, value]) => ({ key, value })) })
      const rows = (text: string) =>
        text
          .replace(/^\ufeff/, '')
          .split('\r\n')
          .slice(0, -2)
      expect(rows(bytes.toString())).toEqual(rows(live.raw))
      expect(report.rows).toBe(rows(live.raw).length - 1)
      await remove(report.id)
    }
  })

  it('neutralises formulas in CSV, keeps texts and cents in JSON, and opens as XLSX', async () => {
    const csv = await reportOf()
    expect(csv.bytes.toString()).toContain(`"'=HYPERLINK(""http://malo.test"")"`)
    const json = await reportOf({ format: 'json' })
    const parsed = JSON.parse(json.bytes.toString()) as {
      report: object
      rows: Record<string, unknown>[]
      manifest: { rows: number; total_amount: number }
    }
    expect(parsed.report).toMatchObject({ zone: 'Europe/Madrid', mode: 'live', from: '2026-01-01', amounts: 'cents' })
    expect(parsed.rows).toHaveLength(many)
    expect(parsed.rows.at(-1)).toMatchObject({
      mid: '=HYPERLINK("http://malo.test")',
      category: 'accepted',
      total_amount: 1_000,
      settlement: null,
    })
    expect(parsed.manifest).toEqual({ rows: many, total_amount: parsed.rows.reduce((sum, row) => sum + Number(row['total_amount']), 0) })
    for (const { report } of [csv, json]) await remove(report.id)
    const few = { filters: [{ key: 'max_amount', value: '1499' }] }
    const [xlsx, same] = [await reportOf({ format: 'xlsx', ...few }), await reportOf({ format: 'json', ...few })]
    const { sums } = await expectSameRows(xlsx.bytes, same.bytes.toString())
    const { rows, total_amount: cents } = (JSON.parse(same.bytes.toString()) as typeof parsed).manifest
    expect([rows, sums['total_amount']]).toEqual([500, cents])
    for (const { report } of [xlsx, same]) await remove(report.id)
  })

  it('of test mode is marked as not real, and neither mode shows the other’s', async () => {
    const { report, bytes } = await reportOf({}, 'sandbox')
    expect([report.rows, report.name.startsWith('PRUEBAS-SIN-VALOR_')]).toEqual([3, true])
    expect(bytes.toString()).toContain('PRUEBAS – SIN VALOR · Total: 3 filas')
    expect([(await look(report.id)).status, (await take(report.id)).status, (await remove(report.id)).status]).toEqual([404, 404, 404])
    const listed = await server.call('reportList', { as: 'ownerA', params: { merchantId } })
    expect(listed.body.results.map(({ id }) => id)).not.toContain(report.id)
  })
})

describe('a request', () => {
  const fieldsOf = async (wish: Wish) => {
    const { status, error } = await ask(wish)
    return [status, error.fields?.map(({ name }) => name)]
  }
  it.each<[Wish, string]>([
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-02-01', to: '2026-01-31' }, 'to'],
    [{ from: '2025-01-01', to: '2026-01-02' }, 'to'],
    [{ format: 'zip' }, 'format'],
    [{ type: 'month_package', format: 'csv', from: '2026-01-01', to: '2026-01-31' }, 'format'],
    [{ type: 'month_package', format: 'zip', from: '2026-01-02', to: '2026-01-31' }, 'to'],
    [{ filters: [{ key: 'nothing', value: 'x' }] }, 'filters'],
    [{ filters: [{ key: 'from', value: '2026-01-01' }] }, 'filters'],
    [
      {
        filters: [
          { key: 'status', value: 'rejected' },
          { key: 'status', value: 'accepted' },
        ],
      },
      'filters',
    ],
    [{ type: 'fees', filters: [{ key: 'status', value: 'rejected' }] }, 'filters'],
    [{ recipients: ['no address'] }, 'recipients'],
  ])('is refused when it is %j', async (wish, field) => {
    expect(await fieldsOf(wish)).toEqual([400, [field]])
  })

  it('may cover 366 days', async () => {
    const { status, body } = await ask({ from: '2024-01-01', to: '2024-12-31' })
    expect(status).toBe(201)
    await remove(body.id)
  })

  it('is limited to three at once, also with concurrent requests; a finished or deleted one frees a slot', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask()))
    const accepted = answers.filter(({ status }) => status === 201)
    expect([accepted.length, answers.filter(({ status }) => status === 429).length]).toEqual([3, 9])
    expect(answers.find(({ status }) => status === 429)?.error.message).toContain('tres informes')
    expect((await ask({}, 'ownerA', 'sandbox')).status).toBe(201)
    await remove(accepted[0]?.body.id ?? '')
    const next = await ask()
    expect(next.status).toBe(201)
    await server.runClock()
    const after = await ask()
    expect(after.status).toBe(201)
    for (const { body } of [...accepted.slice(1), next, after]) expect((await remove(body.id)).status).toBe(204)
  })
})

describe('a report and other members', () => {
  it('is not visible to another shop, another account or a guest', async () => {
    const { report } = await reportOf()
    for (const who of ['ownerB', 'limitedA'] as Persona[])
      expect([(await look(report.id, who)).status, (await take(report.id, who)).status, (await remove(report.id, who)).status]).toEqual([
        404, 404, 404,
      ])
    expect([(await look(report.id, 'guestA')).status, (await take(report.id, 'guestA')).status, (await ask({}, 'guestA')).status]).toEqual([
      403, 403, 403,
    ])
    const other = await server.call('reportDetail', { as: 'ownerB', params: { merchantId: hexOf(ids.merchantB1), reportId: report.id } })
    expect(other.status).toBe(404)
    // Row-level security: in its own scope the other shop's rows are not visible.
    const seen = await server.services.database.read(
      mintScope(ids.merchantB1, 'live'),
      async (db) => (await db.raw('select id from reports union all select report_id from report_parts')).rows,
    )
    expect(seen).toEqual([])
    await remove(report.id)
  })

  it('sends a notice to the requester only, and recipients an e-mail with a link and no file', async () => {
    const { body } = await ask({ recipients: ['Gestoria@Asesor.test', 'gestoria@asesor.test', 'otra@asesor.test'] }, 'editorA')
    await server.runClock()
    const noticesOf = async (as: Persona) =>
      (await server.call('notificationList', { as })).body.results.filter(({ values }) =>
        values.some(({ value }) => value.includes('Operaciones del 01.01.2026')),
      )
    const [notice] = await noticesOf('editorA')
    expect(notice).toMatchObject({ type: 'report_ready', level: 'success', actionUrl: `/merchants/${merchantId}/reports` })
    expect(await noticesOf('adminA')).toEqual([])
    const letters = (await storedMail(server.services.config)).filter(({ to }) => to.endsWith('@asesor.test'))
    expect(letters.map(({ to }) => to).toSorted()).toEqual(['gestoria@asesor.test', 'otra@asesor.test'])
    expect(letters[0]?.text).toContain(`/merchants/${merchantId}/reports\n`)
    expect(letters[0]?.text).not.toContain('Ana')
    expect((await look(body.id)).body.recipients).toEqual(['gestoria@asesor.test', 'otra@asesor.test'])
    await remove(body.id)
  })

  it('sends no e-mail about live data to a sandbox-only member', async () => {
    await server.ownerSql('update memberships set sandbox_only = true where user_id = $1', [personas.adminA.id])
    try {
      const { body } = await ask({ recipients: ['admin@a.test', 'real@asesor.test'] }, 'editorA')
      await server.runClock()
      const recipients = (await storedMail(server.services.config)).map(({ to }) => to)
      expect([recipients.includes('real@asesor.test'), recipients.includes('admin@a.test')]).toEqual([true, false])
      await remove(body.id)
    } finally {
      await server.ownerSql('update memberships set sandbox_only = false where user_id = $1', [personas.adminA.id])
    }
  })

  it('audits the download', async () => {
    const { report } = await reportOf()
    const trail = await server.ownerSql(`select call, outcome, role from audit_entries where entity_id = $1 order by seq`, [
      uuidOf(report.id),
    ])
    expect(trail).toEqual([
      { call: 'reportCreate', outcome: 'done', role: 'owner' },
      { call: 'reportDownload', outcome: 'done', role: 'owner' },
    ])
    await remove(report.id)
  })
})

describe('a report with failures', () => {
  /** A server whose database fails, or does something else, before its nth write. */
  const disturbed = (nth: number, action: () => Promise<unknown>) => {
    let writes = 0
    const { database } = server.services
    const write: typeof database.write = async (scope, work) => {
      writes += 1
      if (writes === nth) await action()
      return database.write(scope, work)
    }
    return { ...server.services, database: { ...database, write } }
  }
  const work = (reportId: string) => ({ merchantId: ids.merchantA1, mode: 'live' as const, reportId: uuidOf(reportId) ?? '' })
  const none = () => Promise.reject(new Error('no report of papers'))
  const noPapers = { invoiceEntries: async function* () {}, settlement_files: none, invoice_files: none }
  const killed = () => Promise.reject(new Error('killed'))
  const whole = async (id: string) => {
    const { body: report } = await look(id)
    const { bytes } = await take(id)
    expect([report.status, createHash('sha256').update(bytes).digest('hex')]).toEqual(['ready', report.checksum])
    expect(bytes.toString().split('\r\n')).toHaveLength(many + 3)
    expect(await partsOf(id)).toEqual([{ run: expect.any(Number), parts: 2 }])
  }

  it('is not ready after a crash at any step, and the next worker completes it', async () => {
    // Start, first part, second part, finish.
    for (const nth of [1, 2, 3, 4]) {
      const { body } = await ask()
      await expect(make(disturbed(nth, killed), work(body.id), noPapers)).rejects.toThrow('killed')
      expect(['queued', 'processing']).toContain((await look(body.id)).body.status)
      expect((await take(body.id)).status).toBe(409)
      await server.runClock()
      await whole(body.id)
      await remove(body.id)
    }
  })

  it('is not changed or marked as ready by a worker that was taken for dead', async () => {
    for (const nth of [2, 3, 4]) {
      const { body } = await ask()
      let middle: unknown
      await make(
        disturbed(nth, async () => {
          // Another worker starts and completes it while this one is paused.
          await make(server.services, work(body.id), noPapers)
          middle = (await look(body.id)).body.checksum
        }),
        work(body.id),
        noPapers,
      )
      await whole(body.id)
      expect((await look(body.id)).body.checksum).toBe(middle)
      await server.runClock()
      await remove(body.id)
    }
  })

  it('counts the files that were read, when they are fewer than counted before', async () => {
    const queued = await ask({ type: 'settlement_files', format: 'zip', filters: [{ key: 'format', value: 'csv' }] })
    const entry = (name: string) => ({ name, isPacked: false, pieces: noPapers.invoiceEntries() })
    const entries = async function* () {
      yield entry('a.csv')
      yield entry('b.csv')
      yield { ...entry('contenido.csv'), isList: true as const }
    }
    await make(server.services, work(queued.body.id), { ...noPapers, settlement_files: async () => ({ count: 3, entries: entries() }) })
    const { body: report } = await look(queued.body.id)
    expect([report.rows, report.name.endsWith('_2-archivos')]).toEqual([2, true])
    await remove(report.id)
    await server.runClock()
  })

  it('stops and leaves nothing behind when it is deleted while it is generated', async () => {
    const { body } = await ask()
    await make(
      disturbed(2, () => remove(body.id)),
      work(body.id),
      noPapers,
    )
    expect((await look(body.id)).status).toBe(404)
    expect(await partsOf(body.id)).toEqual([])
    expect(await server.ownerSql('select from report_queue where object_id = $1', [uuidOf(body.id)])).toEqual([])
    expect(await server.runClock()).toBe(0)
  })

  it('cannot be marked as ready when incomplete: the database refuses it', async () => {
    const { body } = await ask()
    await expect(server.ownerSql(`update reports set status = 'ready' where id = $1`, [uuidOf(body.id)])).rejects.toThrow(
      'check constraint',
    )
    await remove(body.id)
  })
})
