import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import { paths } from '../web/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { expect, test } from './persona.ts'
import { like, t } from './words.ts'

type Report = {
  id: string
  type: string
  from: string
  to: string
  format: string
  filters: { key: string; value: string }[]
  recipients: string[]
  status: string
  progress: number
  rows: number | null
  checksum: string | null
  problem: string | null
  missing: string[]
  created_by: string | null
}
type History = { results: Report[]; current: number; total: number; next: number | null }
type Schedule = { id: string; type: string; next_run_on: string }

const historyOf = (page: Page, shopId: string, mode: 'live' | 'sandbox' = 'live') =>
  read<History>(page, `/v2/merchants/${shopId}/reports`, mode)
const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const rowsOf = (page: Page) => page.getByRole('table', { name: t('reports.table') }).getByRole('row')

/** Presses what downloads and gives the file. */
async function downloaded(page: Page, button: Locator): Promise<{ file: Download; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { file, bytes: readFileSync(await file.path()) }
}

/** Asks the server for a report and waits until it is made. */
async function made(page: Page, shopId: string, some: object = {}, mode: 'live' | 'sandbox' = 'live'): Promise<Report> {
  const body = { type: 'operations', from: '2026-10-01', to: '2026-10-31', format: 'csv', ...some }
  const answer = await ask(page, 'POST', `/v2/merchants/${shopId}/reports`, {
    body,
    mode,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(answer.status()).toBe(201)
  const { id } = (await answer.json()) as Report
  const now = () => read<Report>(page, `/v2/merchants/${shopId}/reports/${id}`, mode)
  await expect.poll(async () => (await now()).status, { timeout: 20_000 }).toBe('ready')
  return now()
}

test('a report is asked for by keyboard alone, gets ready while one looks, and its file is what the history says', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.reports(id))
  const ask = page.getByRole('link', { name: t('reports.ask') }).first()
  await ask.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: t('reports.ask.title') })
  await expect(dialog.getByRole('radio', { name: new RegExp(`^${t('reports.type.operations')}`) })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: new RegExp(`^${t('reports.type.refunds')}`) })).toBeChecked()
  const preset = dialog.getByRole('button', { name: t('operations.preset.lastMonth') })
  for (let step = 0; step < 12 && !(await preset.evaluate((element) => element === document.activeElement)); step += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(preset).toHaveAttribute('aria-pressed', 'true')
  const recipients = dialog.getByLabel(t('reports.recipients'), { exact: true }).first()
  while (!(await recipients.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.type('gestoria@, ana@demo.test ')
  await expect(dialog.getByText(t('reports.recipients.malformed'))).toBeVisible()
  await expect(dialog.getByRole('button', { name: t('reports.recipients.remove', { email: 'ana@demo.test' }) })).toBeVisible()
  await expect(dialog.getByRole('button', { name: t('reports.ask'), exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('gestoria@demo.test')
  // The first Enter takes the address, the second sends the form.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  const row = rowsOf(page).nth(1)
  await expect(row).toContainText(t('reports.type.refunds'))
  await expect(row).toContainText(t('reports.state.ready'), { timeout: 20_000 })
  const [report] = (await historyOf(page, id)).results
  expect(report).toMatchObject({ type: 'refunds', status: 'ready', recipients: ['ana@demo.test', 'gestoria@demo.test'] })
  const { bytes } = await downloaded(page, row.getByRole('button', { name: like('reports.downloadOf') }))
  expect(shaOf(bytes)).toBe(report?.checksum)

  await row.getByRole('link', { name: t('reports.type.refunds') }).click()
  const detail = page.getByRole('dialog')
  await expect(detail).toContainText(report?.checksum ?? 'no checksum')
  await expect(detail).toContainText('ana@demo.test, gestoria@demo.test')
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
})

test('the list is exported in the background with its very filters: number and sum on the button, in the history and in the file', async ({
  enter,
}) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const filters = { status: 'accepted', channel: 'online', min_amount: '10000', from: '2026-10-01', to: '2026-10-31' }
  const search = new URLSearchParams(filters)
  const totals = await read<{ count: number; total_amount: number }>(page, `/v2/merchants/${id}/orders/totals?${search}`)
  expect(totals.count).toBeGreaterThan(0)
  await page.goto(paths.operationsDownload(id, filters))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: new RegExp(`^${t('exports.way.background')}`) }).check()
  await dialog.getByRole('radio', { name: new RegExp(`^${t('exports.json')}`) }).check()
  const verb = dialog.getByRole('button', { name: like('operations.downloadModal.button') })
  await expect(verb).toContainText(`${totals.count} `)
  const [whole, cents] =
    ((await verb.textContent()) ?? '')
      .split('·')[1]
      ?.replace(/[^\d,]/g, '')
      .split(',') ?? []
  expect(Number(`${whole}${cents}`)).toBe(totals.total_amount)
  await verb.click()

  await expect(page).toHaveURL(new RegExp(`/merchants/${id}/reports$`))
  const row = rowsOf(page).nth(1)
  await expect(row).toContainText(t('reports.state.ready'), { timeout: 20_000 })
  const [report] = (await historyOf(page, id)).results
  expect(report).toMatchObject({ type: 'operations', format: 'json', from: filters.from, to: filters.to, rows: totals.count })
  expect(Object.fromEntries((report?.filters ?? []).map(({ key, value }) => [key, value]))).toEqual({
    status: 'accepted',
    channel: 'online',
    min_amount: '10000',
  })
  const { bytes } = await downloaded(page, row.getByRole('button', { name: like('reports.downloadOf') }))
  const { rows, manifest } = JSON.parse(bytes.toString('utf8')) as { rows: { total_amount: number }[]; manifest: { rows: number } }
  expect([rows.length, manifest.rows]).toEqual([totals.count, totals.count])
  expect(rows.reduce((sum, one) => sum + one.total_amount, 0)).toBe(totals.total_amount)
})

test('without days the background says its limit and offers the longest there is; the list beneath goes along', async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.operationsDownload(id, { status: 'rejected' }))
  const dialog = page.getByRole('dialog')
  const way = dialog.getByRole('radio', { name: new RegExp(`^${t('exports.way.background')}`) })
  await expect(way).toBeDisabled()
  await dialog.getByRole('link', { name: t('operations.downloadModal.lastDays', { count: 366 }) }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
  await expect(way).toBeEnabled()
  const { searchParams } = new URL(page.url())
  const days = (Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')) / 86_400_000 + 1
  expect([days, searchParams.get('status')]).toEqual([366, 'rejected'])
})

test('a report is repeated with other days, filters and all; days beyond the limit are refused before anything is sent', async ({
  enter,
}) => {
  const page = await enter('admin.empresa')
  const { id } = await shopOf(page)
  const first = await made(page, id, { filters: [{ key: 'status', value: 'accepted' }], format: 'xlsx' })
  await page.goto(paths.reports(id))
  const row = rowsOf(page).nth(1)
  await row.getByRole('button', { name: like('reports.verbsOf') }).click()
  await page.getByRole('menuitem', { name: t('reports.repeat') }).click()
  const dialog = page.getByRole('dialog', { name: t('reports.ask.again') })
  await expect(dialog.getByText(t('operations.category.accepted'), { exact: true })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: new RegExp(`^${t('exports.xlsx').replace(/[()]/g, '\\$&')}`) })).toBeChecked()

  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/reports') && sent.push(request.url()))
  const [from, to] = [dialog.getByLabel(t('reports.days.from')), dialog.getByLabel(t('reports.days.to'))]
  await from.fill('01.01.2025')
  await to.fill('02.01.2026')
  await expect(dialog.getByText(t('reports.days.tooLong', { count: 366 }))).toBeVisible()
  await to.press('Enter')
  await expect(dialog).toBeVisible()
  expect(sent).toEqual([])
  await to.fill('01.01.2026')
  await expect(dialog.getByText(t('reports.days.tooLong', { count: 366 }))).toBeHidden()
  await dialog.getByRole('button', { name: t('reports.ask'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rowsOf(page).nth(1)).toContainText('01.01.2025')
  const [repeated] = (await historyOf(page, id)).results
  expect(repeated).toMatchObject({ from: '2025-01-01', to: '2026-01-01', format: 'xlsx', filters: first.filters })
  expect(sent).toHaveLength(1)
})

test('a file is checked on this computer: the very bytes are authentic, one changed is not, nothing of it is sent', async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const report = await made(page, id)
  const answer = await ask(page, 'GET', `/v2/merchants/${id}/reports/${report.id}/download`)
  const bytes = await answer.body()
  expect(shaOf(bytes)).toBe(report.checksum)
  const line = bytes.toString('utf8').split('\r\n')[1] ?? ''
  expect(line.length).toBeGreaterThan(20)

  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(paths.reports(id, { dialog: 'check' }))
  const dialog = page.getByRole('dialog', { name: t('reports.check.title') })
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles({ name: 'copia.csv', mimeType: 'text/csv', buffer: bytes })
  await expect(dialog.getByRole('heading', { name: t('reports.check.authentic') })).toBeVisible()
  await expect(dialog).toContainText(report.checksum ?? 'no checksum')
  const changed = Buffer.from(bytes)
  changed[changed.length - 3] = (changed.at(-3) ?? 0) ^ 1
  await input.setInputFiles({ name: 'cambiada.csv', mimeType: 'text/csv', buffer: changed })
  await expect(dialog.getByRole('heading', { name: t('reports.check.unknown') })).toBeVisible()
  expect(sent.filter((one) => one.includes(line) || one.includes(shaOf(bytes)) || one.includes(shaOf(changed)))).toEqual([])
})

