import type { Page } from '@playwright/test'
import { examine } from './examine.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { screenGroups } from './screenGroups.ts'
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
