import { expect, type Page, test } from '@playwright/test'
import { languageCookieName } from '../domain/platform/languages.ts'
import { examineConsole, examineWords } from './examineConsole.ts'
import { newStaff } from './newStaff.ts'
import { nightlyOnly } from './nightly.ts'
import { inLanguage, t } from './words.ts'

const pages = [
  ['/console/money', 'money.settlements'],
  ['/console/money/payouts', 'money.payouts'],
  ['/console/money/files', 'money.files'],
  ['/console/money/bank-files', 'bankFiles.title'],
  ['/console/money/debts', 'money.debts'],
  ['/console/money/debits', 'money.debits'],
  ['/console/money/credits', 'credits.title'],
  ['/console/money/disputes', 'consoleDisputes.title'],
  ['/console/money/card-balance', 'cardBalance.title'],
  ['/console/money/invoices', 'money.invoices'],
  ['/console/money/ledger', 'money.ledger'],
  ['/console/money/proofs', 'money.proofs'],
  ['/console/figures', 'console.section.figures'],
  ['/console/prices', 'console.section.prices'],
  ['/console/operations', 'console.section.operations'],
  ['/console/merchants', 'console.section.merchants'],
  ['/console/work', 'console.section.work'],
  ['/console/people', 'console.page.denied'],
] as const

/** Shows the charts of sales and of merchants, once they have loaded, as their tables. */
async function showTables(page: Page): Promise<void> {
  const top = new RegExp(`^(${t('figures.top.none')}|${t('figures.top.title', { name: '' })})`)
  await expect(page.getByRole('figure', { name: top })).toBeVisible()
  const drawn = page.getByRole('button', { name: t('charts.asTable') })
  while ((await drawn.count()) > 0) await drawn.first().click()
}

test('finance goes from the month down to a journal, and through every page of money', nightlyOnly, async ({ browser }) => {
  const wrong: string[] = []
  const finance = await newStaff(browser, ['finance'], ['Fina', 'Roca'])
  for (const [path, title] of pages) {
    await finance.goto(path)
    await expect(finance.getByRole('heading', { level: 1, name: t(title) })).toBeVisible()
    await expect(finance.locator('[aria-busy=true]')).toHaveCount(0)
    wrong.push(...(await examineConsole(finance)))
  }
  const changes = finance.getByRole('list', { name: t('insights.figures') }).getByText(/[+−][\d.,]+\s%/)
  const before = finance.getByRole('columnheader', { name: t('charts.compare.before') })
  const falling = finance.getByText(t('figures.falling.subtitle'))
  await finance.goto('/console/figures?range=28')
  await expect(falling).toBeVisible()
  await showTables(finance)
  await expect(changes.first()).toBeVisible()
  await expect(before.first()).toBeVisible()
  await finance.goto('/console/figures?range=today')
  await expect(finance.getByText(t('charts.unfinished'))).toBeVisible()
  await showTables(finance)
  expect(await Promise.all([changes, before, falling].map((compared) => compared.count()))).toEqual([0, 0, 0])

  await finance.goto('/console/money/ledger')
  await finance.getByRole('button', { name: t('money.ledger.before') }).click()
  await finance
    .getByRole('table', { name: t('money.ledger.days') })
    .getByRole('link')
    .first()
    .click()
  await finance
    .getByRole('table', { name: t('shell.heading.shops') })
    .getByRole('link')
    .first()
    .click()
  await expect(finance.getByRole('table', { name: t('money.journals') })).toBeVisible()
  wrong.push(...(await examineConsole(finance)))

  await finance.goto('/console/money')
  await finance.getByRole('table').getByRole('link').first().click()
  await finance.getByRole('table').getByRole('link').first().click()
  await expect(finance.getByRole('heading', { name: t('money.equation') })).toBeVisible()
  wrong.push(...(await examineConsole(finance)))

  // Basque has the longest words.
  await finance.context().addCookies([{ name: languageCookieName, value: 'eu', url: new URL(finance.url()).origin }])
  for (const [path, title] of pages) {
    await finance.goto(path)
    await expect(finance.getByRole('heading', { level: 1, name: inLanguage('eu')(title) })).toBeVisible()
    await expect(finance.locator('[aria-busy=true]')).toHaveCount(0)
    wrong.push(...(await examineWords(finance)))
  }

  // Support sees which disputes there are, without a link to what it may not open.
  const support = await newStaff(browser, ['support'], ['Sonia', 'Rey'])
  await support.goto('/console/money/disputes')
  const disputes = support.getByRole('table', { name: t('consoleDisputes.title') })
  await expect(disputes.getByRole('row').nth(1)).toBeVisible()
  await expect(disputes.getByRole('link')).toHaveCount(0)
  expect(wrong).toEqual([])
})
