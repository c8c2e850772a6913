import { expect, type Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import type { ScreenToSee } from './screens.ts'
import { like, t } from './words.ts'

/** Overlays of the list besides its own dialogs: saved views, changes, and bulk actions. */
export async function listScreens(page: Page): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  return [
    { name: 'views', path: paths.operations(id, { status: 'in_process', min_amount: 30_000, dialog: 'views' }), dialog: true },
    { name: 'changes since the last visit', path: paths.operations(id, { dialog: 'changes' }), dialog: true },
    {
      name: 'several refunds',
      path: paths.operations(id, { status: 'accepted', page: 30 }),
      prepare: async (seen) => {
        const start = seen.getByRole('button', { name: t('bulk.start'), exact: true })
        const boxes = seen.getByRole('checkbox', { name: like('bulk.select') })
        // Phones show the boxes once selecting has begun.
        await expect(start.or(boxes).filter({ visible: true }).first()).toBeVisible()
        if (await start.isVisible()) await start.click()
        for (const nth of [0, 1, 2]) await boxes.nth(nth).check()
        await seen
          .getByRole('group', { name: t('bulk.bar') })
          .getByRole('button', { name: like('bulk.verb.refund') })
          .click()
        await expect(
          seen
            .getByRole('dialog')
            .getByRole('table', { name: t('bulk.table') })
            .locator('tbody')
            .getByRole('row'),
        ).toHaveCount(3)
      },
    },
  ]
}
