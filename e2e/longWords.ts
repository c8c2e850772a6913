import { expect, type Page } from '@playwright/test'
import { isSaid } from './words.ts'

const longer = (text: string): string => text + ' lörem ïpsum dölor sït ämet cönsectetur'.slice(0, Math.ceil(text.trim().length * 0.4))

/** Texts of the page that have words in them. */
const textsOf = (page: Page) =>
  page.evaluateHandle(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode as Text // the walker shows texts alone
      if (/\p{L}{2}/u.test(node.data) && !node.parentElement?.closest('script, style')) found.push(node)
    }
    return found
  })

/** Makes all texts of the page 40 % longer, as another language would have them; names, amounts and what was typed stay as they are. */
export async function lengthen(page: Page): Promise<void> {
  await expect(async () => {
    const nodes = await textsOf(page)
    const said = (await nodes.evaluate((all) => all.map(({ data }) => data))).map((text) => (isSaid(text) ? longer(text) : null))
    expect(said.some((text) => text !== null)).toBe(true)
    await nodes.evaluate((all, texts) => all.forEach((node, at) => (node.data = texts[at] ?? node.data)), said)
    await nodes.dispose()
  }).toPass()
}
