import { expect, type Page } from '@playwright/test'
import { isSaid } from './words.ts'

const longer = (text: string): string => text + ' lörem ïpsum dölor sït ämet cönsectetur'.slice(0, Math.ceil(text.trim().length * 0.4))
/** What was made longer once may look like a text with a value at its end. */
const isLonger = (text: string): boolean => text.includes(' lö')

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

/**
 * Makes all texts of the page 40 % longer, as another language would have them; names, amounts and what was typed stay as they are.
 * @returns what makes them as they were
 */
export async function lengthen(page: Page): Promise<() => Promise<void>> {
  let back = async () => {}
  await expect(async () => {
    const nodes = await textsOf(page)
    const write = (texts: readonly (string | null)[]) =>
      nodes.evaluate((all, given) => all.forEach((node, at) => (node.data = given[at] ?? node.data)), texts)
    const before = await nodes.evaluate((all) => all.map(({ data }) => data))
    const said = before.map((text) => (isSaid(text) && !isLonger(text) ? longer(text) : null))
    expect(said.some((text) => text !== null)).toBe(true)
    await write(said)
    back = () => write(before.map((text, at) => (said[at] === null ? null : text)))
  }).toPass()
  return back
}
