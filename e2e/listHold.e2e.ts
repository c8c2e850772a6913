import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { expect, test } from './persona.ts'
import { menu, rows } from './regions.ts'
import { t } from './words.ts'

test('a long press on a row of the list selects it, and a moving finger does not', async ({ enter }) => {
  const page = await enter('editor.autonomo', { viewport: { width: 375, height: 812 }, hasTouch: true })
  const { id } = await shopOf(page)
  const list = paths.operations(id, { substatus: 'payment_process' })
  await page.goto(list)
  const row = rows(page).nth(1)
  const start = page.getByRole('button', { name: t('bulk.start'), exact: true })
  await expect(start).toBeVisible()
  await expect(menu(page)).toHaveCount(1)
  // The rows' checkboxes are loaded after the list.
  await expect(row.locator('span[hidden]')).toBeAttached()
  await row.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const finger = [{ x: x + width / 2, y: y + height / 2 }]
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: typeof finger) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })

  await touch('touchStart', finger)
  await expect(page.getByRole('group', { name: t('bulk.bar') })).toBeVisible()
  // It lies over the bottom bar, which would take the focus unseen.
  await expect(menu(page)).toHaveCount(0)
  await touch('touchEnd', [])
  await expect(row.getByRole('checkbox')).toBeChecked()
  await expect(page).toHaveURL(list)
  await start.click()
  await expect(rows(page).getByRole('checkbox')).toHaveCount(0)

  await page.clock.install()
  await touch('touchStart', finger)
  await touch('touchMove', [{ x: finger[0]?.x ?? 0, y: (finger[0]?.y ?? 0) - 60 }])
  await page.clock.runFor(1_000)
  await touch('touchEnd', [])
  await expect(rows(page).getByRole('checkbox')).toHaveCount(0)
})
