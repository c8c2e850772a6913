import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { find, type Row, shopOf } from '../../e2e/api.ts'
import { expect, test } from '../../e2e/persona.ts'
import { open } from '../../e2e/screens.ts'
import { t } from '../../e2e/words.ts'
import { paths } from '../../web/platform/routes/paths.ts'
import { prepare, untilStarted } from './shoot.ts'

const maxBytes = 120 * 1_024

/** Takes a screenshot of the viewport and compresses it for the README. */
async function keep(page: Page, name: string): Promise<void> {
  await untilStarted(page)
  const file = join(process.env.SCREENS_OUT ?? 'docs/pictures', `${name}.webp`)
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  await sharp(taken).webp({ quality: 82, effort: 6, preset: 'text' }).toFile(file)
  expect(statSync(file).size, file).toBeLessThanOrEqual(maxBytes)
}

/** Has no refunds, and is large enough for a partial one. */
const isWhole = ({ refunded_amount: refunded, total_amount: total }: Row) => refunded === 0 && total > 40_000

test.describe('readme', () => {
  test('list of operations', async ({ enter }) => {
    const page = await enter('owner.empresa')
    await prepare(page)
    const { id } = await shopOf(page)
    await open(page, { name: 'list', path: paths.operations(id) })
    await keep(page, 'operations')
  })

  test('refund before it is submitted', async ({ enter }) => {
    const page = await enter('owner.empresa')
    await prepare(page)
    const { id } = await shopOf(page)
    const row = await find(page, id, 'substatus=payment_process', isWhole)
    await open(page, { name: 'refund', path: paths.operationRefund(id, row.id), dialog: true })
    const dialog = page.getByRole('dialog')
    const amount = dialog.getByLabel(t('operations.refund.amount'), { exact: true })
    await amount.fill('120')
    await amount.blur()
    await expect(dialog.getByText(t('operations.impact.net'))).toBeVisible()
    await keep(page, 'refund')
  })

  test('phone, dark colour scheme', async ({ enter }) => {
    const page = await enter('owner.empresa', { deviceScaleFactor: 2 })
    await prepare(page)
    const { id } = await shopOf(page)
    await page.setViewportSize({ width: 375, height: 812 })
    await page.emulateMedia({ colorScheme: 'dark' })
    const row = await find(page, id, 'substatus=payment_process', isWhole)
    await open(page, { name: 'detail', path: paths.operation(id, row.id) })
    await keep(page, 'phone')
  })
})
