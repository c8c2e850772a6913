import type { Locator, Page } from '@playwright/test'

/** A job of the day, counted: 2 s for a click, 1 s for a page to load, 0.28 s for a key (the model of its target). */
export function job(page: Page) {
  let clicks = 0
  let seconds = 0
  return {
    click: async (target: Locator) => {
      clicks += 1
      seconds += 2
      await target.click()
    },
    type: async (text: string) => {
      seconds += 0.28 * text.length
      await page.keyboard.type(text)
    },
    press: async (key: string) => {
      seconds += 0.28
      await page.keyboard.press(key)
    },
    /** Something new has to be loaded and seen. */
    load: async (awaited: Promise<unknown>) => {
      seconds += 1
      await awaited
    },
    spent: () => ({ clicks, seconds: Math.round(seconds * 100) / 100 }),
  }
}
