import { expect, type Page } from '@playwright/test'
import { isSaid } from './words.ts'

const longer = (text: string): string => text + ' lörem ïpsum dölor sït ämet cönsectetur'.slice(0, Math.ceil(text.trim().length * 0.4))
/** What was made longer once may look like a text with a value at its end. */
const isLonger = (text: string): boolean => / (?:l(?:ö|$)|$)/.test(text)

/** The longest order number and name that others may choose, without a place to break at. */
const longest = (text: string): string => (/\d/.test(text) ? 'PED' + '0123456789'.repeat(6) + '7' : 'Ñandú'.repeat(24))
/** What somebody else chose: no sentence, amount, address or date of ours, and no code of fixed length. */
const isChosen = (text: string): boolean =>
  !isSaid(text) && !/[€%@/•·×]|:$|\d{2}[.:]\d{2}|^ES\d{2}/.test(text) && /^\p{L}/u.test(text.trim())

/** A short number that is kept on one line, as `Unbroken` does: a long one is not. */
const short = '^[A-Z]{1,4}-\\d[\\d-]{2,14}\\d$'

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
 * Makes all texts of the page 40 % longer, as another language would have them, and those that others choose as long as they may be; amounts and what was
 * typed stay as they are.
 * @returns what makes them as they were
 */
export async function lengthen(page: Page): Promise<() => Promise<void>> {
  let back = async () => {}
  await expect(async () => {
    const nodes = await textsOf(page)
    const write = (texts: readonly (string | null)[]) =>
      nodes.evaluate(
        (all, { given, pattern }) =>
          all.forEach((node, at) => {
            const text = given[at] ?? node.data
            if (new RegExp(pattern).test(node.data) && text.length > 20) node.parentElement?.classList.remove('whitespace-nowrap')
            node.data = text
          }),
        { given: texts, pattern: short },
      )
    const before = await nodes.evaluate((all) => all.map(({ data }) => data))
    // The navigation says our own words and the provider's name.
    const inNavigation = await nodes.evaluate((all) => all.map((node) => node.parentElement?.closest('nav') !== null))
    const said = before.map((text, at) =>
      isLonger(text) ? null : isSaid(text) ? longer(text) : isChosen(text) && !inNavigation[at] ? longest(text) : null,
    )
    expect(said.some((text) => text !== null)).toBe(true)
    await write(said)
    back = () => write(before.map((text, at) => (said[at] === null ? null : text)))
  }).toPass()
  return back
}