test('a report is removed with its file after a question, and one under way is stopped', async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const report = await made(page, id, { type: 'fees' })
  await page.goto(paths.reports(id, { dialog: 'detail', report: report.id }))
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('reports.remove') })
    .click()
  const question = page.getByRole('dialog', { name: t('reports.remove.title', { type: t('reports.type.fees') }) })
  await question.getByRole('button', { name: t('operations.back') }).click()
  await expect(question).toBeHidden()
  expect((await ask(page, 'GET', `/v2/merchants/${id}/reports/${report.id}`)).status()).toBe(200)
  await page.goto(paths.reports(id, { dialog: 'remove', report: report.id }))
  await question.getByRole('button', { name: t('reports.remove') }).click()
  await expect(question).toBeHidden()
  expect((await ask(page, 'GET', `/v2/merchants/${id}/reports/${report.id}`)).status()).toBe(404)
  // Its old address says so in its place and leads nowhere else.
  await page.goto(paths.reports(id, { dialog: 'detail', report: report.id }))
  await expect(page.getByRole('dialog').getByText(t('reports.failed.one'))).toBeVisible()
  await expect(page).toHaveURL(new RegExp(report.id))
})

test('a schedule names its first run, is listed with the days it will hold, and goes after a question', async ({ enter }) => {
  const page = await enter('admin.autonomo')
  const { id } = await shopOf(page)
  await page.goto(paths.reports(id, { view: 'schedules' }))
  await page
    .getByRole('link', { name: t('reports.schedule'), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: t('reports.schedule.title') })
  const [what, howOften] = [dialog.getByLabel(t('reports.what')), dialog.getByLabel(t('reports.frequency'))]
  await what.selectOption('month_package')
  await expect(howOften.getByRole('option')).toHaveText([t('reports.frequency.monthly')])
  await what.selectOption('reconciliation')
  await howOften.selectOption('monthly')
  await expect(dialog.getByText(/^La primera vez, el 01\.\d\d\.\d{4}$/)).toBeVisible()
  await dialog.getByLabel(t('reports.recipients'), { exact: true }).first().fill('gestoria@demo.test')
  await dialog.getByRole('button', { name: t('reports.schedule'), exact: true }).click()
  await expect(dialog).toBeHidden()
  const schedules = () => read<Schedule[]>(page, `/v2/merchants/${id}/report-schedules`)
  const [schedule] = await schedules()
  expect(schedule).toMatchObject({ type: 'reconciliation' })
  expect(schedule?.next_run_on).toMatch(/-01$/)
  const row = page
    .getByRole('table', { name: t('reports.schedules') })
    .getByRole('row')
    .nth(1)
  await expect(row).toContainText(schedule?.next_run_on.split('-').toReversed().join('.') ?? 'no day')
  await expect(row).toContainText(t('reports.schedule.notYet'))
  await row.getByRole('link').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('reports.schedule.removeVerb') })
    .click()
  await expect(page.getByText(t('reports.schedule.empty'))).toBeVisible()
  expect(await schedules()).toEqual([])
})

