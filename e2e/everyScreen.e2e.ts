import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { examine, sticksOut } from './examine.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { screenGroups } from './screenGroups.ts'
import { open } from './screens.ts'
import { violations } from './violations.ts'

test.describe.configure({ mode: 'parallel' })

for (const { name, persona, own = false, byNight = false, everySize, screens } of screenGroups) {
  const title = `${name}: no violation, a finger finds everything, nothing sticks out even with longer words`
  const look = async (page: Page) => expect(await examine(page, await screens(page), everySize)).toEqual([])
  // A page fixture that is not requested is not opened.
  const when = byNight ? nightlyOnly : {}
  if (persona) test(title, when, async ({ enter }) => look(await enter(persona, { own })))
  else test(title, when, ({ page }) => look(page))
}

test('the check finds a planted contrast violation and a button without a name', async ({ page }) => {
  await page.goto('/maintenance')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.evaluate(() => {
    const button = document.createElement('button')
    const words = document.createElement('p')
    words.append('apenas se lee')
    words.style.setProperty('color', '#ccc')
    words.style.setProperty('background', '#fff')
    document.querySelector('main')?.append(button, words)
  })
  const found = (await violations(page)).join()
  expect(found).toContain('button-name')
  expect(found).toContain('color-contrast')
})

test(
  'with the browser’s text twice as large nothing sticks out of a phone, and tickets hold their words',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.empresa', { viewport: { width: 375, height: 812 } })
    const { id } = await shopOf(page)
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.enable')
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    const pages = [
      paths.operations(id),
      paths.insights(id),
      paths.moneyCalendar(id),
      paths.reports(id),
      paths.preferencesCalls(id),
      paths.settlements(id),
    ]
    for (const path of pages) {
      await open(page, { name: path, path })
      expect(await sticksOut(page), path).toBeNull()
      const over = await page
        .locator('.ticket > *')
        .evaluateAll((parts) => parts.filter((part) => part.scrollWidth > part.clientWidth + 1).length)
      expect(over, path).toBe(0)
      const [lines, words] = await page.locator('h1').evaluate((heading) => {
        const text = document.createRange()
        text.selectNodeContents(heading)
        return [new Set([...text.getClientRects()].map(({ top }) => top)).size, (heading.textContent ?? '').trim().split(/\s+/).length]
      })
      expect(lines, `lines of the title of ${path}`).toBeLessThanOrEqual(words ?? 0)
    }
  },
)
