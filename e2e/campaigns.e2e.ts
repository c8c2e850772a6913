import type { Locator, Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { yearAhead } from './days.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { loseFirstAnswer } from './lostAnswer.ts'
import { like, t } from './words.ts'

type Campaign = {
  id: string
  name: string
  status: string
  revision: number
  interest: number | null
  num_instalments: number[]
  scope: string
  article_count: number
  budget_amount: number | null
  start_date: string | null
  end_date: string | null
}

const one = (page: Page, shopId: string, id: string) => read<Campaign>(page, `/v2/merchants/${shopId}/campaigns/${id}`)

/** Creates a draft by the API. */
async function drafted(page: Page, shopId: string, terms: object): Promise<Campaign> {
  const answer = await ask(page, 'POST', `/v2/merchants/${shopId}/campaigns`, {
    body: terms,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as Campaign
}

async function published(page: Page, shopId: string, terms: object): Promise<Campaign> {
  const whole = { start_date: new Date().toISOString(), interest: 0, num_instalments: [3], channels: ['phone'], ...terms }
  const { id, revision } = await drafted(page, shopId, whole)
  const answer = await ask(page, 'POST', `/v2/merchants/${shopId}/campaigns/${id}/publish`, { body: { revision } })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as Campaign
}

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name: t('campaigns.table') })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

test('a campaign is created from a template, saves itself, lists its missing fields, and is published', nightlyOnly, async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.campaignNew(id))
  await page.getByRole('link', { name: t('campaigns.new.zero.verb') }).click()
  const name = page.getByLabel(t('campaigns.field.name'), { exact: true })
  await expect(name).toHaveValue(t('campaigns.new.zero.name'))
  await name.fill('Viaje 0 %')
  await expect(page).not.toHaveURL(paths.campaignNew(id, 'zero'))
  const campaignId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect(page.getByText(like('campaigns.saved'))).toBeVisible()
  await expect.poll(async () => (await one(page, id, campaignId)).name).toBe('Viaje 0 %')

  await page.getByLabel(t('campaigns.scope.single'), { exact: false }).check()
  const publish = page.getByRole('button', { name: t('campaigns.publish'), exact: true })
  await publish.click()
  const gaps = page.getByRole('alert').filter({ hasText: t('campaigns.server.gap.start_date.required') })
  await expect(gaps).toContainText(t('campaigns.server.gap.num_instalments.required'))
  await expect(gaps).toContainText(t('campaigns.server.gap.articles.required'))
  expect((await one(page, id, campaignId)).status).toBe('draft')

  await gaps.getByRole('link', { name: t('campaigns.server.gap.start_date.required') }).press('Enter')
  const start = page.getByLabel(t('campaigns.field.startDate'), { exact: true })
  await expect(start).toBeFocused()
  await page.keyboard.type(`01.12.${yearAhead(1)}`)
  await page.getByLabel(t('campaigns.field.endDate'), { exact: true }).pressSequentially(`31.12.${yearAhead(1)}`)
  await expect(page.getByText(t('campaigns.until', { day: `31.12.${yearAhead(1)}` }))).toBeVisible()
  await page.getByLabel(t('campaigns.instalments', { count: 6 }), { exact: true }).check()
  await expect
    .poll(async () => one(page, id, campaignId))
    .toMatchObject({
      num_instalments: [6],
      scope: 'single',
      start_date: `${yearAhead(1)}-11-30T23:00:00.000Z`,
      end_date: `${yearAhead(1)}-12-31T23:00:00.000Z`,
    })

  const { results } = await read<{ results: { id: string; name: string }[] }>(page, `/v2/merchants/${id}/campaigns/article-search?q=`)
  const sold = results.filter((article) => !/[,;\n\t]/.test(article.id))
  const paste = page.getByLabel(t('campaigns.paste'), { exact: true })
  await paste.fill(`${sold[0]?.id}\nNO-EXISTE-1, NO-EXISTE-2`)
  await page.getByRole('button', { name: t('shell.add'), exact: true }).click()
  await expect(page.getByLabel(t('campaigns.paste.unknown', { count: 2 }))).toHaveValue('NO-EXISTE-1\nNO-EXISTE-2')
  await expect.poll(async () => (await one(page, id, campaignId)).article_count).toBe(1)
  await page.getByRole('button', { name: t('campaigns.paste.anyway') }).click()
  await expect.poll(async () => (await one(page, id, campaignId)).article_count).toBe(3)

  await expect(gaps).toBeHidden()
  await publish.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(t('campaigns.articles', { count: 3 }))
  // The response is lost: the page looks up the outcome by its key, and shows it.
  const keys = await loseFirstAnswer(page, '**/publish')
  await dialog.getByRole('button', { name: t('campaigns.publish'), exact: true }).click()
  await expect(page.getByText(t('campaigns.state.scheduled'), { exact: true })).toBeVisible()
  await expect(page.getByText(t('campaigns.published'))).toBeVisible()
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect((await one(page, id, campaignId)).status).toBe('scheduled')
})

