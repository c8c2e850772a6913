import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { lastMonth } from './days.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { downloaded, historyOf, createReport, rowsOf, shaOf } from './reportHistory.ts'
import { like, t } from './words.ts'

type Schedule = { id: string; type: string; next_run_on: string }

test('a report is requested with the keyboard alone, becomes ready while watching, and its file matches the history', async ({ enter }) => {
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
  // The first Enter accepts the address, the second submits the form.
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: t('reports.ask'), exact: true })).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  // Other journeys request other reports of this shop.
  const row = rowsOf(page)
    .filter({ hasText: t('reports.type.refunds') })
    .first()
  await expect(row).toContainText(t('reports.state.ready'), { timeout: 120_000 })
  const report = (await historyOf(page, id)).results.find(({ type }) => type === 'refunds')
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

test(
  'the list is exported in the background with its filters: the same count and total on the button, in the history and in the file',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.empresa')
    // Its orders are not used elsewhere: count and total stay the same.
    const { id } = await shopOf(page, 'Casa Ribera Outlet')
    const filters = { status: 'accepted', channel: 'online', min_amount: '10000', ...lastMonth }
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
    const row = rowsOf(page)
      .filter({ hasText: t('reports.format.json') })
      .first()
    await expect(row).toContainText(t('reports.state.ready'), { timeout: 120_000 })
    const report = (await historyOf(page, id)).results.find(({ format }) => format === 'json')
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
  },
)

test(
  'an export without dates shows the limit and offers the longest period; the list uses the same period',
  nightlyOnly,
  async ({ enter }) => {
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
  },
)

test(
  'a report is repeated with other dates and the same filters; a period beyond the limit is refused before anything is sent',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('admin.empresa')
    const { id } = await shopOf(page)
    const first = await createReport(page, id, { filters: [{ key: 'status', value: 'accepted' }], format: 'xlsx' })
    await page.goto(paths.reports(id))
    const row = rowsOf(page)
      .filter({ hasText: t('reports.format.xlsx') })
      .first()
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
    await expect(rowsOf(page).filter({ hasText: '01.01.2025' }).first()).toBeVisible()
    const repeated = (await historyOf(page, id)).results.find((one) => one.from === '2025-01-01')
    expect(repeated).toMatchObject({ from: '2025-01-01', to: '2026-01-01', format: 'xlsx', filters: first.filters })
    expect(sent).toHaveLength(1)
  },
)

test('a file is verified on this computer: the original is authentic, a changed one is not, and nothing of it is sent', async ({
  enter,
}) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const report = await createReport(page, id)
  const answer = await ask(page, 'GET', `/v2/merchants/${id}/reports/${report.id}/download`)
  const bytes = await answer.body()
  expect(shaOf(bytes)).toBe(report.checksum)
  const line = bytes.toString('utf8').split('\r\n')[1] ?? ''
  expect(line.length).toBeGreaterThan(20)

  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(paths.reports(id, { dialog: 'check' }))
  const dialog = page.getByRole('dialog', { name: t('reports.check') })
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles({ name: 'copia.csv', mimeType: 'text/csv', buffer: bytes })
  await expect(dialog.getByRole('heading', { name: t('reports.check.authentic'), exact: true })).toBeVisible()
  await expect(dialog).toContainText(report.checksum ?? 'no checksum')
  const changed = Buffer.from(bytes)
  changed[changed.length - 3] = (changed.at(-3) ?? 0) ^ 1
  await input.setInputFiles({ name: 'cambiada.csv', mimeType: 'text/csv', buffer: changed })
  await expect(dialog.getByRole('heading', { name: t('reports.check.unknown') })).toBeVisible()
  expect(sent.filter((one) => one.includes(line) || one.includes(shaOf(bytes)) || one.includes(shaOf(changed)))).toEqual([])
})

test(
  'a report is deleted with its file after a confirmation, and its old address redirects to the root',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.autonomo')
    const { id } = await shopOf(page)
    const report = await createReport(page, id, { type: 'fees' })
    await page.goto(paths.reports(id, { dialog: 'detail', report: report.id }))
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('shell.remove') })
      .click()
    const question = page.getByRole('dialog', { name: t('reports.remove.title', { type: t('reports.type.fees') }) })
    await question.getByRole('button', { name: t('shell.back') }).click()
    await expect(question).toBeHidden()
    expect((await ask(page, 'GET', `/v2/merchants/${id}/reports/${report.id}`)).status()).toBe(200)
    await page.goto(paths.reports(id, { dialog: 'remove', report: report.id }))
    await question.getByRole('button', { name: t('shell.remove') }).click()
    await expect(question).toBeHidden()
    expect((await ask(page, 'GET', `/v2/merchants/${id}/reports/${report.id}`)).status()).toBe(404)
    await page.goto(paths.reports(id, { dialog: 'detail', report: report.id }))
    await expect(page).toHaveURL(new RegExp(`${paths.operations(id)}(\\?|$)`))
  },
)

test(
  'a schedule shows its first run, is listed with the period it covers, and is deleted after a confirmation',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.autonomo')
    const { id } = await shopOf(page)
    await page.goto(paths.reports(id, { view: 'schedules' }))
    await page
      .getByRole('link', { name: t('reports.schedule'), exact: true })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: t('reports.schedule') })
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
  },
)
