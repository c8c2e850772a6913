import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

test(
  'the money calendar is walked by keyboard, a day opens its list, and its figures are the forecast’s',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.empresa')
    const { id } = await shopOf(page)
    type Forecast = { days: { on: string; settlement: { net_amount: number } | null }[] }
    const { days } = await read<Forecast>(page, `/v2/merchants/${id}/settlements/forecast`)
    const first = days.find(({ settlement }) => (settlement?.net_amount ?? 0) > 0)
    await page.goto(paths.moneyCalendar(id, { month: first?.on.slice(0, 7) }))
    const calendar = page.getByRole('figure').getByRole('list')
    const day = calendar.getByRole('link', { name: new RegExp(t('moneyCalendar.expected')) }).first()
    await expect(day).toBeVisible()
    const amount = Number(((await day.textContent()) ?? '').split('≈')[1]?.split(',')[0]?.replace(/\D/g, ''))
    expect(amount).toBe(Math.floor((first?.settlement?.net_amount ?? 0) / 100))

    // One stop for Tab; arrows go by day and by week.
    await day.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await expect(day).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(t('moneyCalendar.day.certainty'))
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).not.toHaveURL(/day=/)

    // The same figures as a table, and the month before.
    await calendar.getByRole('link').first().focus()
    await page.keyboard.press('t')
    await expect(page.getByRole('columnheader', { name: t('moneyCalendar.column.expected') })).toBeVisible()
    await page
      .getByRole('navigation', { name: t('moneyCalendar.months') })
      .getByRole('link')
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)
