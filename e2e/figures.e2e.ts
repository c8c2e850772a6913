import type { Locator, Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

const cart = (shopId: string) => `/v2/merchants/${shopId}/configurations/cart`
const box = (page: Page, key: string) => page.getByLabel(t(key), { exact: true })

/** As from the clipboard: the field is emptied and the text is inserted at once. */
async function paste(into: Locator, text: string): Promise<void> {
  await into.fill('')
  await into.evaluate((input, pasted) => {
    const data = new DataTransfer()
    data.setData('text', pasted)
    const taken = !input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    if (!taken) document.execCommand('insertText', false, pasted)
  }, text)
}

test('a money field shows the parsed amount; an invalid one shows an error and is not sent', async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await page.goto(paths.preferences(id))
  const before = await read(page, cart(id))
  const [min, save] = [box(page, 'preferences.cart.min'), page.getByRole('button', { name: t('preferences.cart.save') })]
  const note = page.locator('#cart-min-note')

  for (const [typed, shown] of [
    ["12'50", '12,50'],
    ['1.250', '1.250,00'],
    ['12.50', '12,50'],
    ['0,5', '0,50'],
  ] as const) {
    await min.fill('')
    await min.pressSequentially(typed)
    await expect(min).toHaveValue(typed)
    await min.blur()
    await expect(min).toHaveValue(shown)
  }
  for (const [pasted, shown] of [
    ['1,250.00 EUR', '1.250,00'],
    ['1\u00a0250,00\u200b €', '1.250,00'],
    ['\uff11\uff12\uff0c\uff15', '12,50'],
  ] as const) {
    await paste(min, pasted)
    await expect(min).toHaveValue(shown)
  }
  for (const [pasted, problem] of [
    ['129.9000', 'decimals'],
    ['0,005', 'decimals'],
    ['1,250', 'ambiguous'],
    ['-5', 'negative'],
    ['12,50 IVA incl.', 'format'],
  ] as const) {
    await paste(min, pasted)
    await expect(min).toHaveValue(pasted)
    await expect(note).toHaveText(t(`formats.reading.${problem}`))
    await expect(min).toHaveAttribute('aria-invalid', 'true')
  }
  // Empty means "no limit" here: an invalid limit must not become that.
  await box(page, 'preferences.cart.max').fill('900')
  await save.click()
  await expect(min).toBeFocused()
  expect(await read(page, cart(id))).toEqual(before)
})

test('every date filter reports a date that does not exist', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  for (const [path, label, opens] of [
    [paths.settlements(id), 'shell.from', null],
    [paths.activity(), 'shell.from', null],
    [paths.operations(id), 'operations.filter.from', t('operations.filters')],
  ] as const) {
    await page.goto(path)
    if (opens !== null) await page.getByRole('button', { name: opens }).first().click()
    const day = box(page, label)
    await day.fill('31.02.2026')
    await expect(page.getByText(t('formats.reading.day'))).toBeVisible()
    await day.fill('31.12.1899')
    await expect(page.getByText(t('formats.reading.year'))).toBeVisible()
    await day.fill('31.12.9999')
    await expect(page).toHaveURL(/9999-12-31/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})
