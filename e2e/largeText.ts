import type { Frame, Page } from '@playwright/test'
import { brokenWords } from './brokenWords.ts'
import { cutText, sticksOut } from './examine.ts'
import { growAmounts } from './growAmounts.ts'
import { open, stillness } from './screens.ts'
import { violations } from './violations.ts'

/** Does something at another text size of the browser itself, in px of a root em (16 is normal, 32 is 200 %), and sets the normal one again. */
export async function atTextSize<Found>(page: Page, size: number, look: () => Promise<Found>): Promise<Found> {
  const browser = await page.context().newCDPSession(page)
  const set = async (standard: number) => {
    await browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: Math.round(standard * 0.8) } })
    await stillness(page)
  }
  await browser.send('Page.enable')
  try {
    await set(size)
    return await look()
  } finally {
    await set(16)
    await browser.detach()
  }
}

type Marked = { largeText?: { element: Element; size: number; isCut: boolean }[] }

/** Remembers the size of every text that is seen now, and whether an ellipsis stands for some of it. */
const remember = (page: Page | Frame) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const sizes: NonNullable<Marked['largeText']> = []
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true }) || (walker.currentNode.textContent ?? '').trim() === '') continue
      // The poster is shown as it is printed; a large amount grows as far as a line of the phone takes it.
      if (element.closest('script, style, .poster-page, .till-figure, .text-hero[style]')) continue
      sizes.push({ element, size: parseFloat(getComputedStyle(element).fontSize), isCut: element.scrollWidth > element.clientWidth + 1 })
    }
    ;(window as Marked).largeText = sizes // read back by `grownLess`
  })

/** Texts that are less than twice as large as they were remembered, or that an ellipsis cuts now. */
const grownLess = (page: Page | Frame) =>
  page.evaluate(() => {
    const found = ((window as Marked).largeText ?? []).flatMap(({ element, size, isCut }) => {
      if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true })) return []
      const { fontSize, textOverflow, overflowX } = getComputedStyle(element)
      const now = parseFloat(fontSize)
      const words = (element.textContent ?? '').trim().slice(0, 30)
      const isCutNow = textOverflow === 'ellipsis' && overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      return [
        ...(now >= 1.99 * size ? [] : [`grows to ${Math.round((100 * now) / size)} % only: "${words}"`]),
        ...(isCutNow && !isCut ? [`cut with an ellipsis: "${words}"`] : []),
      ]
    })
    return [...new Set(found)]
  })

/** Texts that lie over one another, and those that reach out of a button, a field or a part that hides what does not fit in its height. */
const collidingText = (page: Page | Frame) =>
  page.evaluate(() => {
    const scope = document.querySelector<HTMLElement>('dialog[open]') ?? document.body
    const seen = (element: Element | null) =>
      element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) === true &&
      // Of a drawing, the words of a chart's axes: the bars of another cut their names off.
      !element.closest('.sr-only, script, style, svg:not(.chart-plot svg), [popover]:not(:popover-open)')
    const words = (element: Element | null) => (element?.textContent ?? '').trim().slice(0, 30)
    /** What is on its own layer may lie over the page: it scrolls away, or the page does. */
    const layer = (element: Element | null): Element | null => {
      for (let one = element; one !== null && one !== scope; one = one.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(one).position)) return one
      return null
    }
    /** The part of a line that nothing around it cuts off. */
    const seenOf = (line: DOMRect, element: Element): DOMRect => {
      let { left, right, top, bottom } = line
      for (let one: Element | null = element; one !== null && one !== scope; one = one.parentElement) {
        if (getComputedStyle(one).overflowX === 'visible') continue
        const around = one.getBoundingClientRect()
        left = Math.max(left, around.left)
        right = Math.min(right, around.right)
        top = Math.max(top, around.top)
        bottom = Math.min(bottom, around.bottom)
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    const boxes: { box: DOMRect; element: Element; layer: Element | null }[] = []
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement
      if (!element || !seen(element) || (walker.currentNode.textContent ?? '').trim() === '') continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const on = layer(element)
      for (const line of range.getClientRects()) {
        const box = seenOf(line, element)
        if (box.width > 2 && box.height > 2) boxes.push({ box, element, layer: on })
      }
    }
    const found: string[] = []
    boxes.sort((one, other) => one.box.top - other.box.top)
    for (const [nth, { box, element, layer: on }] of boxes.entries())
      for (let next = nth + 1; next < boxes.length; next += 1) {
        const other = boxes[next]
        if (!other || other.box.top > box.bottom) break
        if (other.element === element || other.layer !== on) continue
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
        // The boxes of lines are higher than their letters.
        if (across > 3 && down > 0.45 * Math.min(box.height, other.box.height))
          found.push(`"${words(element)}" lies over "${words(other.element)}"`)
      }
    for (const element of scope.querySelectorAll<HTMLElement>('*')) {
      if (!seen(element) || element.clientHeight < 3 || words(element) === '') continue
      const { overflowY, webkitLineClamp } = getComputedStyle(element)
      if (webkitLineClamp !== 'none') continue
      const hides = /hidden|clip/.test(overflowY)
      const lowest = () => Math.max(...boxes.flatMap((one) => (element.contains(one.element) ? one.box.bottom : [])))
      const over = hides
        ? element.scrollHeight - element.clientHeight
        : element.matches('button, a[class*="rounded"], [role="button"]')
          ? lowest() - element.getBoundingClientRect().bottom
          : 0
      // The boxes of lines are higher than their letters.
      if (over > 6) found.push(`"${words(element)}" is ${Math.round(over)} px higher than its box`)
    }
    return [...new Set(found)]
  })

/**
 * What is lost of the present page, or of a frame in it, on a phone with text twice as large (WCAG 1.4.4): growth, words, sideways scrolling; with amounts
 * of hundreds of thousands of euros.
 */
export async function lostInLargeText(page: Page, seen: Page | Frame = page): Promise<string[]> {
  await page.setViewportSize({ width: 375, height: 812 })
  await stillness(page)
  const restore = await growAmounts(seen)
  try {
    await remember(seen)
    const lost = await atTextSize(page, 32, async () => {
      const wide = await sticksOut(seen)
      return [
        ...(await grownLess(seen)),
        ...(wide === null ? [] : [wide]),
        ...(await cutText(seen)),
        ...(await collidingText(seen)),
        ...(await brokenWords(seen)),
      ]
    })
    return lost.map((one) => `text at 200 %: ${one}`)
  } finally {
    await restore()
  }
}

/** The same of a page opened with such text, with the rules: on a phone, and on a laptop, which has the layout of a phone then. */
export async function lostWhenOpenedLarge(page: Page, path: string): Promise<string[]> {
  const lost: string[] = []
  for (const [width, height] of [
    [375, 812],
    [1_280, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const found = await atTextSize(page, 32, async () => {
      await open(page, { name: path, path })
      const wide = await sticksOut(page)
      return [...(wide === null ? [] : [wide]), ...(await cutText(page)), ...(await collidingText(page)), ...(await violations(page))]
    })
    lost.push(...found.map((one) => `${path}, ${width}: ${one}`))
  }
  return lost
}
