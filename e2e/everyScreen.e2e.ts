import { examine } from './examine.ts'
import { expect, test } from './persona.ts'
import { screenGroups } from './screenGroups.ts'
import { violations } from './violations.ts'

test.describe.configure({ timeout: 180_000, mode: 'parallel' })

for (const { name, persona, own = false, everySize, screens } of screenGroups) {
  test(`${name}: no violation, a finger finds everything, nothing sticks out even with longer words`, async ({ page, enter }) => {
    const seen = persona ? await enter(persona, { own }) : page
    expect(await examine(seen, await screens(seen), everySize)).toEqual([])
  })
}

test('the check is no empty promise: a planted gap in contrast and a nameless button are found', async ({ page }) => {
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