test(
  'a new campaign is stored once and with its last values after a lost answer, in the mode in which it was begun',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('editor.empresa')
    const { id } = await shopOf(page)
    const root = `/v2/merchants/${id}/campaigns`
    const name = page.getByLabel(t('campaigns.field.name'), { exact: true })
    const named = async () => (await read<{ results: Campaign[] }>(page, root)).results.map((campaign) => campaign.name)
    await page.goto(paths.campaignNew(id))
    const keys = await loseFirstAnswer(page, `**${root}`)
    await page.getByRole('link', { name: t('campaigns.new.zero.verb') }).click()
    await name.fill('Perdida')
    await expect(page.getByRole('button', { name: t('shell.saveAgain') })).toBeVisible()
    await name.fill(t('campaigns.new.zero.name'))
    await expect(page.getByRole('status').filter({ hasText: like('campaigns.saved') })).toBeVisible()
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    const campaignId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect((await one(page, id, campaignId)).name).toBe(t('campaigns.new.zero.name'))
    expect(await named()).not.toContain('Perdida')
    // Its own address has replaced the template's: Back returns to it.
    await page.getByRole('link', { name: t('campaigns.back') }).click()
    await expect(page).toHaveURL(paths.campaigns(id))
    await page.goBack()
    await expect(page).toHaveURL(paths.campaign(id, campaignId))
    await expect(name).toHaveValue(t('campaigns.new.zero.name'))

    await page.goto(paths.campaignNew(id, 'zero'))
    // Saved on leaving, not by the pause, however slow this run is.
    await page.evaluate(() => {
      const start = setTimeout
      Object.assign(globalThis, { setTimeout: (work: () => void, ms = 0) => start(work, ms > 500 ? 600_000 : ms) })
    })
    await name.fill('De verdad')
    const modes = page.getByRole('group', { name: t('shell.mode.label') })
    await modes.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
    await expect.poll(named).toContain('De verdad')
  },
)

// By day fields of the form: campaignModes.e2e.ts; what keeps a campaign from starting: server/sales/campaigns/campaigns.slow.test.ts. That a closed part opens for it is
// checked only here.
test(
  'a template that starts at once leaves nothing to change behind, and a closed part opens for what keeps it from starting',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.empresa')
    const { id } = await shopOf(page)
    const starts = { start_date: new Date().toISOString(), interest: 0, num_instalments: [3], scope: 'single' }
    const draft = await drafted(page, id, { name: 'Desde hoy', ...starts })
    const listed = await ask(page, 'POST', `/v2/merchants/${id}/campaigns/${draft.id}/articles`, {
      body: { articles: [{ id: 'NO-EXISTE-3' }] },
    })
    expect(listed.ok()).toBe(true)
    await page.goto(paths.campaign(id, draft.id))
    await expect(page.getByRole('complementary').getByText(like('campaigns.estimate.none'))).toBeVisible()
    const more = page.locator('summary', { hasText: t('campaigns.section.more') })
    const about = page.getByText(t('campaigns.section.more.about'))
    await expect(about).toBeVisible()
    await more.click()
    await expect(about).toBeHidden()
    const budget = page.getByLabel(t('campaigns.field.budgetAmount'), { exact: true })
    await budget.fill('mil')
    await more.click()
    await expect(budget).toBeHidden()
    const publish = page.getByRole('button', { name: t('campaigns.publish'), exact: true })
    await publish.click()
    await expect(budget).toBeFocused()
    await budget.fill('1000')
    await expect.poll(async () => (await one(page, id, draft.id)).budget_amount).toBe(100_000)
    // The terms are no longer the plain template: nothing says that they are.
    await more.click()
    await expect(budget).toBeHidden()
    await expect(about).toBeHidden()
    await publish.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('campaigns.publish'), exact: true })
      .click()
    await expect(page.getByText(t('campaigns.frozen'))).toBeVisible()
    await expect(more).toHaveCount(0)
    await expect(page.getByLabel(t('campaigns.field.waitingPeriod'), { exact: true })).toHaveCount(0)
    await expect(budget).toHaveValue('1.000,00')
  },
)

