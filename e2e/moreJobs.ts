import { randomInt } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { find, read } from './api.ts'
import { acceptedCard, buyPlan, makeLink } from './customerSteps.ts'
import { Job } from './job.ts'
import { button, byPalette, dialogOf, land, link, proven, quietShop, type Start, steadyKey, toList } from './jobStart.ts'
import type { JobRow } from './jobTable.ts'
import { deviceOf, givePassword } from './newOwner.ts'
import { expect } from './persona.ts'
import { menu, rows } from './regions.ts'
import { t } from './words.ts'

/** An owner for each hand: an account has one shop at most that waits for approval. */
const shopOwners = { mouse: 'taller@hermanosquinones.example', keyboard: 'cuentas@viajerolevante.example' } as const

/** The planned roll of a key, and jobs of an owner, of somebody at the telephone and of a customer (docs/jobs.md). */
export const moreJobs: readonly (JobRow & { run: (start: Start & { browser: Browser }) => Promise<Job> })[] = [
  {
    id: '!',
    what: '… and a planned roll, with proof that the old key is no longer used',
    clicks: 3,
    seconds: 20,
    keys: 16,
    async run(start) {
      const at = await land(start, 'dostiendas', { shop: quietShop, sandbox: true, own: true })
      const { job, page } = at
      await proven(at)
      await steadyKey(at)
      await toList(at)
      await byPalette(at, 'renovar', t('preferences.renew.private'))
      const renew = button(dialogOf(page), t('preferences.renew.verb'))
      await job.load(expect(renew).toBeVisible())
      if (job.hand === 'mouse') await job.press(renew)
      else await job.key('Enter')
      const close = button(dialogOf(page), t('preferences.made.close'))
      await job.load(expect(close).toBeVisible())
      await job.press(close)
      const card = page.getByRole('region', { name: t('preferences.key.private'), exact: true })
      await expect(card.getByRole('status')).toContainText(t('preferences.key.neverUsed'))
      return job
    },
  },
  {
    id: '10',
    what: 'How was last week: sold, beside the week before',
    clicks: 2,
    seconds: 8,
    keys: 16,
    async run(start) {
      const at = await land(start, 'owner.empresa')
      const { job, page } = at
      await toList(at)
      if (job.hand === 'keyboard') await byPalette(at, 'resumen', t('shell.route.insights'))
      else await job.press(link(menu(page), t('shell.route.insights')))
      const week = link(page, t('charts.range.7'))
      await job.load(expect(week).toBeVisible())
      await job.press(week)
      await expect(week).toHaveAttribute('aria-current', 'true')
      const sold = page.getByRole('link', { name: new RegExp(`^${t('insights.figure.sold')}: `) })
      await job.load(expect(sold).toBeVisible())
      await job.reads(sold)
      return job
    },
  },
  {
    id: '11',
    what: '“Why was this refused?” on the phone: one search, read the answer',
    clicks: 1,
    seconds: 8,
    keys: 18,
    async run(start) {
      const at = await land(start, 'owner.empresa')
      const { job, page, shopId } = at
      const refused = await find(page, shopId, 'status=rejected', ({ mid }) => mid !== null)
      await toList(at)
      await job.key('/')
      await job.type(refused.mid ?? '')
      await job.key('Enter')
      await job.load(expect(rows(page)).toHaveCount(1))
      if (job.hand === 'mouse') await job.press(rows(page).getByRole('link').first())
      else for (const key of ['ArrowDown', 'Enter']) await job.key(key)
      await job.load(expect(page.getByText(t('operations.detail.who'))).toBeVisible())
      await expect(page.getByText(t('operations.detail.say'))).toBeVisible()
      return job
    },
  },
  {
    id: '12',
    what: 'Pay the next instalment early (a customer, right after the purchase)',
    clicks: 3,
    seconds: 10,
    keys: 12,
    async run({ enter, hand, browser }) {
      const shop = await enter('owner.empresa')
      const { url } = await makeLink(shop)
      const context = await browser.newContext({ locale: 'es-ES', timezoneId: 'Europe/Madrid' })
      const page = await context.newPage()
      await buyPlan(page, url, acceptedCard)
      const job = new Job(page, hand)
      await job.press(page.locator('summary', { hasText: t('consumerScreens.early.title') }))
      await job.press(page.getByRole('button', { name: new RegExp(t('consumerScreens.early.next').split('{')[0] ?? '') }))
      const confirm = page.getByRole('button', { name: new RegExp(t('consumerScreens.early.confirm').split('{')[0] ?? '') })
      await job.load(expect(confirm).toBeVisible())
      await job.press(confirm)
      await expect(confirm).toHaveCount(0)
      await context.close()
      return job
    },
  },
  {
    id: '13',
    what: 'Add a shop: name, activity, expected sales and account',
    clicks: 9,
    seconds: 60,
    keys: 90,
    async run({ browser, hand }) {
      const email = shopOwners[hand]
      await givePassword(email)
      const page = await deviceOf(browser, { accountId: '', email }, [])
      const job = new Job(page, hand)
      const at = { job, page, shopId: '' }
      await page.goto('/')
      await expect(menu(page)).toBeVisible()
      await byPalette(at, 'añadir tienda', t('shell.route.addShop'))
      const name = page.getByLabel(t('onboarding.shopName'), { exact: true })
      await job.load(expect(name).toBeVisible())
      const called = `Taller ${randomInt(1_000, 9_999)}`
      await job.write(name, called)
      await job.tick(page.getByLabel(t('onboarding.inStoreOnly')))
      await job.write(page.getByRole('combobox', { name: t('company.field.businessActivity') }), 'dental')
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
      if (job.hand === 'mouse') await job.press(page.getByRole('listbox').getByRole('option').first())
      else for (const key of ['ArrowDown', 'Enter']) await job.key(key)
      await job.write(page.getByLabel(t('onboarding.monthlyEarnings'), { exact: true }), '20000')
      await job.write(page.getByLabel(t('onboarding.averageAmount'), { exact: true }), '350')
      await job.write(page.getByLabel(t('bankAccounts.ask.iban'), { exact: true }), 'ES9121000418450200051332')
      await job.press(button(page, t('onboarding.addShop.send')))
      await job.load(expect(page.getByText(t('onboarding.addShop.done'))).toBeVisible())
      const shopExists = async () => (await read<{ name: string }[]>(page, '/v2/merchants')).some((shop) => shop.name === called)
      await expect.poll(shopExists).toBe(true)
      await page.context().close()
      return job
    },
  },
  {
    id: '14',
    what: 'Find my 422: why the API refused a call of my shop',
    clicks: 3,
    seconds: 10,
    keys: 31,
    async run(start) {
      const at = await land(start, 'owner.empresa')
      const { job, page } = at
      await toList(at)
      if (job.hand === 'keyboard') await byPalette(at, 'desarrollo', t('shell.route.developer'))
      else {
        await job.press(link(menu(page), t('shell.route.preferences')))
        const tab = link(page, t('preferences.tab.developer'))
        await job.load(expect(tab).toBeVisible())
        await job.press(tab)
      }
      const refused = page.getByRole('region', { name: t('developer.last.errors') }).getByRole('link', { name: 'POST /checkout' })
      await job.load(expect(refused.first()).toBeVisible())
      await job.press(refused.first())
      await job.load(expect(dialogOf(page).getByText('ApiValidationException').first()).toBeVisible())
      return job
    },
  },
]
