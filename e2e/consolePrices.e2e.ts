import { expect, type Page, test } from '@playwright/test'
import { running } from './newOwner.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import { examineConsole } from './examineConsole.ts'
import { newStaff } from './newStaff.ts'
import { like, t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

// A shop that no other journey sells in: its people are told of the change.
const shop = 'Quiñones Movilidad'

async function shopId(): Promise<string> {
  const { rows } = await withClient(running().ownerUrl, (client) =>
    client.query<{ id: string }>('select id from merchants where name = $1', [shop]),
  )
  return (rows[0]?.id ?? '').replaceAll('-', '')
}

const fee = (page: Page) => page.locator('#instalments-feeRate')
const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test('finance agrees terms with a merchant, sees their effect, and a second person confirms them', nightlyOnly, async ({ browser }) => {
  const wrong: string[] = []
  const merchantId = await shopId()
  const finance = await newStaff(browser, ['finance'], ['Fina', 'Roca'])
  await finance.goto('/console/prices')
  await title(finance, t('console.section.prices'))
  await expect(finance.getByRole('link', { name: t('prices.new') })).toHaveCount(0)
  wrong.push(...(await examineConsole(finance)))

  await finance.goto(`/console/prices/${merchantId}`)
  await title(finance, shop)
  wrong.push(...(await examineConsole(finance)))
  await finance.getByRole('link', { name: t('prices.agree') }).click()
  await fee(finance).fill('')
  await finance.keyboard.press('Enter')
  await expect(fee(finance)).toHaveAttribute('aria-invalid', 'true')
  await fee(finance).fill('2,1')
  await expect(finance.getByText(t('prices.effect.fees'))).toBeVisible()
  wrong.push(...(await examineConsole(finance)))
  await fee(finance).focus()
  await finance.keyboard.press('Enter')
  await expect(finance.getByText(like('console.confirmation.asked'))).toBeVisible()

  const second = await newStaff(browser, ['finance'], ['Berta', 'Mas'])
  await second.goto('/console/confirmations')
  const change = second.getByRole('article').filter({ hasText: shop })
  await expect(change.getByRole('row').filter({ hasText: '2,1' })).toBeVisible()
  await change.getByRole('button', { name: t('people.confirmation.confirm') }).click()
  await expect(second.getByText(t('people.confirmation.done'))).toBeVisible()

  await second.goto(`/console/prices/${merchantId}`)
  const comingRow = second.getByRole('row').filter({ hasText: t('prices.state.coming') })
  await expect(comingRow).toContainText('Fina Roca')
  await comingRow.getByRole('button', { name: t('prices.withdraw') }).click()
  await second
    .getByRole('dialog')
    .getByRole('button', { name: t('prices.withdraw') })
    .click()
  await expect(second.getByText(like('console.confirmation.asked'))).toBeVisible()
  expect(wrong).toEqual([])
})
