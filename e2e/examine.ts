import type { Frame, Page } from '@playwright/test'
import { brokenWords } from './brokenWords.ts'
import { growAmounts } from './growAmounts.ts'
import { lengthen } from './longWords.ts'
import { nightly } from './nightly.ts'
import { rawText } from './rawText.ts'
import { open, pressFolds, type ScreenToSee, stillness } from './screens.ts'
import { violations } from './violations.ts'

/**
 * Horizontal overflow, by element: of the document, of a dialog over it, or of fixed elements. Content
 * of a scrollable part does not count.
 */
export const sticksOut = (page: Page | Frame) =>
  page.evaluate(() => {
    const roots: HTMLElement[] = [document.documentElement, ...document.querySelectorAll<HTMLElement>('dialog[open]')]
    const found: string[] = []
    for (const root of roots) {
      const wide = root.scrollWidth > root.clientWidth + 1
      const edge = root.getBoundingClientRect().left + root.clientWidth + 1
      const held = (element: Element | null, of: (style: CSSStyleDeclaration) => boolean): boolean =>
        element !== null &&
        element !== root &&
        element !== document.body &&
        (of(getComputedStyle(element)) || held(element.parentElement, of))
      const culprits = [...root.querySelectorAll<HTMLElement>('*')].filter((element) => {
        if (element.getBoundingClientRect().right <= edge || !element.checkVisibility({ visibilityProperty: true })) return false
        if (element.closest('[popover]') || (root === document.documentElement && element.closest('dialog'))) return false
        if (held(element.parentElement, ({ overflowX }) => overflowX !== 'visible')) return false
        return wide || held(element, ({ position }) => position === 'fixed')
      })
      const names = culprits.slice(-3).map((element) => {
        const by = Math.round(element.getBoundingClientRect().right - edge + 1)
        return `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''} "${(element.textContent ?? '').slice(0, 30)}" by ${by} px`
      })
      if (wide || names.length > 0) found.push(`${root.tagName.toLowerCase()}: ${names.join(', ') || `${root.scrollWidth} px wide`}`)
    }
    return found.length > 0 ? found.join('; ') : null
  })

/**
 * Targets that are too small: controls that do not react 21 px around their centre, except links inside a sentence (WCAG's
 * own exception) and elements for keyboard users only.
 */
export const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const scope = document.querySelector('dialog[open]') ?? document
    const found: string[] = []
    for (const element of scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
      if (
        element.closest('[popover]:not(:popover-open), [aria-hidden=true]') ||
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue
      const inline = element.tagName === 'A' && getComputedStyle(element).display === 'inline'
      element.scrollIntoView({ block: 'center' })
      const box = element.getBoundingClientRect()
      if (inline || box.width < 2 || box.bottom <= 0) continue
      // The whole row, field or label is the target of the control in it.
      const target =
        element.closest('tr') ??
        element.closest('label') ??
        (element.matches('input, select') ? (element.parentElement ?? element) : element)
      const { left, top, width, height } = target.getBoundingClientRect()
      if (Math.round(width) >= 44 && Math.round(height) >= 44) continue
      const [x, y] = [left + width / 2, top + height / 2]
      const around = [
        [0, -21],
        [0, 21],
        [-21, 0],
        [21, 0],
      ] as const
      const answers = around.every(([right, down]) => {
        const hit = document.elementFromPoint(Math.min(Math.max(x + right, 1), innerWidth - 1), y + down)
        return hit !== null && (target === hit || target.contains(hit))
      })
      if (!answers)
        found.push(
          `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}" ${Math.round(width)}×${Math.round(height)}`,
        )
    }
    return [...new Set(found)]
  })

/** Text that its box cuts without an ellipsis, or that the next cell of a table covers. */
export const cutText = (page: Page | Frame) =>
  page.evaluate(() => {
    const found: string[] = []
    for (const element of (document.querySelector('dialog[open]') ?? document.body).querySelectorAll<HTMLElement>('*')) {
      const { overflowX, textOverflow, display } = getComputedStyle(element)
      const cuts = /hidden|clip/.test(overflowX) || display === 'table-cell'
      if (!cuts || textOverflow === 'ellipsis' || element.clientWidth < 3) continue
      if (element.scrollWidth <= element.clientWidth + 1 || element.innerText.trim() === '') continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      found.push(`cut "${element.innerText.trim().slice(0, 30)}" by ${element.scrollWidth - element.clientWidth} px`)
    }
    return [...new Set(found)]
  })

