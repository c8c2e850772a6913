import { expect, test, type Page } from '@playwright/test'
import { shortNumber } from '../domain/platform/shortNumber.ts'
import { languages } from '../domain/platform/languages.ts'
import { withLanguage } from '../server/platform/calls/messages.ts'
import { loadConfig } from '../server/platform/config/config.ts'
import { composeEmail } from '../server/platform/emails/composeEmail.ts'
import { samples } from '../server/provider/messages/samples.ts'
import { examineConsole } from './examineConsole.ts'
import { newStaff } from './newStaff.ts'
import { nightlyOnly } from './nightly.ts'
import { t } from './words.ts'
import { violations } from './violations.ts'

const sticksOutBy = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Plans whose days do not stand on one line: a label beside takes two. */
const unevenPlans = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('table:has(.dot):not(:has(table))')].filter((plan) => {
        const walker = document.createTreeWalker(plan, NodeFilter.SHOW_TEXT)
        const tops = new Set<number>()
        while (walker.nextNode()) {
          if (!/^\d{2}\.\d{2}\.\d{4}$/.test(walker.currentNode.textContent ?? '')) continue
          const range = document.createRange()
          range.selectNodeContents(walker.currentNode)
          tops.add(Math.round(range.getBoundingClientRect().top))
        }
        return tops.size !== 1
      }).length,
  )

/** Numbers of orders, settlements and invoices that the end of a line breaks. */
const brokenNumbers = (page: Page) =>
  page.evaluate((pattern) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode())
      for (const { 0: number, index } of (walker.currentNode.textContent ?? '').matchAll(new RegExp(pattern, 'g'))) {
        const range = document.createRange()
        range.setStart(walker.currentNode, index)
        range.setEnd(walker.currentNode, index + number.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(number)
      }
    return found
  }, shortNumber.source)

test(
  'every e-mail in every language fits a narrow and a wide screen, in the dark too, with enough contrast',
  nightlyOnly,
  async ({ page }) => {
    const config = loadConfig({ SESSION_SECRET: 'x'.repeat(32) })
    const wrong: string[] = []
    for (const language of languages)
      for (const { name, write } of samples) {
        await page.setContent(withLanguage(language, () => composeEmail(write(config), config)).html)
        for (const width of [320, 600]) {
          await page.setViewportSize({ width, height: 800 })
          const by = await sticksOutBy(page)
          if (by > 0) wrong.push(`${name} ${language}: ${by} px too wide at ${width}`)
          wrong.push(...(await brokenNumbers(page)).map((number) => `${name} ${language}: ${number} broken at ${width}`))
          if ((await unevenPlans(page)) > 0) wrong.push(`${name} ${language}: days of a plan on different lines at ${width}`)
        }
        // Colours do not depend on the language.
        for (const colorScheme of language === 'es' ? (['light', 'dark'] as const) : []) {
          await page.emulateMedia({ colorScheme })
          wrong.push(...(await violations(page)).map((problem) => `${name} ${colorScheme}: ${problem}`))
        }
      }
    expect(wrong).toEqual([])
  },
)

test('staff look at an e-mail in another language, dark, on a narrow screen and as text', nightlyOnly, async ({ browser }) => {
  const staff = await newStaff(browser, ['support'], ['Ada', 'Gil'])
  await staff.goto('/console/messages?name=customer-approved')
  const frame = staff.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Tu compra de 649,00 € está aprobada')
  await expect(frame.getByText('700,13 €')).toBeVisible()
  await staff.getByLabel(t('messages.language')).selectOption('eu')
  await staff.getByLabel(t('messages.look')).selectOption('dark')
  await staff.getByLabel(t('messages.width')).selectOption('320')
  await expect(frame.locator('html')).toHaveAttribute('lang', 'eu')
  await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(20, 17, 14)')
  await staff.getByLabel(t('messages.look')).selectOption('text')
  await expect(frame.getByText('700,13 €')).toBeVisible()
  // No script can run in the frame, so axe cannot either; the test above looks at what is in it.
  await staff.locator('iframe').evaluate((element) => element.remove())
  expect(await examineConsole(staff)).toEqual([])
})
