import { randomInt, randomUUID } from 'node:crypto'
import { cents, formatEuros } from '#domain/platform/money'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, find, read, refundsOf, untouched } from './api.ts'
import { yearAhead } from './days.ts'
import type { Job } from './job.ts'
import {
  answer,
  bankFile,
  button,
  byPalette,
  dialogOf,
  land,
  link,
  pressUrgent,
  proven,
  quietShop,
  type Start,
  tickets,
  toList,
  waitForCapture,
  waitingCaptures,
} from './jobStart.ts'
import { isRepeated, keepJob, type JobRow } from './jobTable.ts'
import { moreJobs } from './moreJobs.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { menu, notices, rows } from './regions.ts'
import { like, t } from './words.ts'

const refundRow = untouched(
  'substatus=payment_process',
  54,
  ({ total_amount: total, mid }) => mid !== null && total > 10_000 && total < 90_000,
)

/** Each daily job from the landing page, or the till (docs/jobs.md): with the keyboard, and by `npm run nightly` also with the mouse. */
const jobs: readonly (JobRow & { run: (start: Start) => Promise<Job> })[] = [
  {
    id: '1',
    what: 'Morning check: what expires, which payouts come, what is broken',
    clicks: 0,
    seconds: 5,
    keys: 0,
    async run(start) {
      const { job, page, shopId } = await land(start, 'owner.empresa')
      const { next } = await read<{ next: { net_amount: number } | null }>(page, `/v2/merchants/${shopId}/settlements/balance`)
      await page.goto('/')
      await job.load(expect(tickets(page).getByRole('link').first()).toBeVisible())
      for (const ticket of await tickets(page).getByRole('link').all()) await job.reads(ticket)
      const payment = page.getByRole('link', { name: like('inbox.payment') })
      if (next && next.net_amount > 0) await job.reads(payment)
      else await expect(payment).toHaveCount(0)
      return job
    },
  },
  {
    id: '1',
    what: '… and act on the first item to expire',
    clicks: 2,
    seconds: 10,
    keys: 6,
    async run(start) {
      const at = await land(start, 'dostiendas', { shop: quietShop, sandbox: true })
      const { job, page } = at
      await waitForCapture(at, 2)
      await toList(at)
      const capture = link(tickets(page), t('inbox.verb.capture'))
      await expect(capture).toBeVisible()
      await pressUrgent(job, capture)
      const together = dialogOf(page)
      await job.load(expect(together.getByRole('table', { name: t('inbox.together.table') })).toBeVisible())
      await job.press(together.getByRole('button', { name: like('inbox.together.test') }))
      await expect(together.getByText(t('inbox.together.outcome', { done: 2, all: 2 })).first()).toBeVisible()
      expect(await waitingCaptures(at)).toBe(0)
      return job
    },
  },
  {
    id: '2',
    what: 'Refund at the counter, with preview and undo',
    clicks: 2,
    seconds: 12,
    keys: 24,
    async run(start) {
      const at = await land(start, 'owner.empresa')
      const { job, page, shopId } = at
      const row = await refundRow(page, shopId)
      await toList(at)
      await job.key('/')
      await job.type(row.mid ?? '')
      await job.key('Enter')
      await job.load(expect(rows(page)).toHaveCount(1))
      if (job.hand === 'mouse') await rows(page).hover()
      else await job.key('ArrowDown')
      await job.press(link(rows(page), t('operations.verb.refund')))
      const dialog = dialogOf(page)
      await job.load(expect(dialog.getByLabel(t('operations.refund.amount'), { exact: true })).toBeFocused())
      await job.type('40')
      const impact = dialog.getByRole('region', { name: t('operations.impact.title') })
      await expect(impact).toContainText(t('operations.impact.next', { date: '' }).replace(/[ ,]+$/, ''))
      const amount = formatEuros(cents(4_000))
      if (job.hand === 'mouse') await job.press(button(dialog, t('operations.refund.button', { amount })))
      else await job.key('Enter')
      await expect(page.getByRole('group', { name: t('operations.undo.ring', { amount }) })).toBeVisible()
      expect(await refundsOf(page, shopId, row.id)).toMatchObject([{ amount: 4_000 }])
      return job
    },
  },
  {
    id: '3',
    what: 'Match a bank statement with settlements: one file, then only the exceptions',
    clicks: 5,
    seconds: 30,
    keys: 18,
    async run(start) {
      const at = await land(start, 'dostiendas', { shop: quietShop })
      const { job, page } = at
      const file = await bankFile(at)
      await toList(at)
      if (job.hand === 'keyboard') await byPalette(at, 'cuad', t('settlements.bank'))
      else {
        await job.press(link(menu(page), t('shell.route.settlements')))
        await job.load(expect(link(page, t('settlements.bank'))).toBeVisible())
        await job.press(link(page, t('settlements.bank')))
      }
      const choose = page.locator('button', { hasText: t('shell.chooseFile') })
      await job.load(expect(choose).toBeVisible())
      await job.chooseFile(file, choose)
      const confirm = button(page, t('settlements.bank.confirmAll', { count: 3 }))
      await job.load(expect(confirm).toBeVisible())
      await job.press(confirm)
      await expect(page.getByText(t('settlements.collected.done', { count: 3 }))).toBeVisible()
      return job
    },
  },
  {
    id: '4',
    what: 'Month-end package for the accountant, if it is not scheduled',
    clicks: 2,
    seconds: 12,
    keys: 14,
    async run(start) {
      const at = await land(start, 'dostiendas', { shop: quietShop })
      const { job, page } = at
      await toList(at)
      await byPalette(at, 'paquete', t('reports.type.month_package'))
      const dialog = dialogOf(page)
      const kind = dialog.getByRole('radio', { name: new RegExp(`^${t('reports.type.month_package')}`) })
      await job.load(expect(kind).toBeFocused())
      await expect(kind).toBeChecked()
      if (job.hand === 'mouse') await job.press(button(dialog, t('reports.ask')))
      else await job.key('Enter')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('table').getByText(t('reports.type.month_package')).first()).toBeVisible()
      return job
    },
  },
  {
    id: '5',
    what: 'Launch a 0 % promotion; cost, legal text and preview on the same screen',
    clicks: 7,
    seconds: 30,
    keys: 64,
    async run(start) {
      const at = await land(start, 'dostiendas', { shop: quietShop })
      const { job, page, shopId } = at
      await toList(at)
      if (job.hand === 'keyboard') await byPalette(at, 'nueva camp', t('campaigns.new.title'))
      else {
        await job.press(link(menu(page), t('shell.route.campaigns')))
        await job.load(expect(link(page, t('campaigns.create')).first()).toBeVisible())
        await job.press(link(page, t('campaigns.create')).first())
      }
      const zero = link(page, t('campaigns.new.zero.verb'))
      await job.load(expect(zero).toBeVisible())
      await job.press(zero)
      const first = page.getByLabel(t('campaigns.field.startDate'), { exact: true })
      await job.load(expect(first).toBeVisible())
      await job.write(first, `01.02.${yearAhead(2)}`)
      await job.tick(page.getByLabel(t('campaigns.instalments', { count: 6 }), { exact: true }))
      await expect(page.getByRole('heading', { name: t('campaigns.estimate.title') })).toBeVisible()
      await expect(page.getByRole('group', { name: like('campaigns.preview.onPhone') })).toBeVisible()
      await job.press(button(page, t('campaigns.publish')))
      const dialog = dialogOf(page)
      await job.load(expect(dialog).toBeVisible())
      await job.press(button(dialog, t('campaigns.publish')))
      await expect(page.getByText(t('campaigns.state.scheduled'), { exact: true })).toBeVisible()
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const campaign = await read<object>(page, `/v2/merchants/${shopId}/campaigns/${id}`)
      expect(campaign).toMatchObject({ status: 'scheduled', interest: 0, num_instalments: [6], scope: 'bulk' })
      return job
    },
  },
  {
    id: '6',
    what: 'Invite a shop assistant, with limit and till PIN',
    clicks: 3,
    seconds: 15,
    keys: 36,
    async run(start) {
      const at = await land(start, 'dostiendas', { own: true })
      const { job, page } = at
      await proven(at)
      await toList(at)
      await byPalette(at, 'invitar', t('team.invite.title'))
      await job.load(expect(dialogOf(page).getByLabel(t('team.field.emails'))).toBeFocused())
      // Never the same twice in a run.
      const email = `eva${job.hand === 'mouse' ? 1 : 2}${randomInt(10)}@sur.example`
      await job.type(email)
      await job.press(button(dialogOf(page), t('team.invite.one')))
      await expect(notices(page)).toContainText(t('team.invite.done', { count: 1 }))
      const { results } = await read<{ results: { email: string }[] }>(page, '/v2/users')
      // The preset of the till: a till PIN, and refunds up to 150 € a day.
      expect(results.find((one) => one.email === email)).toMatchObject({ role: 'editor', refund_day_limit: 15_000, status: 'invited' })
      return job
    },
  },
  {
    id: '7',
    what: 'Sell by link in the shop: amount and code',
    clicks: 2,
    seconds: 10,
    keys: 8,
    async run(start) {
      const { job, page, shopId } = await land(start, 'owner.autonomo', { sandbox: true })
      await page.goto(paths.checkoutOffline(shopId, { view: 'counter', sandbox: true }))
      const show = button(page, t('offlineCheckout.counter.showQr'))
      await expect(show).toBeVisible()
      const amount = randomInt(5_000, 29_000)
      await job.type((amount / 100).toFixed(2).replace('.', ','))
      await expect(page.locator('[data-amount]')).toHaveAttribute('data-amount', String(amount))
      if (job.hand === 'mouse') await job.press(show)
      else await job.key('Enter')
      await job.load(expect(page.getByRole('img', { name: like('offlineCheckout.link.qr') })).toBeVisible())
      return job
    },
  },
  {
    id: '8',
    what: '“Where is my refund?” on the phone: one search, copy the answer',
    clicks: 2,
    seconds: 10,
    keys: 30,
    async run(start) {
      const at = await land(start, 'owner.empresa')
      const { job, page, shopId } = at
      const operation = await find(
        page,
        shopId,
        'substatus=payment_process',
        ({ refunded_amount: refunded, held_amount: held, mid }) => refunded > 0 && held === 0 && mid !== null,
      )
      await toList(at)
      await job.key('/')
      await job.type(operation.mid ?? '')
      await job.key('Enter')
      await job.load(expect(rows(page)).toHaveCount(1))
      await expect(rows(page)).toContainText(t('operations.flag.partlyRefunded', { amount: formatEuros(cents(operation.refunded_amount)) }))
      if (job.hand === 'mouse') await job.press(rows(page).getByRole('link').first())
      else for (const key of ['ArrowDown', 'Enter']) await job.key(key)
      const refunds = page.getByRole('region', { name: t('operations.refunds.title') })
      await job.load(expect(refunds).toBeVisible())
      await job.press(refunds.getByRole('button', { name: t('shell.copy') }).first())
      const copied = () => page.evaluate(() => navigator.clipboard.readText())
      await expect.poll(copied).toMatch(/\d{2}\.\d{2}\.\d{4}.*te devolvió \d/)
      expect(await copied()).toContain('Casa Ribera Hogar')
      return job
    },
  },
  {
    id: '9',
    what: 'Capture an order whose capture window is about to end, from the inbox',
    clicks: 1,
    seconds: 8,
    keys: 6,
    async run(start) {
      const at = await land(start, 'dostiendas', { shop: quietShop, sandbox: true })
      const { job, page, shopId } = at
      await waitForCapture(at, 1)
      await page.goto(paths.inbox(shopId, { sandbox: true }))
      const verb = page.getByRole('link', { name: new RegExp(`^${t('inbox.verb.capture')}: `) })
      await expect(verb).toBeVisible()
      await pressUrgent(job, verb)
      await answer(job, like('operations.action.sandbox'))
      await expect(notices(page)).toContainText(like('operations.capture.done'))
      expect(await waitingCaptures(at)).toBe(0)
      return job
    },
  },
  {
    id: '9',
    what: '… and several at once',
    clicks: 1,
    seconds: 8,
    keys: 6,
    async run(start) {
      const at = await land(start, 'dostiendas', { shop: quietShop, sandbox: true })
      const { job, page, shopId } = at
      await waitForCapture(at, 2)
      await page.goto(paths.inbox(shopId, { kind: 'capture', sandbox: true }))
      const verb = page.getByRole('link', { name: like('inbox.together.capture') }).filter({ hasText: '€' })
      await expect(verb).toBeVisible()
      await pressUrgent(job, verb)
      await answer(job, like('inbox.together.test'))
      await expect(
        dialogOf(page)
          .getByText(t('inbox.together.outcome', { done: 2, all: 2 }))
          .first(),
      ).toBeVisible()
      expect(await waitingCaptures(at)).toBe(0)
      return job
    },
  },
  {
    id: '!',
    what: 'A leaked key: revoke and replace it, and list its calls',
    clicks: 2,
    seconds: 20,
    keys: 16,
    async run(start) {
      const at = await land(start, 'dostiendas', { shop: quietShop, sandbox: true, own: true })
      const { job, page, shopId } = at
      await proven(at)
      const path = `/v2/merchants/${shopId}/configurations/keys/private/leaked`
      const made = await ask(page, 'POST', path, { mode: 'sandbox', headers: { 'idempotency-key': randomUUID() } })
      const { token } = (await made.json()) as { token: string }
      await toList(at)
      await byPalette(at, 'filtrado', t('preferences.leaked.open'))
      const replace = button(dialogOf(page), t('preferences.leaked.verb'))
      await job.load(expect(replace).toBeFocused())
      if (job.hand === 'mouse') await job.press(replace)
      else await job.key('Enter')
      const shown = dialogOf(page).getByText(/^sk_test_\w{32}$/)
      await job.load(expect(shown).toBeVisible())
      expect(await shown.textContent()).not.toBe(token)
      await button(dialogOf(page), t('preferences.made.close')).click()
      await expect(page.getByText(t('preferences.acts.none'))).toBeVisible()
      const refused = await page.request.get('/merchants/api-keys', {
        headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.trastienda.sandbox.v1+json' },
      })
      expect(refused.status()).toBe(401)
      return job
    },
  },
]

