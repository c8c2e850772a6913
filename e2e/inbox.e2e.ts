import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { like, t } from './words.ts'

type Item = { key: string; kind: string; subject: string; object_id: string; amount: number }

const waiting = async (page: Page, shopId: string, kind: string): Promise<Item[]> =>
  (await read<{ items: Item[] }>(page, `/v2/merchants/${shopId}/inbox`)).items.filter((item) => item.kind === kind)

/** The row of an item: only this one has its action. */
const rowOf = (page: Page, { subject, kind }: Item) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: t('inbox.verbOf', { verb: t(`inbox.verb.${kind}`), subject }) }) })

test('the list shows the most urgent items, each kind with its total, and links to all of them', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  const tickets = page.getByRole('list', { name: t('inbox.tickets') }).getByRole('listitem')
  await expect(tickets.first()).toContainText('€')
  expect(await tickets.count()).toBeLessThanOrEqual(5)
  await page.getByRole('link', { name: t('shell.showAll'), exact: true }).click()
  await expect(page).toHaveURL(paths.inbox(id))
  await expect(page.getByRole('table', { name: t('inbox.table') })).toBeVisible()
})

test('an item resolved by a colleague disappears and shows who resolved it', nightlyOnly, async ({ enter }) => {
  const owner = await enter('owner.empresa')
  const { id } = await shopOf(owner)
  const [item] = await waiting(owner, id, 'duplicate')
  if (!item) throw new Error('no possible duplicate waits')
  await owner.goto(paths.inbox(id, { kind: 'duplicate' }))
  await expect(rowOf(owner, item).first()).toBeVisible()
  const shown = await rowOf(owner, item).count()

  const editor = await enter('editor.empresa')
  await editor.goto(paths.inbox(id, { kind: 'duplicate', item: item.key }))
  await editor
    .locator('tr[aria-selected=true]')
    .getByRole('button', { name: t('inbox.item.menuOf', { subject: item.subject }) })
    .click()
  await editor.getByRole('menuitem', { name: t('inbox.check') }).click()
  await expect(editor.getByText(t('inbox.check.done'))).toBeVisible()
  await expect(editor.getByText(like('inbox.solved.by')).first()).toBeVisible()

  // Nothing is clicked here: the update comes from the stream.
  await expect(rowOf(owner, item)).toHaveCount(shown - 1, { timeout: 120_000 })
  await expect(owner.getByText(like('inbox.solved.by')).first()).toBeVisible()
})

test('a member assigns an item to themselves, snoozes it, and gets it back', async ({ enter }) => {
  const page = await enter('editor.empresa')
  const { id } = await shopOf(page)
  const item = (await waiting(page, id, 'duplicate')).at(-1)
  if (!item) throw new Error('no possible duplicate waits')
  await page.goto(paths.inbox(id, { kind: 'duplicate', item: item.key }))
  const row = page.locator('tr[aria-selected=true]')
  const menu = row.getByRole('button', { name: t('inbox.item.menuOf', { subject: item.subject }) })
  await menu.click()
  await page.getByRole('menuitem', { name: t('inbox.owner.me') }).click()
  await expect(row.getByRole('button', { name: new RegExp(t('inbox.owner.choose', { subject: item.subject })) })).not.toContainText(
    t('inbox.owner.nobody'),
  )
  await menu.click()
  await page.getByRole('menuitem', { name: t('inbox.snooze.monday') }).click()
  await expect(row).toHaveCount(0)
  await page.getByText(like('inbox.resting')).click()
  await page.getByRole('button', { name: t('inbox.snooze.wake') }).click()
  await expect(row).toBeVisible()
})

test(
  'a link in an old e-mail says that the matter is resolved, and bulk actions show one table before anything is sent',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.empresa')
    const { id } = await shopOf(page)
    await page.goto(paths.inbox(id, { item: `capture:${'0'.repeat(32)}` }))
    await expect(page.getByRole('status').filter({ hasText: t('inbox.gone.title') })).toBeVisible()
    const dialog = page.getByRole('dialog', { name: t('inbox.together.title.capture') })
    // Other journeys capture orders of the same shop meanwhile.
    await expect(async () => {
      await page.goto(paths.inbox(id, { kind: 'capture', dialog: 'together' }))
      const captures = await waiting(page, id, 'capture')
      await expect(dialog.getByRole('row')).toHaveCount(captures.length + 2, { timeout: 4_000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  },
)

test('on the phone the inbox is the first tab; members without rights to act have none', nightlyOnly, async ({ enter }) => {
  const viewport = { width: 375, height: 812 }
  const page = await enter('editor.empresa', { viewport })
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  const tabs = (of: Page) => of.getByRole('navigation', { name: t('shell.nav.label') }).getByRole('button')
  await expect(tabs(page).first()).toHaveText(t('shell.route.inbox'))
  await tabs(page).first().click()
  await expect(page).toHaveURL(paths.inbox(id))
  const guest = await enter('guest.empresa', { viewport })
  await guest.goto(paths.operations(id))
  await expect(tabs(guest).first()).toHaveText(t('shell.route.operations'))
  await guest.goto(paths.inbox(id))
  await expect(guest).not.toHaveURL(paths.inbox(id))
})

test('the choice of notices per channel is saved', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  await page.goto('/settings/notifications')
  const type = t('settings.notifications.of.settlement_paid')
  const mail = page.getByRole('checkbox', { name: t('settings.notifications.emailOf', { type }) })
  await mail.check()
  await page.getByRole('checkbox', { name: t('settings.notifications.quiet') }).check()
  await expect(page.getByLabel(t('settings.notifications.quiet.from'), { exact: true })).toHaveValue('21')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.reload()
  await expect(mail).toBeChecked()
  await mail.uncheck()
  await page.getByRole('checkbox', { name: t('settings.notifications.quiet') }).uncheck()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})