/** Controls of which nothing is seen when they have the focus: what does not scroll covers them (WCAG 2.4.11), or they are outside the window. */
const coveredFocus = (page: Page) =>
  page.evaluate(() => {
    const scope = document.querySelector('dialog[open]') ?? document
    const found: string[] = []
    for (const element of scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
      element.focus()
      if (document.activeElement !== element || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const target = element.closest('label') ?? (element.matches('input, select') ? (element.parentElement ?? element) : element)
      const { left, top, width, height } = element.getBoundingClientRect()
      if (width < 3 || height < 3) continue
      const isSeen = [0.1, 0.5, 0.9].some((right) =>
        [0.15, 0.5, 0.85].some((down) => target.contains(document.elementFromPoint(left + width * right, top + height * down))),
      )
      if (!isSeen)
        found.push(`focus not seen on "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}"`)
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    scrollTo(0, 0)
    return [...new Set(found)]
  })

/** Headings out of order: the first of a page is its title, of level 1, the only one, and none skips a level. A page without headings is one too. */
export const unorderedHeadings = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')
    const headings = [...(dialog ?? document).querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')].filter(
      (one) => (dialog !== null || !one.closest('dialog')) && one.checkVisibility({ visibilityProperty: true }),
    )
    const levels = headings.map(({ tagName }) => Number(tagName[1]))
    if (headings.length === 0 && !dialog) return ['no heading']
    return headings.flatMap(({ tagName, innerText }, at) => {
      const level = levels[at] ?? 0
      const before = levels[at - 1] ?? (dialog ? 1 : 0)
      const isTitle = level === 1
      return level > before + 1 || (isTitle && at > 0) ? [`heading out of order: ${tagName} "${innerText.slice(0, 30)}"`] : []
    })
  })

type Look = {
  width: number
  height?: number
  colours: 'light' | 'dark'
  sideways?: true
  fingers?: true
  /** Whether text is cut, or a word or figure broken; also with millions in place of every amount. */
  cuts?: true
  /** Whether a focused control is covered, in place of the rules. */
  covers?: true
}

/**
 * From wide to narrow, each width once: every rule on the light desktop, and on the dark phone, whose layout differs most. Touch targets
 * last there: checking them scrolls. The narrowest width, 320 px, is checked with longer texts, which overflow sooner.
 */
const looks: readonly Look[] = [
  { width: 1_440, colours: 'light', cuts: true },
  { width: 1_000, colours: 'light', sideways: true, cuts: true, covers: true },
  { width: 768, colours: 'light', sideways: true, cuts: true },
  // A laptop at 200 %.
  { width: 720, height: 450, colours: 'light', sideways: true, cuts: true, covers: true },
  { width: 375, colours: 'dark', sideways: true, fingers: true },
]
/** `npm test` opens each screen once, where most fails: on the phone, in the dark scheme. */
const ofToday: readonly Look[] = [{ width: 375, colours: 'dark', fingers: true }]

const sizeOf = (width: number, height = width < 700 ? 812 : 900) => ({ width, height })

/**
 * All problems of the screens: rules and contrast, touch targets, overflow, in Spanish and with longer texts. `npm run nightly` checks all sizes of all
 * screens, `npm test` only if `everySize` is set.
 */
export async function examine(page: Page, screens: readonly ScreenToSee[], everySize = false): Promise<string[]> {
  const wrong: string[] = []
  const everyLook = nightly || everySize
  const [first, ...further] = everyLook ? looks : ofToday
  if (!first) return wrong
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of screens.filter(({ repeats }) => nightly || !repeats)) {
    const note = (found: readonly string[], ...where: (string | number)[]) =>
      wrong.push(...found.map((one) => `${[screen.name, ...where].join(', ')}: ${one}`))
    const resize = async ({ width, height, colours }: Look) => {
      await page.setViewportSize(sizeOf(width, height))
      await page.emulateMedia({ colorScheme: colours })
    }
    await resize(first)
    await open(page, screen)
    note(await rawText(page), 'words of programs')
    note(await unorderedHeadings(page))
    for (const look of [first, ...further]) {
      if (look !== first) await resize(look)
      const byFinger = look.fingers === true && screen.fingers !== false
      // The application frame is checked only where every size is.
      if (!look.covers) note(await violations(page, { around: everySize, sizes: !byFinger }), look.width, look.colours)
      if (look.sideways) note(await sticksOutNow(page), look.width)
      if (look.cuts) {
        note([...(await cutText(page)), ...(await brokenWords(page))], look.width)
        const restore = await growAmounts(page, '1.234.567,89')
        note([...(await sticksOutNow(page)), ...(await cutText(page)), ...(await brokenWords(page))], look.width, 'millions')
        await restore()
      }
      if (look.covers) note(await coveredFocus(page), look.width)
      if (byFinger) note(await tooSmall(page), 'too small for a finger')
    }
    if (await pressFolds(page, true)) {
      note(
        [...(await violations(page, { around: everySize, sizes: false })), ...(await tooSmall(page)), ...(await unorderedHeadings(page))],
        'folded',
      )
      await pressFolds(page, false)
    }
    await lengthen(page)
    for (const width of everyLook ? [320, 768, 1_200] : [320]) note(await sticksOutAt(page, width), 'longer words', width)
  }
  return wrong
}

/** The overflow once the window has that width and the layout is stable. */
export async function sticksOutAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize(sizeOf(width))
  return sticksOutNow(page)
}

async function sticksOutNow(page: Page): Promise<string[]> {
  await stillness(page)
  const found = await sticksOut(page)
  return found === null ? [] : [found]
}
