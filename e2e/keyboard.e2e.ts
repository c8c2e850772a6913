import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { find, shopOf } from './api.ts'
import { nightly, nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { moneyScreens, open, openScreens, readScreens } from './screens.ts'
import { like, t } from './words.ts'

/** The focused element: its name, whether it is visible, whether it is in the open dialog. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const shown = [
      element,
      ...(function* up(from: HTMLElement | null): Generator<HTMLElement> {
        for (let one = from; one && one !== document.body; one = one.parentElement) yield one
      })(element.parentElement),
    ].slice(0, 4)
    const visible =
      shown.some((one) => {
        const style = getComputedStyle(one)
        return (
          (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) ||
          (one.matches(':focus-within') && style.boxShadow !== 'none')
        )
      }) ||
      shown.some((one) =>
        ['::before', '::after'].some((part) => {
          const style = getComputedStyle(one, part)
          return style.content !== 'none' && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1
        }),
      )
    const box = element.getBoundingClientRect()
    const dialog = document.querySelector('dialog[open]')
    return {
      name: `${element.tagName.toLowerCase()} ${(element.getAttribute('aria-label') ?? element.innerText ?? element.id).trim().slice(0, 40)}`,
      visible,
      onScreen: box.bottom > 0 && box.top < innerHeight,
      inside: dialog === null || dialog.contains(element),
    }
  })

/** One of each layout: a list, a form that moves money, and the palette. `npm run nightly` checks the others too. */
const walked = ['sign-in', 'list with filters', 'refund', 'palette']
const repeats = ['keys', 'erasing a customer', 'detail rejected', 'cancel before capture', 'refund too large']

test('every Tab stop is visible, and a dialog traps the focus', async ({ page, enter }) => {
  const owner = await enter('owner.empresa')
  const wrong: string[] = []
  const walks = [
    ...openScreens.slice(0, 1).map((screen) => [page, screen] as const),
    ...[...(await readScreens(owner)), ...(await moneyScreens(owner))]
      .filter(({ name }) => (nightly ? !repeats.includes(name) : walked.includes(name)))
      .map((screen) => [owner, screen] as const),
  ]
  for (const [tab, screen] of walks) {
    await open(tab, screen)
    const stops = new Set<string>()
    for (let presses = 0; presses < 22; presses += 1) {
      await tab.keyboard.press('Tab')
      const stop = await focused(tab)
      if (stop === null) continue
      stops.add(stop.name)
      if (!stop.visible) wrong.push(`${screen.name}: no visible focus on ${stop.name}`)
      if (!stop.onScreen) wrong.push(`${screen.name}: out of sight: ${stop.name}`)
      if (!stop.inside) wrong.push(`${screen.name}: outside the dialog: ${stop.name}`)
    }
    if (stops.size < (screen.name === 'palette' ? 1 : 2)) wrong.push(`${screen.name}: ${stops.size} stops`)
  }
  expect([...new Set(wrong)]).toEqual([])
})

test('the first Tab stop is the skip link, and closing a dialog returns the focus to the element that opened it', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const list = paths.operations(id)
  await page.goto(list)
  await expect(page.getByRole('heading', { level: 1, name: t('operations.title') })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: t('shell.skip') })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true)
  const row = await find(page, id, 'substatus=payment_process', ({ refunded_amount: refunded }) => refunded === 0)
  const back = async (path: string, opener: ReturnType<Page['getByRole']>) => {
    await page.goto(path)
    await expect(opener).toBeVisible()
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => document.querySelector('dialog[open]')?.contains(document.activeElement) ?? false))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
  }
  await back(list, page.getByRole('link', { name: t('shell.download') }))
  // Buttons that open a dialog share their code: one of the list and one of the page are tested.
  for (const opener of nightly ? ['operations.simulate', 'operations.guide'] : [])
    await back(list, page.getByRole('link', { name: t(opener) }))
  const actions = page.getByRole('group', { name: t('operations.detail.actions') })
  await back(paths.operation(id, row.id), actions.getByRole('link', { name: t('operations.verb.refund') }))
  if (nightly) await back(paths.operation(id, row.id), actions.getByRole('link', { name: t('operations.verb.cancel') }))
})

test('a menu is navigated with arrow keys and closed with Escape', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  await page.goto('/')
  const opener = page.getByRole('button', { name: like('shell.user.menuOf') })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  // The items are loaded after the first screen; the arrow keys work from the moment when the first one has the focus.
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: t('shell.user.signOut') })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
})
