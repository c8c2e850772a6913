import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import { ask, read } from './api.ts'
import { lastMonth } from './days.ts'
import { expect } from './persona.ts'
import { t } from './words.ts'

export type Report = {
  id: string
  type: string
  from: string
  to: string
  format: string
  filters: { key: string; value: string }[]
  recipients: string[]
  status: string
  progress: number
  rows: number | null
  checksum: string | null
  problem: string | null
  missing: string[]
  created_by: string | null
}
export type History = { results: Report[]; current: number; total: number; next: number | null }

export const historyOf = (page: Page, shopId: string, mode: 'live' | 'sandbox' = 'live') =>
  read<History>(page, `/v2/merchants/${shopId}/reports`, mode)
export const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
export const rowsOf = (page: Page) => page.getByRole('table', { name: t('reports.table') }).getByRole('row')

/** Clicks a download button and returns the file. */
export async function downloaded(page: Page, button: Locator): Promise<{ file: Download; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { file, bytes: readFileSync(await file.path()) }
}

/** Requests a report and waits until it is ready. */
export async function createReport(page: Page, shopId: string, some: object = {}, mode: 'live' | 'sandbox' = 'live'): Promise<Report> {
  const body = { type: 'operations', ...lastMonth, format: 'csv', ...some }
  const path = `/v2/merchants/${shopId}/reports`
  const send = () => ask(page, 'POST', path, { body, mode, headers: { 'idempotency-key': crypto.randomUUID() } })
  let id = ''
  // Other journeys may have three running for the same shop at this moment.
  await expect(async () => {
    const answer = await send()
    expect(answer.status()).toBe(201)
    id = ((await answer.json()) as Report).id
  }).toPass({ timeout: 120_000 })
  const now = () => read<Report>(page, `${path}/${id}`, mode)
  await expect.poll(async () => (await now()).status, { timeout: 120_000 }).toBe('ready')
  return now()
}
