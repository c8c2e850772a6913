import type { Frame, Page } from '@playwright/test'

/** Writes hundreds of thousands, or another amount, in place of every amount: such a sum must fit too. Returns what restores them. */
export async function growAmounts(page: Page | Frame, amount = '123.456,78'): Promise<() => Promise<void>> {
  const grown = await page.evaluateHandle((amount) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const before: { node: Text; text: string; large: string }[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode as Text // the walker returns only text nodes
      // These are smaller where they are longer.
      if (node.parentElement?.closest('script, style, .poster-page, .till-figure, .text-hero')) continue
      const text = node.data
      const large = text.replace(/(?<![\d.,])\d{1,3}(?:\.\d{3})*,\d{2}(?=\s?€|$)/g, amount)
      if (large === text) continue
      before.push({ node, text, large })
      node.data = large
    }
    return before
  }, amount)
  // What the page has written meanwhile stays.
  return () =>
    grown.evaluate((before) => {
      for (const { node, text, large } of before) if (node.data === large) node.data = text
    })
}