test('the estimated cost is updated while typing and equals the server’s', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const draft = await drafted(page, id, { name: 'Coste', interest: 0, num_instalments: [3, 6, 12] })
  const cost = async (interest: number) => {
    const search = `interest=${interest}&num_instalments=3,6,12&channels=online,in_store,phone`
    const { monthly } = await read<{ monthly: number }>(page, `/v2/merchants/${id}/campaigns/estimate?${search}`)
    const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', useGrouping: 'always' }).format(monthly / 100)
    return t('campaigns.estimate.monthly', { amount: euros })
  }
  await page.goto(paths.campaign(id, draft.id))
  await page.locator('summary', { hasText: t('campaigns.section.more') }).click()
  for (const channel of ['online', 'in_store', 'phone']) await page.getByLabel(t(`campaigns.channel.${channel}`), { exact: true }).check()
  const rate = page.getByLabel(t('campaigns.field.interest'), { exact: true })
  const figure = page.getByRole('complementary').getByText(like('campaigns.estimate.monthly'))
  // Sales and refunds of other journeys change it meanwhile: typed, computed and read within the same moment.
  const shown = async (typed: string, interest: number) => {
    // The page asks again for what it has asked before only after it has shown another figure.
    const before = (await figure.textContent()) ?? ''
    await rate.fill('1')
    await expect(figure).not.toHaveText(before)
    await rate.fill(typed)
    const words = await cost(interest)
    await expect(page.getByText(words, { exact: true })).toBeVisible({ timeout: 4_000 })
    return words
  }
  let free = ''
  await expect(async () => void (free = await shown('0', 0))).toPass({ timeout: 120_000 })
  await expect(async () => expect(await shown('9,5', 950)).not.toBe(free)).toPass({ timeout: 120_000 })
  await rate.blur()
  await expect(rate).toHaveValue('9,5')
  await expect.poll(async () => (await one(page, id, draft.id)).interest).toBe(950)
})

test('the second of two editors sees who saved first and loses nothing', nightlyOnly, async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page)
  const draft = await drafted(page, id, { name: 'Dos manos' })
  await page.goto(paths.campaign(id, draft.id))
  const name = page.getByLabel(t('campaigns.field.name'), { exact: true })
  await expect(name).toHaveValue('Dos manos')
  const other = await ask(await enter('owner.empresa'), 'PATCH', `/v2/merchants/${id}/campaigns/${draft.id}`, {
    body: { revision: draft.revision, interest: 500, name: 'Suyo' },
  })
  expect(other.status()).toBe(200)
  await name.fill('Mío')
  const staleNotice = page.getByRole('status').filter({ hasText: t('campaigns.stale.unsaved', { fields: t('campaigns.field.name') }) })
  await expect(staleNotice).toBeVisible()
  await expect(name).toHaveValue('Mío')
  expect(await one(page, id, draft.id)).toMatchObject({ name: 'Suyo', revision: 2 })
  await staleNotice.getByRole('button', { name: t('campaigns.stale.mine') }).click()
  await expect.poll(async () => one(page, id, draft.id)).toMatchObject({ name: 'Mío', interest: 500, revision: 3 })
  await expect(staleNotice).toBeHidden()
})

test('several drafts are published at once: the effect of each is shown before, missing fields after', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const terms = { start_date: `${yearAhead(1)}-01-31T23:00:00.000Z`, interest: 0, num_instalments: [3, 6], channels: ['phone'] }
  const good = await drafted(page, id, { name: 'Varias completa', ...terms })
  const lacking = await drafted(page, id, { name: 'Varias a medias', ...terms, num_instalments: [] })
  await page.goto(paths.campaigns(id, { status: 'draft' }))
  for (const { name } of [good, lacking]) await rowOf(page, name).getByLabel(t('campaigns.choose', { name })).first().check()
  const publish = (where: Locator) => where.getByRole('button', { name: t('campaigns.act.publish'), exact: true })
  await publish(page.getByRole('group', { name: t('campaigns.chosen') })).click()
  const dialog = page.getByRole('dialog', { name: t('campaigns.ask.publish', { count: 2 }) })
  await expect(dialog.getByRole('listitem').filter({ hasText: good.name })).toContainText(/0\s%/)
  await expect(dialog.getByRole('listitem').filter({ hasText: lacking.name })).toContainText(t('campaigns.noOffer'))
  await publish(dialog).click()
  const outcome = page.getByRole('status').filter({ hasText: t('campaigns.outcome.publish', { done: 1, all: 2 }) })
  await expect(outcome).toContainText(`${lacking.name}: ${t('campaigns.server.gap.num_instalments.required')}`)
  await expect(rowOf(page, good.name)).toHaveCount(0)
  expect([(await one(page, id, good.id)).status, (await one(page, id, lacking.id)).status]).toEqual(['scheduled', 'draft'])
})