test('every state says what follows, and the page asks on only while something is under way', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const report = await made(page, id, { type: 'settlements' })
  const states: Partial<Report>[] = [
    { status: 'processing', progress: 40, rows: null, checksum: null },
    { status: 'failed', problem: 'missing', missing: ['invoice'], rows: null, checksum: null },
    { status: 'failed', problem: 'failed', rows: null, checksum: null },
    { status: 'expired' },
  ]
  const rows = states.map((state, nth) => ({ ...report, ...state, id: String(nth).repeat(32) }))
  let progress = 40
  let asked = 0
  await page.route(/\/reports(\?page=1)?$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, body: JSON.stringify({ ...((await response.json()) as History), results: rows }) })
  })
  await page.route(new RegExp(`/reports/${'0'.repeat(32)}$`), async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('0'.repeat(32), report.id) })
    asked += 1
    progress += 25
    const state = progress >= 100 ? { status: 'ready', progress: 100 } : { status: 'processing', progress, rows: null }
    await route.fulfill({ response, body: JSON.stringify({ ...report, ...state, id: '0'.repeat(32) }) })
  })
  await page.goto(paths.reports(id))
  const bar = page.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuenow', '40')
  await expect(bar).toHaveAttribute('aria-valuenow', '65')
  await expect(rowsOf(page).nth(2)).toContainText(t('reports.state.missing'))
  await expect(rowsOf(page).nth(2)).toContainText(t('reports.missing.invoice'))
  await expect(rowsOf(page).nth(3)).toContainText(t('reports.state.failed'))
  await expect(rowsOf(page).nth(4)).toContainText(t('reports.state.expired'))
  await expect(
    rowsOf(page)
      .nth(4)
      .getByRole('button', { name: like('reports.downloadOf') }),
  ).toHaveCount(0)
  await expect(rowsOf(page).nth(1)).toContainText(t('reports.state.ready'))
  await expect(bar).toHaveCount(0)
  expect(asked).toBe(3)
  await page.waitForTimeout(4_000)
  expect(asked).toBe(3)
})

