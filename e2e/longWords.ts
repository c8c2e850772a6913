import { expect, type Page } from '@playwright/test'
import { isSpokenText } from './words.ts'

const longer = (text: string): string => text + ' lörem ïpsum dölor sït ämet cönsectetur'.slice(0, Math.ceil(text.trim().length * 0.4))
/** A text that was lengthened once may look like a message with a value at its end. */
const isLonger = (text: string): boolean => / (?:l(?:ö|$)|$)/.test(text)

/** The longest order number and name that others may choose, without a break opportunity. */
const longest = (text: string): string => (/\d/.test(text) ? 'PED' + '0123456789'.repeat(6) + '7' : 'Ñandú'.repeat(24))
/** Text chosen by users: not a message, amount, address or date of ours, and no code of fixed length. */
const isChosen = (text: string): boolean =>
  !isSpokenText(text) && !/[€%@/•·×]|:$|\d{2}[.:]\d{2}|^ES\d{2}/.test(text) && /^\p{L}/u.test(text.trim())

/** A short number that is kept on one line, as `Unbroken` does: a long one is not. */
const short = '^[A-Z]{1,4}-\\d[\\d-]{2,14}\\d$'

/** Text nodes of the page that contain words. */
const textsOf = (page: Page) =>
  page.evaluateHandle(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode as Text // the walker returns only text nodes
      if (/\p{L}{2}/u.test(node.data) && !node.parentElement?.closest('script, style')) texts.push(node)
    }
    return texts
  })

/**
 * Makes all texts of the page 40 % longer, to simulate another language, and those chosen by users as long as allowed; amounts and
 * input stay unchanged.
 * @returns a function that restores them
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
    // The navigation contains only our own messages and the provider's name.
    const inNavigation = await nodes.evaluate((all) => all.map((node) => node.parentElement?.closest('nav') !== null))
    const said = before.map((text, at) =>
      isLonger(text) ? null : isSpokenText(text) ? longer(text) : isChosen(text) && !inNavigation[at] ? longest(text) : null,
    )
    expect(said.some((text) => text !== null)).toBe(true)
    await write(said)
    back = () => write(before.map((text, at) => (said[at] === null ? null : text)))
  }).toPass()
  return back
}
