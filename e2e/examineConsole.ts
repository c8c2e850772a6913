import type { Page } from '@playwright/test'
import { brokenWords } from './brokenWords.ts'
import { cutText, sticksOutAt, tooSmall, unorderedHeadings } from './examine.ts'
import { lostInLargeText } from './largeText.ts'
import { nightly } from './nightly.ts'
import { rawText } from './rawText.ts'
import { violations } from './violations.ts'
import { t } from './words.ts'

const phone = [375, 'dark'] as const
const everySize = [[1_440, 'light'], [1_000, 'light'], [820, 'dark'], phone] as const

/** What is chosen in a list, and the example in an empty field, that is wider than its field. */
const cutInFields = (page: Page) =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    const scope = document.querySelector('dialog[open]') ?? document
    return [...scope.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select, input[placeholder]:placeholder-shown')].flatMap(
      (field) => {
        if (!pen || !field.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
        const text = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.placeholder
        const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(field)
        Object.assign(pen, { font, letterSpacing })
        const over = pen.measureText(text).width - (field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight))
        return over > 1 ? [`"${text}" is ${Math.round(over)} px wider than its field`] : []
      },
    )
  })

/** Days, times, amounts and dashes of a phone's cards that do not say of what they are; the time of the row itself does, and the time that is left. */
const unnamedCells = (page: Page) =>
  page.evaluate(
    (clear) => {
      const cells = document.querySelectorAll<HTMLTableCellElement>('.table-cards tbody td:is([data-card=net], [data-card=foot])')
      const found = [...cells].flatMap((cell) => {
        const name = cell.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex]?.textContent ?? ''
        const isBare = /^(?:—$|Hoy|Ayer|Mañana|\d\d\.\d\d\.\d{4}|[−+]?[\d.]+,\d\d)/.test(cell.innerText)
        return isBare && !clear.includes(name) ? [`"${cell.innerText.slice(0, 30)}" without the name of its column, ${name}`] : []
      })
      return [...new Set(found)]
    },
    [t('shell.heading.when'), t('work.column.deadline')],
  )

/** What axe, the widths and a finger find wrong with the present page of the console: by day on a phone in the dark, at night at every size and with text twice as large. */
export async function examineConsole(page: Page): Promise<string[]> {
  const wrong: string[] = await rawText(page)
  for (const [width, colorScheme] of nightly ? everySize : [phone]) {
    await page.emulateMedia({ colorScheme })
    wrong.push(...(await sticksOutAt(page, width)), ...(await brokenWords(page)), ...(await cutInFields(page)))
    wrong.push(...(width === 1_000 ? [] : await violations(page)))
  }
  wrong.push(...(await tooSmall(page)), ...(await unnamedCells(page)), ...(await unorderedHeadings(page)))
  if (nightly) wrong.push(...(await lostInLargeText(page)))
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  return wrong.map((problem) => `${page.url()}: ${problem}`)
}

/** What another language's words do not fit in, on a tablet and a phone. */
export async function examineWords(page: Page): Promise<string[]> {
  const wrong: string[] = []
  for (const width of [820, 375])
    wrong.push(...(await sticksOutAt(page, width)), ...(await cutText(page)), ...(await brokenWords(page)), ...(await cutInFields(page)))
  return wrong.map((problem) => `${page.url()}: ${problem}`)
}
