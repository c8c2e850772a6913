import { paths } from '../web/platform/routes/paths.ts'
import { ask, find, shopOf } from './api.ts'
import { expect, test } from './persona.ts'
import { listTitle } from './regions.ts'
import { like, t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

// Changes since the last visit. The demo's members left the list the day before.
test(
  'changes since the last visit are shown above the list, old and new side by side, until they are marked as seen',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('guest.empresa')
    const admin = await enter('admin.empresa')
    const { id } = await shopOf(page)
    // Sold before the visit, and refunded by another member after it.
    const row = await find(admin, id, 'substatus=payment_process', ({ refunded_amount: refunded, mid }) => refunded === 0 && mid !== null, {
      from: 60,
    })
    expect((await ask(admin, 'POST', `/v2/merchants/${id}/orders/${row.id}/refund`, { body: { amount: 123 } })).status()).toBe(201)
    await page.goto(paths.operations(id))
    await expect(listTitle(page)).toBeVisible()
    const changesLink = page.getByRole('link', { name: like('visit.door') }).or(page.getByRole('link', { name: like('visit.doorMore') }))
    await changesLink.click()
    const dialog = page.getByRole('dialog', { name: t('visit.title') })
    const line = dialog.getByRole('row').filter({ hasText: row.mid ?? '' })
    await expect(line).toContainText(t('visit.refunded'))
    await expect(line).toContainText('0,00\u00a0€')
    await expect(line).toContainText('1,23\u00a0€')
    await line.getByRole('link').click()
    await expect(page.getByRole('link', { name: t('operations.detail.back') })).toBeVisible()
    await page.goBack()
    await dialog.getByRole('button', { name: t('visit.seen') }).click()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(listTitle(page)).toBeVisible()
    // Other journeys change orders of the same shop meanwhile: seen changes are gone, new ones may appear.
    await page.goto(paths.operations(id, { dialog: 'changes' }))
    await expect(dialog.getByText(like('visit.none')).or(dialog.getByRole('row')).first()).toBeVisible()
    await expect(line).toHaveCount(0)
  },
)
