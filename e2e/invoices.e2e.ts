import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { languageCookieName, languages } from '../domain/platform/languages.ts'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { brokenWords } from './brokenWords.ts'
import { lastQuarter } from './days.ts'
import { cutText } from './examine.ts'
import { growAmounts } from './growAmounts.ts'
import { nightlyOnly } from './nightly.ts'
import { emailOf, expect, password, test } from './persona.ts'
import { open, stillness } from './screens.ts'
import { t } from './words.ts'

type Row = {
  id: string
  number: string
  period_from: string
  base_amount: number
  vat_amount: number
  exempt_amount: number
  total_amount: number
  downloaded_at: string | null
}
type Page = { results: Row[]; next: number | null; sums: { count: number; total_amount: number } }
type Invoice = Row & { lines: { concept: string; count: number; total_amount: number }[]; settlements: { id: string; reference: string }[] }

const centsIn = (text: string) =>
  Math.round(
    Number(
      text
        .replace(/[^\d,−-]/g, '')
        .replace('−', '-')
        .replace(',', '.'),
    ) * 100,
  )

test('months and tax quarters filter list and totals, and the address keeps them', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const all = await read<Page>(page, `/v2/merchants/${id}/invoices`)
  expect(all.sums.count).toBeGreaterThan(12)
  await page.goto(paths.invoices(id))
  await page
    .getByRole('group', { name: t('invoices.period') })
    .getByRole('button', { name: lastQuarter.name, exact: true })
    .click()
  await expect(page).toHaveURL(new RegExp(`from=${lastQuarter.from}&to=${lastQuarter.to}`))
  const some = await read<Page>(page, `/v2/merchants/${id}/invoices${new URL(page.url()).search}`)
  expect(some.sums.count).toBeGreaterThan(0)
  expect(some.sums.count).toBeLessThan(all.sums.count)
  for (const { period_from: from } of some.results) expect(from >= lastQuarter.from && from <= lastQuarter.to, from).toBe(true)
  await expect(page.getByText(t('invoices.spoken', { count: some.sums.count })).first()).toBeAttached()
  await page.reload()
  await expect(page.getByRole('button', { name: lastQuarter.name, exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel(t('invoices.month')).selectOption({ index: 1 })
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
})

test('an invoice adds up to the cent on the screen, and every amount links to the operations behind it', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const { results } = await read<Page>(page, `/v2/merchants/${id}/invoices`)
  const row = results.find(({ exempt_amount: exempt }) => exempt > 0)
  if (!row) throw new Error('no invoice with an exempt part')
  const invoice = await read<Invoice>(page, `/v2/merchants/${id}/invoices/${row.id}`)
  await page.goto(paths.invoices(id))
  await page.getByRole('link', { name: row.number, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(row.number)
  const amounts = page.getByRole('table', { name: t('invoices.amounts') })
  await expect(amounts.locator('tfoot td').last()).toBeVisible()
  const totals = await amounts.locator('tbody tr td:last-child').allInnerTexts()
  expect(totals.map(centsIn).reduce((sum, cents) => sum + cents, 0)).toBe(row.total_amount)
  expect(centsIn(await amounts.locator('tfoot td').last().innerText())).toBe(row.total_amount)
  expect(row.base_amount + row.vat_amount + row.exempt_amount).toBe(row.total_amount)
  await expect(amounts.locator('.double-rule')).toBeVisible()
  await expect(page.getByText(/art\. 20\.Uno\.18/)).toBeVisible()

  const subsidy = invoice.lines.find(({ concept }) => concept === 'subsidy')
  await amounts.getByRole('link').last().click()
  await expect(page).toHaveURL(/concept=subsidy/)
  const lines = page.getByRole('table', { name: t('invoices.linesTable') })
  await expect(lines.getByRole('row')).toHaveCount(Math.min(subsidy?.count ?? 0, 25) + 1)
  await expect(lines).not.toHaveAttribute('aria-busy', 'true')
  await expect(async () => {
    await lines.getByRole('link', { name: /^LIQ-/ }).first().click()
    await expect(page).toHaveURL(/\/settlements\/[0-9a-f]{32}/, { timeout: 2_000 })
  }).toPass()
  await page.goBack()
  await expect(lines).not.toHaveAttribute('aria-busy', 'true')
  await expect(async () => {
    await lines.locator('[data-row-link]').first().click()
    await expect(page).toHaveURL(/\/operations\/[0-9a-f]{32}/, { timeout: 2_000 })
  }).toPass()
  await page.goBack()
  await page
    .getByRole('region', { name: t('invoices.settlements') })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/settlements/${invoice.settlements[0]?.id}`))
})

test(
  'one invoice downloads as PDF and as Facturae, several as a zip; the new mark is removed for this member only',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('editor.empresa')
    const { id } = await shopOf(page)
    const { results } = await read<Page>(page, `/v2/merchants/${id}/invoices`)
    const fresh = results.filter(({ downloaded_at: at }) => at === null)
    const [first, second, third] = [fresh[0], fresh[1], fresh[2]]
    if (!first || !second || !third) throw new Error('too few invoices')
    await page.goto(paths.invoices(id))
    const rowOf = ({ number }: Row) => page.getByRole('row', { name: new RegExp(number) })
    await expect(rowOf(first).getByText(t('invoices.new'))).toBeVisible()
    const [one] = await Promise.all([
      page.waitForEvent('download'),
      rowOf(first)
        .getByRole('button', { name: t('invoices.downloadOne', { number: first.number }) })
        .click(),
    ])
    expect(
      readFileSync(await one.path())
        .subarray(0, 5)
        .toString('latin1'),
    ).toBe('%PDF-')
    await expect(rowOf(first).getByText(t('invoices.new'))).toHaveCount(0)
    await expect(rowOf(first).getByText(t('invoices.downloaded'), { exact: true })).toBeVisible()

    await rowOf(second).getByRole('checkbox').check()
    await rowOf(third).getByRole('checkbox').check()
    const bar = page.getByRole('group', { name: t('invoices.chosen') })
    await expect(bar).toContainText(t('invoices.spoken', { count: 2 }))
    await bar.getByRole('button', { name: t('shell.download') }).click()
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('dialog')
        .getByRole('button', { name: t('invoices.files.verb', { count: 2 }) })
        .click(),
    ])
    const names = Object.keys(unzipSync(readFileSync(await zip.path())))
    expect(names).toHaveLength(2)
    expect(names.every((name) => name.endsWith('.pdf'))).toBe(true)
    await page.getByRole('radio', { name: new RegExp(`^${t('exports.csv')}`) }).check()
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('dialog')
        .getByRole('button', { name: t('exports.again') })
        .click(),
    ])
    expect(table.suggestedFilename()).toMatch(/^facturas_.+\.csv$/)
    const lines = readFileSync(await table.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines.slice(1, -1).map((line) => line.split(';')[1])).toEqual([second.number, third.number])
    await page.keyboard.press('Escape')
    await expect(rowOf(second).getByText(t('invoices.new'))).toHaveCount(0)

    await page.goto(paths.invoice(id, first.id))
    const [electronic] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: t('invoices.facturae') })
        .first()
        .click(),
    ])
    expect(readFileSync(await electronic.path(), 'utf8')).toContain('Facturae')

    const other = await enter('admin.empresa')
    const seen = await read<Page>(other, `/v2/merchants/${id}/invoices`)
    expect(seen.results.find((row) => row.id === first.id)?.downloaded_at).toBeNull()
  },
)

test('the owner changes the address for invoice e-mails with the password; nobody else can', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa', { own: true })
  const { id } = await shopOf(page)
  await page.goto(paths.invoices(id))
  await page.getByRole('link', { name: t('invoices.email.change') }).click()
  const dialog = page.getByRole('dialog')
  const email = dialog.getByLabel(t('shell.heading.email'), { exact: true })
  await email.fill('no es un correo')
  await dialog.getByRole('button', { name: t('invoices.email.save') }).click()
  await expect(dialog.getByText(t('session.error.email'))).toBeVisible()
  await email.fill('gestoria@demo.test')
  await dialog.getByLabel(t('settings.email.password'), { exact: true }).fill('esta no es')
  await dialog.getByRole('button', { name: t('invoices.email.save') }).click()
  await expect(dialog.locator('#billing-password[aria-invalid=true]')).toBeVisible()
  await dialog.getByLabel(t('settings.email.password'), { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t('invoices.email.where', { email: 'gestoria@demo.test' }))).toBeVisible()
  await page.reload()
  await expect(page.getByText(t('invoices.email.where', { email: 'gestoria@demo.test' }))).toBeVisible()

  const admin = await enter('admin.empresa')
  await admin.goto(paths.invoices(id, { dialog: 'email' }))
  await expect(admin.getByText(/gestoria@demo\.test/)).toBeVisible()
  await expect(admin.getByRole('link', { name: t('invoices.email.change') })).toHaveCount(0)
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  const body = { billing_email: emailOf('admin.empresa'), password }
  expect((await ask(admin, 'PATCH', `/v2/merchants/${id}/account`, { body })).status()).toBe(403)
})

test('a guest has no access by menu or address, and the server refuses', nightlyOnly, async ({ enter }) => {
  const page = await enter('guest.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByRole('link', { name: t('invoices.title'), exact: true })).toHaveCount(0)
  await page.goto(paths.invoices(id))
  await expect(page).toHaveURL(/\/operations/)
  expect((await ask(page, 'GET', `/v2/merchants/${id}/invoices`)).status()).toBe(403)
})

test('on the phone the menu leads to invoices, and they can be selected there too', nightlyOnly, async ({ enter }) => {
  const page = await enter('editor.empresa', { viewport: { width: 375, height: 812 } })
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  await page.getByRole('button', { name: t('shell.bottom.more') }).click()
  await page.getByRole('menuitem', { name: t('invoices.title') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('invoices.title') })).toBeVisible()
  await page.getByRole('table').getByRole('checkbox').first().check()
  const bar = page.getByRole('group', { name: t('invoices.chosen') })
  await expect(bar).toContainText(t('invoices.spoken', { count: 1 }))
  await bar.getByRole('button', { name: t('shell.download') }).click()
  await expect(page.getByRole('dialog', { name: t('invoices.files.title') })).toBeVisible()
})

test(
  'millions of euros fit in the list and in the money calendar on a tablet, and no language breaks a word there',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.empresa')
    const { id } = await shopOf(page)
    const broken: string[] = []
    const look = async (path: string, words: string, widths = [820, 768]) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 1_180 })
        await stillness(page)
        broken.push(...[...(await cutText(page)), ...(await brokenWords(page))].map((one) => `${path}, ${words}, ${width}: ${one}`))
      }
    }
    for (const [path, widths] of [
      [paths.invoices(id), [820, 768]],
      // Seven days beside each other.
      [paths.moneyCalendar(id), [820]],
    ] as const) {
      await open(page, { name: path, path })
      await growAmounts(page, '1.234.567,89')
      await look(path, 'millions', [...widths])
    }
    for (const language of languages.slice(1)) {
      await page.context().addCookies([{ name: languageCookieName, value: language, url: page.url() }])
      for (const path of [paths.invoices(id), paths.settlements(id), paths.reports(id), paths.usersPermissions()]) {
        await open(page, { name: path, path })
        await look(path, language)
      }
    }
    expect(broken).toEqual([])
  },
)