for (const hand of ['mouse', 'keyboard'] as const)
  for (const { run, ...row } of [...jobs, ...moreJobs])
    test(`job ${row.id} by ${hand}: ${row.what}`, hand === 'mouse' || isRepeated(row) ? nightlyOnly : {}, async ({ enter, browser }) => {
      const job = await run({ enter, browser, hand })
      keepJob(row, job)
      const { clicks, keys, seconds } = job.spent()
      expect.soft(seconds, 'seconds').toBeLessThanOrEqual(row.seconds)
      if (hand === 'mouse') expect(clicks, 'clicks').toBeLessThanOrEqual(row.clicks)
      else expect(keys, 'keys').toBeLessThanOrEqual(row.keys)
    })

test('holding Enter opens the capture dialog and does not confirm it', async ({ enter }) => {
  const at = await land({ enter, hand: 'keyboard' }, 'dostiendas', { shop: quietShop, sandbox: true })
  const { job, page, shopId } = at
  await waitForCapture(at, 2)
  const requests: string[] = []
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()))
  await page.goto(paths.inbox(shopId, { kind: 'capture', sandbox: true }))
  await page
    .getByRole('link', { name: like('inbox.together.capture') })
    .filter({ hasText: '€' })
    .focus()
  await page.keyboard.down('Enter')
  await job.load(expect(button(dialogOf(page), t('shell.close')).last()).toBeFocused())
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  expect(requests.filter((url) => url.endsWith('/capture'))).toEqual([])
  expect(await waitingCaptures(at)).toBe(2)
})
