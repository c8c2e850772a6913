import type { Page } from '@playwright/test'
import { brokenWords } from './brokenWords.ts'
import { sticksOutAt, tooSmall } from './examine.ts'
import { lostInLargeText } from './largeText.ts'
import { nightly } from './nightly.ts'
import { rawText } from './rawText.ts'
import { violations } from './violations.ts'

const phone = [375, 'dark'] as const
const everySize = [[1_440, 'light'], [1_000, 'light'], [820, 'dark'], phone] as const

/** What axe, the widths and a finger find wrong with the present page of the console: by day on a phone in the dark, at night at every size and with text twice as large. */
export async function examineConsole(page: Page): Promise<string[]> {
  const wrong: string[] = await rawText(page)
  for (const [width, colorScheme] of nightly ? everySize : [phone]) {
    await page.emulateMedia({ colorScheme })
    wrong.push(...(await sticksOutAt(page, width)), ...(await brokenWords(page)), ...(width === 1_000 ? [] : await violations(page)))
  }
  wrong.push(...(await tooSmall(page)))
  if (nightly) wrong.push(...(await lostInLargeText(page)))
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  return wrong.map((problem) => `${page.url()}: ${problem}`)
}