test('three under way close the verb and say why', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const report = await made(page, id, { type: 'settlements' })
  await page.route(/\/reports(\?page=1)?$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const response = await route.fetch()
    const busy = ['1', '2', '3'].map((digit) => ({ ...report, id: digit.repeat(32), status: 'queued', progress: 0 }))
    await route.fulfill({ response, body: JSON.stringify({ ...((await response.json()) as History), results: busy }) })
  })
  await page.route(/\/reports\/(?:1|2|3){32}$/, async (route) => {
    const asked = /[123]{32}$/.exec(route.request().url())?.[0] ?? ''
    const response = await route.fetch({ url: route.request().url().replace(asked, report.id) })
    await route.fulfill({ response, body: JSON.stringify({ ...report, id: asked, status: 'queued', progress: 0 }) })
  })
  await page.goto(paths.reports(id, { dialog: 'ask' }))
  const verb = page.getByRole('dialog').getByRole('button', { name: t('reports.ask'), exact: true })
  await expect(verb).toHaveAttribute('aria-disabled', 'true')
  await verb.focus()
  await expect(page.getByText(t('reports.ask.full', { count: 3 }))).toBeVisible()
})

test('a history that cannot be read says so in its place, and is read again', async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page)
  await made(page, id)
  const list = /\/reports(\?page=1)?$/
  await page.route(list, (route) =>
    route.request().resourceType() === 'document'
      ? route.continue()
      : route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await page.goto(paths.reports(id))
  await expect(page.getByText(t('reports.failed.list'))).toBeVisible()
  await page.unroute(list)
  await page.getByRole('button', { name: t('operations.failed.retry') }).click()
  await expect(rowsOf(page).nth(1)).toBeVisible()
})

test('a guest finds no way in, by menu, address or export, and the server refuses', async ({ enter }) => {
  const page = await enter('guest.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.operationsDownload(id, { from: '2026-10-01', to: '2026-10-31' }))
  await expect(page.getByRole('dialog').getByRole('button', { name: like('operations.downloadModal.button') })).toBeVisible()
  await expect(page.getByRole('dialog').getByText(t('exports.way.background'))).toHaveCount(0)
  await page.goto(paths.operations(id))
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByRole('link', { name: t('reports.title'), exact: true })).toHaveCount(0)
  await page.goto(paths.reports(id))
  await expect(page).toHaveURL(/\/operations/)
  for (const path of ['reports', 'report-schedules']) expect((await ask(page, 'GET', `/v2/merchants/${id}/${path}`)).status()).toBe(403)
})

test('test mode has a history of its own, and its files say that they are worth nothing', async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const live = await made(page, id)
  const sandbox = await made(page, id, {}, 'sandbox')
  expect((await historyOf(page, id)).results.map((one) => one.id)).not.toContain(sandbox.id)
  expect((await historyOf(page, id, 'sandbox')).results.map((one) => one.id)).not.toContain(live.id)
  expect((await ask(page, 'GET', `/v2/merchants/${id}/reports/${live.id}/download`, { mode: 'sandbox' })).status()).toBe(404)
  await page.goto('/')
  await page.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
  await expect(page).toHaveURL(/sandbox=true/)
  await page.getByRole('link', { name: t('reports.title'), exact: true }).click()
  await expect(page.getByText(t('reports.sandbox'))).toBeVisible()
  const row = rowsOf(page).nth(1)
  await expect(row.getByText(t('operations.test'), { exact: true })).toBeVisible()
  const { file, bytes } = await downloaded(page, row.getByRole('button', { name: like('reports.downloadOf') }))
  expect(file.suggestedFilename()).toMatch(/^PRUEBAS-SIN-VALOR_/)
  expect(bytes.toString('utf8')).toContain('SIN VALOR')
  expect(shaOf(bytes)).toBe(sandbox.checksum)
})
