import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { sticksOut, tooSmall } from './examine.ts'
import { newPerson } from './newPerson.ts'
import { expect, password, test } from './persona.ts'
import { menu } from './regions.ts'
import { stepUpUntil } from './stepUp.ts'
import { violations } from './violations.ts'
import { t } from './words.ts'

const pin = '2580'

/** Checks every till screen: rules, and on a phone overflow and touch targets. */
async function look(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  expect(await sticksOut(page)).toBeNull()
  expect(await tooSmall(page)).toEqual([])
  await page.setViewportSize({ width: 1000, height: 800 })
}

test('a shared till is opened by its code, entered with a PIN, locked after a minute, and closed by the fifth wrong PIN', async ({
  enter,
  page,
}) => {
  const email = await newPerson(enter)
  const owner = await enter('dostiendas', { own: true })
  await owner.goto(paths.tills())
  await owner.getByRole('button', { name: t('tills.open') }).click()
  await owner.getByLabel(t('tills.dialog.name')).fill('Caja de prueba')
  await owner.getByRole('button', { name: t('tills.dialog.submit') }).click()
  await stepUpUntil(owner, owner.getByRole('img', { name: t('tills.code.label') }))
  const code = await owner.getByRole('dialog').locator('code').innerText()

  // The device: without a camera, only by typing the code.
  await page.clock.install()
  await page.goto(paths.till())
  await expect(page.getByLabel(t('tills.enter.code'))).toBeVisible()
  await look(page)
  await page.getByLabel(t('tills.enter.code')).fill(code.toLowerCase())
  await page.getByRole('button', { name: t('tills.enter.submit') }).click()
  await expect(page.getByRole('heading', { name: t('tills.face.title') })).toBeVisible()
  await expect(owner.getByText(t('tills.code.entered', { name: 'Caja de prueba' }))).toBeVisible()

  // Setting one's own PIN: the password once.
  const signIn = async () => {
    await page.getByRole('button', { name: t('tills.face.add') }).click()
    await page.getByLabel(t('session.email'), { exact: true }).fill(email)
    await page.getByLabel(t('session.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('session.signIn'), exact: true }).click()
    await expect(page.getByLabel(t('tills.new.pin'))).toBeVisible()
  }
  // The previous member's whole session is not available at the counter.
  await signIn()
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('heading', { name: t('tills.face.title') })).toBeVisible()
  await signIn()
  await page.getByLabel(t('tills.new.pin')).fill('1234')
  await page.getByLabel(t('tills.new.repeat')).fill('1234')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('tills.pin.easy'))).toBeVisible()
  await look(page)
  await page.getByLabel(t('tills.new.pin')).fill(pin)
  await page.getByLabel(t('tills.new.repeat')).fill(pin)
  await page.keyboard.press('Enter')
  const me = page.getByRole('button', { name: 'Nieves Prueba Larga' })
  await expect(me).toBeVisible()
  await look(page)

  // With the keyboard alone: the counter, as oneself, and nothing else.
  const choose = () =>
    expect(async () => {
      // The click may have had its effect already: then the name is gone.
      if (await me.isVisible()) {
        await me.focus({ timeout: 2_000 })
        await page.keyboard.press('Enter')
      }
      await expect(page.getByLabel(t('tills.unlock.pin'))).toBeFocused({ timeout: 2_000 })
    }).toPass()
  /** Types a PIN into an empty field. */
  const give = async (figures: string) => {
    await expect(page.getByLabel(t('tills.unlock.pin'))).toBeFocused()
    await expect(page.getByLabel(t('tills.unlock.pin'))).toHaveValue('')
    await page.keyboard.type(figures)
  }
  const unlock = async () => {
    await choose()
    await give(pin)
    await expect(page.getByText('Caja de prueba · Nieves Prueba Larga')).toBeVisible()
  }
  await unlock()
  await expect(page).toHaveURL(/\/operations\/new\?view=counter/)
  await expect(menu(page).getByRole('link')).toHaveText([t('offlineCheckout.charge'), t('shell.route.operations')])
  const list = page.url().replace(/\/new.*/, '')
  await page.goto(list)
  await page.goto(list.replace('operations', 'preferences'))
  await expect(page).toHaveURL(/\/operations$/)

  // A minute without activity; the same person continues where they were.
  await expect(async () => {
    await page.clock.fastForward(61_000)
    await expect(page).toHaveURL(/\/till\?redirect=/, { timeout: 2_000 })
  }).toPass()
  await unlock()
  await expect(page).toHaveURL(/\/operations$/)
  const lock = page.getByRole('button', { name: t('tills.bar.lock') })
  await lock.click()

  // Another person tries; the member is notified on the next entry.
  await choose()
  await give('0001')
  await expect(page.getByText(t('errors.PinWrong', { left: 4 }))).toBeVisible()
  await page.getByRole('button', { name: t('tills.unlock.other') }).click()
  await choose()
  await give(pin)
  await expect(page.getByRole('heading', { name: t('tills.missed.title') })).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: t('tills.missed.go') }).click()
  await lock.click()

  // Failed attempts count for a day: the PIN is locked with the fourth, and the till closes at its own fifth.
  await choose()
  await look(page)
  for (const left of [3, 2]) {
    await give('0001')
    await expect(page.getByText(t('errors.PinWrong', { left }))).toBeVisible()
  }
  await give('0001')
  await expect(page.getByText(t('errors.PinWrong', { left: 1 }))).toBeVisible()
  await give('0001')
  await expect(page.getByText(t('errors.PinWrong.lost'))).toBeVisible()
  await give('0001')
  await expect(page.getByText(t('errors.TillClosed.pins'))).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('listitem').filter({ hasText: 'Caja de prueba' })).toContainText('cinco PIN')
})
