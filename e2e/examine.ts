import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { open, type ScreenToSee, stillness } from './screens.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Violations of WCAG 2.2 AA as "rule: elements", or of one rule alone. */
export async function violations(page: Page, only?: string): Promise<string[]> {
  // What is on its way to another colour is neither the one nor the other.
  await stillness(page)
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  // Under a dialog lies a page that is examined by itself.
  if ((await page.locator('dialog[open]').count()) > 0) axe.include('dialog[open]')
  // The sixth row is made as the first five are.
  axe.exclude('tbody > tr:nth-child(n + 6)')
  const { violations: found } = await (only === undefined ? axe.withTags(standards) : axe.withRules([only])).analyze()
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target.join(' ')} (${(failureSummary ?? '').split('\n')[1]?.trim()})`)
        .join(' | ')}${nodes.length > 3 ? ` and ${nodes.length - 3} more` : ''}`,
  )
}

/**
 * What sticks out sideways, by name: of the document, of a dialog over it, or of what is fixed to the window. What lies
 * in a part that scrolls by itself does not count.
 */
export const sticksOut = (page: Page) =>
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
 * What a finger cannot hit: controls that do not answer 21 px around their middle, but for links inside a sentence (WCAG's
 * own exception) and what only the keyboard sees.
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
      // The whole row, field or label is the target of what stands in it.
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

type Look = { width: number; everySize?: true; schemes?: readonly ('light' | 'dark')[]; sideways?: true; fingers?: true }

/** From wide to narrow; every rule in light on desk and phone, colours in the dark once: they are the same at every width. Fingers last: looking for them scrolls. */
const looks: readonly Look[] = [
  { width: 1_440, schemes: ['light'] },
  // Only what stands around a page is another there: a few screens show it.
  { width: 768, everySize: true, schemes: ['light'], sideways: true },
  { width: 375, schemes: ['light', 'dark'], sideways: true },
  { width: 320, sideways: true },
  { width: 375, fingers: true },
]

/** Everything wrong with the screens: rules and colours, what sticks out sideways, what a finger cannot hit. */
export async function examine(page: Page, screens: readonly ScreenToSee[], everySize = false): Promise<string[]> {
  const wrong: string[] = []
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of screens) {
    const note = (found: readonly string[], ...where: (string | number)[]) =>
      wrong.push(...found.map((one) => `${[screen.name, ...where].join(', ')}: ${one}`))
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, screen)
    for (const { width, schemes = [], sideways, fingers, ...look } of looks) {
      await page.setViewportSize({ width, height: width < 700 ? 812 : 900 })
      for (const colorScheme of look.everySize && !everySize ? [] : schemes) {
        await page.emulateMedia({ colorScheme })
        note(await violations(page, colorScheme === 'dark' ? 'color-contrast' : undefined), width, colorScheme)
      }
      if (sideways || fingers) await page.emulateMedia({ colorScheme: 'light' })
      if (sideways) {
        await stillness(page)
        note(
          [await sticksOut(page)].filter((found) => found !== null),
          width,
        )
      }
      if (fingers && screen.fingers !== false) note(await tooSmall(page), 'too small for a finger')
    }
  }
  return wrong
}

type Opening = (page: Page, screen: ScreenToSee) => Promise<void>

/** Screens that scroll sideways at a width. */
export async function sideways(
  page: Page,
  screens: readonly ScreenToSee[],
  widths: readonly number[],
  opening: Opening = open,
): Promise<string[]> {
  const wrong: string[] = []
  for (const screen of screens) {
    await page.setViewportSize({ width: widths.at(-1) ?? 1_200, height: 800 })
    await opening(page, screen)
    for (const width of widths.toReversed()) {
      await page.setViewportSize({ width, height: 800 })
      await stillness(page)
      const found = await sticksOut(page)
      if (found !== null) wrong.push(`${screen.name} at ${width}: ${found}`)
    }
  }
  return wrong
}
