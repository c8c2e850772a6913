import { examine, sideways, violations } from './examine.ts'
import { asItOpens, longWords } from './longWords.ts'
import { expect, test } from './persona.ts'
import { screenGroups } from './screenGroups.ts'

test.describe.configure({ timeout: 180_000, mode: 'parallel' })

for (const { name, persona, own = false, sameWords, everySize, screens } of screenGroups) {
  test(`${name}: no violation, nothing sticks out, a finger finds everything`, async ({ page, enter }) => {
    const seen = persona ? await enter(persona, { own }) : page
    expect(await examine(seen, await screens(seen), everySize)).toEqual([])
  })

  if (sameWords) continue
  test(`${name}: texts 40 % longer break no width`, async ({ page, enter }) => {
    const seen = persona ? await enter(persona, { own }) : page
    const all = (await screens(seen)).filter(
      ({ path, prepare }, at, every) => !prepare || every.findIndex((one) => one.path === path) === at,
    )
    await longWords(seen)
    expect(await sideways(seen, all.map(asItOpens), [320, 768, 1_200])).toEqual([])
    await expect(seen.getByRole('heading').filter({ hasText: / lö/ }).first()).toBeVisible()
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
