import { expect, type Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { paths } from '../web/platform/routes/paths.ts'
import { newStaff } from './newStaff.ts'
import { nightlyOnly } from './nightly.ts'
import { test } from './persona.ts'
import { read, shopOf } from './api.ts'
import { stillness } from './screens.ts'
import { t } from './words.ts'

/** Less than between two lines of the smallest text, in points. */
const lineHeight = 7

type Placed = { text: string; left: number; right: number; baseline: number }

/** Texts of a page that lie over the one to their right, or outside the paper. */
const misplaced = (texts: readonly Placed[], width: number): string[] =>
  texts
    .filter(({ left, right, baseline }) => {
      const isOver = texts.some(
        (other) => Math.abs(other.baseline - baseline) < lineHeight && other.left > left + 1 && other.left < right - 1,
      )
      return isOver || left < 0 || right > width
    })
    .map(({ text }) => text)

/** What is printed: the words of every page, and what is not where it can be read. */
async function printed(page: Page): Promise<{ words: string; unreadable: string[] }> {
  const pdf = await getDocument({ data: new Uint8Array(await page.pdf({ preferCSSPageSize: true })), verbosity: 0 }).promise
  const [words, unreadable]: [string[], string[]] = [[], []]
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const sheet = await pdf.getPage(number)
    const { width, height } = sheet.getViewport({ scale: 1 })
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842])
    const texts = (await sheet.getTextContent()).items.flatMap((item): Placed[] => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [left, baseline] = [Number(item.transform[4]), Number(item.transform[5])]
      return [{ text: item.str, left, right: left + item.width, baseline }]
    })
    words.push(...texts.map(({ text }) => text))
    unreadable.push(...misplaced(texts, width))
  }
  return { words: words.join(' ').replace(/\s+/g, ' '), unreadable }
}

/** Texts that their own box or cell cuts on paper. */
const cutTexts = async (page: Page): Promise<string[]> => {
  // As wide as the page between its margins.
  await page.setViewportSize({ width: 771, height: 1_000 })
  await page.emulateMedia({ media: 'print' })
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#contenido *')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, svg') && element.childElementCount === 0)
      .filter((element) => {
        const text = document.createRange()
        text.selectNodeContents(element)
        const cell = element.closest('td, th')
        const isOver = cell !== null && text.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1
        return isOver || (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
      })
      .map((element) => element.textContent ?? ''),
  )
  await page.emulateMedia({ media: null })
  return cut
}

/** Opens a page and looks at its print: everything on the paper, some headings (keys), and none of what is pressed (keys). */
async function printedWhole(page: Page, path: string, headings: readonly string[], controls: readonly string[]): Promise<void> {
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto(path)
  await expect(page.locator('.data-table tbody tr:not([data-skeleton])').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await stillness(page)
  const { words, unreadable } = await printed(page)
  expect(unreadable, path).toEqual([])
  for (const heading of headings) expect(words, path).toContain(t(heading))
  for (const control of controls) expect(words, path).not.toContain(t(control))
  expect(await cutTexts(page), path).toEqual([])
}

test(
  'lists, a settlement and an invoice are printed whole on A4, without search, filters and buttons',
  nightlyOnly,
  async ({ enter, browser }) => {
    const page = await enter('owner.empresa')
    const { id } = await shopOf(page)
    const { results: settlements } = await read<{ results: { id: string; line_count: number }[] }>(page, `/v2/merchants/${id}/settlements`)
    const { results: invoices } = await read<{ results: { id: string; number: string }[] }>(page, `/v2/merchants/${id}/invoices`)
    const settlement = settlements.find(({ line_count: lines }) => lines > 3)
    const [invoice] = invoices
    const shown = [
      [paths.operations(id), ['shell.heading.amount', 'operations.column.net', 'operations.column.product']],
      [paths.settlements(id), ['settlements.column.net']],
      [
        paths.settlement(id, settlement?.id ?? ''),
        ['shell.heading.fee', 'settlements.line.vat', 'shell.heading.subsidy', 'settlements.line.net'],
      ],
      [paths.invoices(id), ['invoices.column.state']],
      [paths.invoice(id, invoice?.id ?? ''), ['shell.heading.fee']],
      [paths.inbox(id), ['inbox.title']],
      [paths.campaigns(id), ['campaigns.column.cost']],
      [paths.audiences(id), ['audiences.title']],
      [paths.usersPermissions(), ['team.title']],
      [paths.activity(), ['activity.title']],
      [paths.preferencesCalls(id), ['developer.calls.title']],
    ] as const
    for (const [path, headings] of shown)
      await printedWhole(page, path, headings, ['shell.download', 'operations.new', 'operations.filters'])
    const staff = await newStaff(browser, ['support', 'finance'], ['Pía', 'Roca'])
    const ofConsole = [
      ['/console/merchants', ['consoleMerchants.column.name']],
      ['/console/money/payouts', ['money.column.shop', 'money.column.valueOn']],
      ['/console/money/ledger', ['money.ledger.days']],
    ] as const
    for (const [path, headings] of ofConsole) await printedWhole(staff, path, headings, ['shell.download', 'console.section.system'])
  },
)
