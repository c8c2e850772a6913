import type { Locator, Page } from '@playwright/test'
import { nightlyOnly } from './nightly.ts'
import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import { yearAhead } from './days.ts'
import { expect, test } from './persona.ts'
import { like, t } from './words.ts'

type Campaign = { status: string; scope: string; article_count: number; num_instalments: number[]; budget_amount: number | null }
type Article = { id: string; name: string; url: string | null; description: string | null }

/** Presses Tab until the element has focus, as a keyboard user does. */
async function tabTo(page: Page, goal: Locator): Promise<void> {
  await expect(goal.first()).toBeAttached()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await goal.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`80 presses of Tab do not lead to ${goal}`)
}

test(
  'with the keyboard alone a campaign is created, gets its articles from a file, is previewed and published',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('admin.empresa')
    const { id } = await shopOf(page)
    const root = `/v2/merchants/${id}/campaigns`
    const { results } = await read<{ results: (Article & { unit_amount: number })[] }>(page, `${root}/article-search?q=`)
    const sold = results.find((one) => !/[",;\n\t]/.test(one.id) && one.unit_amount > 5_000)
    if (!sold) throw new Error('nothing sold that a file can name')

    // As in a busy browser, microtasks run a little later: the screen must not go back in between. With `holdsTimers`, no new timer ends.
    await page.addInitScript(() => {
      const start = setTimeout
      const later = (ms: number) => (Reflect.get(globalThis, 'holdsTimers') === true ? 600_000 : ms || 50)
      Object.assign(globalThis, { setTimeout: (work: () => void, ms = 0) => start(work, later(ms)) })
    })
    await page.goto(paths.campaignNew(id))
    const created: string[] = []
    page.on('request', (request) => request.method() === 'POST' && request.url().endsWith(root) && created.push(request.url()))
    await tabTo(page, page.getByRole('link', { name: t('campaigns.new.zero.verb') }))
    await page.keyboard.press('Enter')
    const name = page.getByLabel(t('campaigns.field.name'), { exact: true })
    await tabTo(page, name)
    // A change that is taken back is none, and what is missing is said without storing anything.
    await page.keyboard.press('End')
    await page.evaluate(() => Object.assign(globalThis, { holdsTimers: true }))
    await page.keyboard.type('x')
    await page.keyboard.press('Backspace')
    await page.evaluate(() => Object.assign(globalThis, { holdsTimers: false }))
    await page.getByRole('button', { name: t('campaigns.publish'), exact: true }).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: t('campaigns.server.gap.start_date.required') })).toBeVisible()
    await page.getByRole('link', { name: t('campaigns.back') }).press('Enter')
    await expect(page).toHaveURL(paths.campaigns(id))
    expect(created).toEqual([])
    await page.goBack()
    await tabTo(page, name)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Sin ratón')
    // The first change stores the draft, and its address replaces this one while the focus stays.
    await expect(page).not.toHaveURL(paths.campaignNew(id, 'zero'))
    await expect(name).toBeFocused()
    expect(created).toHaveLength(1)
    const campaignId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const saved = () => read<Campaign>(page, `${root}/${campaignId}`)
    // Nothing is saved before the file has been read: messages about the file must outlast the response.
    const isRead = Promise.withResolvers<void>()
    await page.route(`**${root}/${campaignId}`, async (route) => {
      if (route.request().method() === 'PATCH') await isRead.promise
      await route.continue()
    })

    await tabTo(page, page.getByLabel(t('campaigns.field.startDate'), { exact: true }))
    await page.keyboard.type(`01.02.${yearAhead(2)}`)
    await tabTo(page, page.getByLabel(t('campaigns.instalments', { count: 6 }), { exact: true }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByLabel(t('campaigns.scope.bulk'), { exact: false }))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByLabel(t('campaigns.scope.single'), { exact: false })).toBeChecked()

    await tabTo(page, page.locator('button', { hasText: t('campaigns.file.choose') }))
    const input = page.getByLabel(t('campaigns.file.choose')).first()
    // The browser's own file dialog is not opened: only that it would be is asserted.
    await input.evaluate((element) =>
      element.addEventListener('click', (event) => {
        event.preventDefault()
        element.toggleAttribute('data-asked', true)
      }),
    )
    await page.keyboard.press('Enter')
    await expect(input).toHaveAttribute('data-asked')
    // As Spanish Excel saves it: semicolons, Windows-1252.
    const file = `Descripción;Referencia;Dirección\r\nEdición limitada, año 2028;${sold.id};tienda.test/uno\r\nSin referencia;;\r\n;NO-EXISTE-7;\r\n`
    await input.setInputFiles({ name: 'artículos.csv', mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') })
    const unread = page.getByRole('alert').filter({ hasText: t('campaigns.file.row', { line: '3', why: t('campaigns.file.problem.id') }) })
    await expect(unread).toBeVisible()
    isRead.resolve()
    await expect(page.getByLabel(t('campaigns.paste.unknown', { count: 1 }))).toHaveValue('NO-EXISTE-7')
    await expect.poll(saved).toMatchObject({ article_count: 1, scope: 'single' })
    await expect(page.getByRole('status').filter({ hasText: like('campaigns.saved') })).toBeVisible()
    await expect(unread).toBeVisible()
    const listed = async () => (await read<{ results: Article[] }>(page, `${root}/${campaignId}/articles`)).results[0]
    expect(await listed()).toMatchObject({ id: sold.id, url: 'tienda.test/uno', description: 'Edición limitada, año 2028' })

    await tabTo(page, page.getByRole('button', { name: t('campaigns.articles.edit', { name: sold.name }) }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await tabTo(page, dialog.getByLabel(t('campaigns.article.url'), { exact: true }))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText(t('errors.field.url'))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('https://tienda.test/dos')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect.poll(listed).toMatchObject({ url: 'https://tienda.test/dos', name: sold.name })

    await tabTo(page, page.locator('summary', { hasText: t('campaigns.section.more') }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel(t('campaigns.field.budgetAmount'), { exact: true }))
    await page.keyboard.type('1500')
    await expect.poll(async () => (await saved()).budget_amount).toBe(150_000)

    // The customer's preview, with the server's own texts.
    const search = `interest=0&num_instalments=6&waiting_period=0&amount=${sold.unit_amount}`
    const { plans } = await read<{ plans: { legal_text: string }[] }>(page, `${root}/preview?${search}`)
    const onPhone = page.getByRole('group', { name: t('campaigns.preview.onPhone', { name: sold.name }) })
    await expect(onPhone.getByText(plans[0]?.legal_text ?? '–', { exact: true })).toBeVisible()
    await tabTo(page, page.getByLabel(t('campaigns.preview.phone'), { exact: true }))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('group', { name: t('campaigns.preview.onDesktop', { name: sold.name }) })).toContainText(
      t('campaigns.widget.free'),
    )

    await tabTo(page, page.getByRole('button', { name: t('campaigns.publish'), exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('button', { name: t('campaigns.publish'), exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByText(t('campaigns.state.scheduled'), { exact: true })).toBeVisible()
    expect(await saved()).toMatchObject({ status: 'scheduled', num_instalments: [6], article_count: 1 })
  },
)

test('the results of a finished campaign are a chart and a table that add up', async ({ enter }) => {
  const page = await enter('guest.empresa')
  const { id } = await shopOf(page)
  type Over = { id: string; usage: { orders: number; amount: number } }
  const { results } = await read<{ results: Over[] }>(page, `/v2/merchants/${id}/campaigns?status=finished`)
  const over = results.find(({ usage }) => usage.orders > 0)
  if (!over) throw new Error('no campaign that has sold something is over')
  await page.goto(paths.campaign(id, over.id))
  await expect(page.getByRole('heading', { name: t('campaigns.results.over') })).toBeVisible()
  await expect(page.getByText(like('campaigns.results.costShare'))).toBeVisible()
  const rows = page.getByRole('table', { name: t('campaigns.results.chart') }).getByRole('row')
  // Refunds of its orders by other journeys change it: computed and shown within the same moment.
  await expect(async () => {
    await page.reload()
    await page.getByRole('button', { name: t('charts.asTable') }).click()
    await expect(rows.nth(1)).toBeVisible()
    const { usage } = await read<Over>(page, `/v2/merchants/${id}/campaigns/${over.id}`)
    const figures = await Promise.all(
      (await rows.all()).slice(1).map(async (row) => (await row.getByRole('cell').allInnerTexts())[1] ?? ''),
    )
    const cents = figures.map((text) => Number(text.replace(/[^\d]/g, '')))
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(usage.amount)
  }).toPass({ timeout: 120_000 })
})
