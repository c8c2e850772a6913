import type { Page } from '@playwright/test'
import { rawWords } from '#domain/testing/rawWords'

/** The words of programs (codes, ids, days such as 2026-11-28) among the words that the page shows; what is set as code is meant to be one. */
export async function rawText(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('dialog[open]') ?? document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true })) continue
      if (!element.closest('script, style, code, pre, kbd, samp, .font-code')) found.push(walker.currentNode.textContent ?? '')
    }
    return found
  })
  return [...new Set(texts.flatMap(rawWords))]
}