test('a bulk action shows the result for each campaign, and for an active one what cannot change', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  await drafted(page, id, { name: 'Lista borrador' })
  const running = await published(page, id, { name: 'Lista activa' })
  await page.goto(paths.campaigns(id))
  for (const name of ['Lista borrador', 'Lista activa']) await rowOf(page, name).getByLabel(t('campaigns.choose', { name })).first().check()
  const bar = page.getByRole('group', { name: t('campaigns.chosen') })
  await bar.getByRole('button', { name: t('campaigns.act.delete') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('campaigns.act.delete') })
    .click()
  const outcome = page.getByRole('status').filter({ hasText: t('campaigns.outcome.delete', { done: 1, all: 2 }) })
  await expect(outcome).toContainText(`Lista activa: ${t('errors.CampaignNotAllowed.delete')}`)
  await expect(rowOf(page, 'Lista borrador')).toBeHidden()

  await rowOf(page, 'Lista activa')
    .getByRole('button', { name: t('campaigns.verbsOf', { name: 'Lista activa' }) })
    .click()
  await page.getByRole('menuitem', { name: t('campaigns.act.pause') }).click()
  await expect(rowOf(page, 'Lista activa')).toContainText(t('campaigns.state.paused'))
  expect((await one(page, id, running.id)).status).toBe('paused')

  await rowOf(page, 'Lista activa').getByRole('link', { name: 'Lista activa' }).click()
  await expect(page.getByText(t('campaigns.frozen'))).toBeVisible()
  await expect(page.getByLabel(t('campaigns.field.interest'), { exact: true })).toHaveCount(0)
  await page.getByLabel(t('campaigns.field.endDate'), { exact: true }).pressSequentially(`31.01.${yearAhead(1)}`)
  await page.getByRole('button', { name: t('campaigns.save'), exact: true }).click()
  await expect.poll(async () => (await one(page, id, running.id)).end_date).toBe(`${yearAhead(1)}-01-31T23:00:00.000Z`)
  await page.getByRole('button', { name: t('campaigns.duplicateToChange') }).click()
  await expect(page.getByLabel(t('campaigns.field.name'), { exact: true })).toHaveValue('Lista activa (copia)')
  await expect(page.getByLabel(t('campaigns.field.interest'), { exact: true })).toHaveValue('0')
})

test('a guest can only read; a disabled account is redirected to its operations', nightlyOnly, async ({ enter }) => {
  const owner = await enter('owner.empresa')
  const { id } = await shopOf(owner)
  const draft = await drafted(owner, id, { name: 'Para leer', interest: 0, num_instalments: [3] })
  const guest = await enter('guest.empresa')
  await guest.goto(paths.campaigns(id))
  await expect(rowOf(guest, 'Para leer')).toContainText(t('campaigns.state.draft'))
  await expect(guest.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  await expect(guest.getByRole('link', { name: t('campaigns.create') })).toHaveCount(0)
  await guest.goto(paths.campaign(id, draft.id))
  await expect(guest.getByText(t('campaigns.noStart'))).toBeVisible()
  await expect(guest.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await expect(guest.getByRole('button', { name: t('campaigns.publish') })).toHaveCount(0)
  await guest.goto(paths.campaignNew(id))
  await expect(guest.getByRole('heading', { name: t('campaigns.new.guest') })).toBeVisible()

  const disabled = await enter('desactivada')
  const shop = await shopOf(disabled)
  await disabled.goto(paths.campaigns(shop.id))
  await expect(disabled).toHaveURL(new RegExp(`${paths.operations(shop.id)}$`))
})
