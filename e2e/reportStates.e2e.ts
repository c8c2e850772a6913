import { paths } from '../web/platform/routes/paths.ts'
import { ask, shopOf } from './api.ts'
import { lastMonth } from './days.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { downloaded, historyOf, createReport, rowsOf, shaOf, type History, type Report } from './reportHistory.ts'
import { like, t } from './words.ts'

test('every state shows the next step, and the page polls only while a report is running', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const report = await createReport(page, id, { type: 'settlements' })
  const states: Partial<Report>[] = [
    { status: 'processing', progress: 40, rows: null, checksum: null },
    { status: 'failed', problem: 'missing', missing: ['invoice'], rows: null, checksum: null },
    { status: 'failed', problem: 'failed', rows: null, checksum: null },
    { status: 'expired' },
  ]
  const rows = states.map((state, nth) => ({ ...report, ...state, id: String(nth).repeat(32) }))
  let progress = 40
  let requests = 0
  const [seen, toldOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(/\/reports(\?page=1)?$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, body: JSON.stringify({ ...((await response.json()) as History), results: rows }) })
  })
  await page.route(new RegExp(`/reports/${'0'.repeat(32)}$`), async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('0'.repeat(32), report.id) })
    requests += 1
    // Each status stays until it has been seen.
    await (requests === 1 ? seen : toldOn).promise
    progress += 25
    const state = progress >= 100 ? { status: 'ready', progress: 100 } : { status: 'processing', progress, rows: null }
    await route.fulfill({ response, body: JSON.stringify({ ...report, ...state, id: '0'.repeat(32) }) })
  })
  await page.clock.install()
  await page.goto(paths.reports(id))
  const bar = page.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuenow', '40')
  seen.resolve()
  await expect(bar).toHaveAttribute('aria-valuenow', '65')
  toldOn.resolve()
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
  expect(requests).toBe(3)
  // With no running report a minute passes without polling.
  await page.clock.runFor(60_000)
  expect(requests).toBe(3)
})

test('three running reports disable the button with the reason; one of them can be cancelled', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const report = await createReport(page, id, { type: 'settlements' })
  await page.route(/\/reports(\?page=1)?$/, async (route) => {
    if (route.request().resourceType() === 'document') return route.continue()
    const response = await route.fetch()
    const busy = ['1', '2', '3'].map((digit) => ({ ...report, id: digit.repeat(32), status: 'queued', progress: 0 }))
    await route.fulfill({ response, body: JSON.stringify({ ...((await response.json()) as History), results: busy }) })
  })
  const stopped: string[] = []
  await page.route(/\/reports\/(?:1|2|3){32}$/, async (route) => {
    const reportId = /[123]{32}$/.exec(route.request().url())?.[0] ?? ''
    if (route.request().method() === 'DELETE') return stopped.push(reportId) && route.fulfill({ status: 204 })
    const response = await route.fetch({ url: route.request().url().replace(reportId, report.id) })
    await route.fulfill({ response, body: JSON.stringify({ ...report, id: reportId, status: 'queued', progress: 0 }) })
  })
  await page.goto(paths.reports(id, { dialog: 'ask' }))
  const verb = page.getByRole('dialog').getByRole('button', { name: t('reports.ask'), exact: true })
  await expect(verb).toHaveAttribute('aria-disabled', 'true')
  await verb.focus()
  await expect(page.getByText(t('reports.ask.full', { count: 3 }))).toBeVisible()
  await page.keyboard.press('Escape')
  await rowsOf(page)
    .nth(2)
    .getByRole('button', { name: like('reports.verbsOf') })
    .click()
  await page.getByRole('menuitem', { name: t('reports.stop') }).click()
  const question = page.getByRole('dialog', { name: t('reports.stop.title', { type: t('reports.type.settlements') }) })
  await question.getByRole('button', { name: t('reports.stop') }).click()
  await expect(question).toBeHidden()
  expect(stopped).toEqual(['2'.repeat(32)])
})

test('a history that fails to load shows the error in its place, and retries', nightlyOnly, async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page)
  await createReport(page, id)
  const list = /\/reports(\?page=1)?$/
  await page.route(list, (route) =>
    route.request().resourceType() === 'document'
      ? route.continue()
      : route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await page.goto(paths.reports(id))
  await expect(page.getByText(t('reports.failed.list'))).toBeVisible()
  await page.unroute(list)
  await page.getByRole('button', { name: t('shell.retry') }).click()
  await expect(rowsOf(page).nth(1)).toBeVisible()
})

test('a guest has no access by menu, address or export, and the server refuses', nightlyOnly, async ({ enter }) => {
  const page = await enter('guest.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.operationsDownload(id, lastMonth))
  await expect(page.getByRole('dialog').getByRole('button', { name: like('operations.downloadModal.button') })).toBeVisible()
  await expect(page.getByRole('dialog').getByText(t('exports.way.background'))).toHaveCount(0)
  await page.goto(paths.operations(id))
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByRole('link', { name: t('reports.title'), exact: true })).toHaveCount(0)
  await page.goto(paths.reports(id))
  await expect(page).toHaveURL(/\/operations/)
  for (const path of ['reports', 'report-schedules']) expect((await ask(page, 'GET', `/v2/merchants/${id}/${path}`)).status()).toBe(403)
})

test('test mode has a separate history, and its files are marked as worthless', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  const live = await createReport(page, id)
  const sandbox = await createReport(page, id, {}, 'sandbox')
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
