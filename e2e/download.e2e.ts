import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { paths } from '../web/platform/routes/paths.ts'
import { read, shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { like, t } from './words.ts'

/** Downloads the list under the dialog. */
async function download(page: Page, format: 'csv' | 'xlsx'): Promise<Download> {
  const dialog = page.getByRole('dialog', { name: t('operations.downloadModal.title') })
  await dialog.getByText(t(`exports.${format}`)).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: like('operations.downloadModal.button') }).click(),
  ])
  await expect(dialog.getByText(t('exports.done', { name: file.suggestedFilename() }))).toBeVisible()
  return file
}

async function countOf(page: Page, shopId: string, search: string): Promise<number> {
  const { substatuses } = await read<{ substatuses: { substatus: string; count: number }[] }>(page, `/v2/merchants/${shopId}/orders/counts`)
  return substatuses.find(({ substatus }) => substatus === search)?.count ?? 0
}

test('the CSV contains exactly the list, with byte-order mark, rows and total', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id, { substatus: 'rejected', status: 'rejected' }))
  await page.getByRole('link', { name: t('shell.download') }).click()
  await expect(page).toHaveURL(/operations\/download\?.*substatus=rejected/)
  const count = await countOf(page, id, 'rejected')
  const file = await download(page, 'csv')
  expect(file.suggestedFilename()).toMatch(/^operaciones_.+\.csv$/)
  const bytes = readFileSync(await file.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString('utf8').slice(1).trimEnd().split(/\r?\n/)
  expect(lines[0]?.split(';').slice(0, 3).join()).toMatch(new RegExp(t('download.column.created')))
  expect(lines).toHaveLength(count + 2)
  expect(lines.at(-1)).toContain(t('download.total', { count }))
  for (const line of lines.slice(1, -1)) expect(line).toContain(t('operations.substatus.rejected'))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/operations\?.*substatus=rejected/)
})

test('the XLSX opens and has the same rows', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await page.goto(paths.operationsDownload(id, { substatus: 'stopped_duplicated' }))
  const count = await countOf(page, id, 'stopped_duplicated')
  const file = await download(page, 'xlsx')
  expect(file.suggestedFilename()).toMatch(/^operaciones_.+\.xlsx$/)
  const bytes = readFileSync(await file.path())
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  const parts = unzipSync(bytes)
  expect(Object.keys(parts)).toContain('xl/workbook.xml')
  const sheet = new TextDecoder().decode(parts[Object.keys(parts).find((name) => name.startsWith('xl/worksheets/')) ?? ''])
  expect(sheet.match(/<row\b/g)).toHaveLength(count + 2)
})

test('in test mode the file is marked as worthless', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await page.goto(paths.operations(id))
  await page.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
  await expect(page).toHaveURL(/sandbox=true/)
  await page.getByRole('link', { name: t('shell.download') }).click()
  await expect(page.getByRole('dialog').getByText(t('operations.downloadModal.sandboxNote'))).toBeVisible()
  const file = await download(page, 'csv')
  expect(file.suggestedFilename()).toContain(t('download.sandboxPrefix'))
  expect(readFileSync(await file.path(), 'utf8')).toContain('PRUEBAS')
})

test('a failed download shows the error and can be retried', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  const { id } = await shopOf(page)
  await page.route('**/orders/download?*', (route) => route.abort())
  await page.goto(paths.operationsDownload(id))
  const dialog = page.getByRole('dialog', { name: t('operations.downloadModal.title') })
  await dialog.getByRole('button', { name: like('operations.downloadModal.button') }).click()
  await expect(dialog.getByText(t('exports.failed'))).toBeVisible()
  await page.unroute('**/orders/download?*')
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: t('shell.retry') }).click()])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
})
