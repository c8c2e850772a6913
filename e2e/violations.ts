import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'
import { stillness } from './screens.ts'
import { t } from './words.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** All rules, or only those of contrast; `sizes: false` leaves out that of the targets' sizes, a quarter of the time, where `tooSmall` asks for more. */
type Wish = { of?: 'all' | 'colours'; around?: boolean; sizes?: boolean }

const optionsOf = (of: Wish['of'], sizes: boolean): Axe.RunOptions => ({
  resultTypes: ['violations'],
  // Every frame is checked separately.
  iframes: false,
  ...(!sizes && { rules: { 'target-size': { enabled: false } } }),
  runOnly: of === 'colours' ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: standards },
})

/**
 * WCAG 2.2 AA violations of the page and its frames as "rule: elements". The page under an open dialog is checked separately.
 * @param wish.around whether menu and top bar around the page count too (default: yes)
 */
export async function violations(page: Page, { of = 'all', around = true, sizes = true }: Wish = {}): Promise<string[]> {
  // During a colour transition the contrast is not defined.
  await stillness(page)
  const found: string[] = []
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe)
    found.push(
      ...(await frame.evaluate(
        async ({ options, around }) => {
          const { axe } = globalThis as unknown as { axe: typeof Axe } // injected above
          const dialog = document.querySelector('dialog[open]')
          const context = {
            include: dialog ?? document,
            // The sixth row has the same structure as the first five.
            exclude: [['tbody > tr:nth-child(n + 6)'], ...around.map((part) => [part])],
          }
          const { violations: all } = (await axe.run(context as never, options)) as Axe.AxeResults // its types accept only selectors, not elements
          // In a row that scrolls sideways, what lies over a large enough target is not what lies over it once it is scrolled to.
          const scrolls = (element: Element | null): boolean =>
            element !== null &&
            ((element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)) ||
              scrolls(element.parentElement))
          const movesClear = ({ target }: Axe.NodeResult) => {
            const element = document.querySelector(String(target[0]))
            const box = element?.getBoundingClientRect()
            return box !== undefined && box.width >= 24 && box.height >= 24 && scrolls(element)
          }
          const kept = all
            .map(({ id, nodes }) => ({ id, nodes: id === 'target-size' ? nodes.filter((node) => !movesClear(node)) : nodes }))
            .filter(({ nodes }) => nodes.length > 0)
          return kept.map(({ id, nodes }) => {
            const shown = nodes
              .slice(0, 3)
              .map(({ target, failureSummary }) => `${target.join(' ')} (${(failureSummary ?? '').split('\n')[1]?.trim()})`)
            return `${id}: ${shown.join(' | ')}${nodes.length > 3 ? ` and ${nodes.length - 3} more` : ''}`
          })
        },
        { options: optionsOf(of, sizes), around: around ? [] : ['.strip', `nav[aria-label="${t('shell.nav.label')}"]`] },
      )),
    )
  }
  return found
}
