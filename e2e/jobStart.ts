import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { type Hand, Job } from './job.ts'
import { type Enter, expect, password, type PersonaName } from './persona.ts'
import { rows } from './regions.ts'
import { t } from './words.ts'

/** A shop whose test mode, settlements and reports no other journey uses. */
export const quietShop = 'Ferretería Peláez'

export const link = (within: Page | Locator, name: string) => within.getByRole('link', { name, exact: true })
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
export const dialogOf = (page: Page) => page.getByRole('dialog')

export type Start = { enter: Enter; hand: Hand }
export type At = { job: Job; page: Page; shopId: string }

/** A member at the landing page of a shop. */
export async function land(
  { enter, hand }: Start,
  name: PersonaName,
  { shop, sandbox = false, own = false }: { shop?: string; sandbox?: boolean; own?: boolean } = {},
): Promise<At> {
  const page = await enter(name, { own, permissions: ['clipboard-read', 'clipboard-write'] })
  const { id: shopId } = await shopOf(page, shop)
  if (sandbox) await page.addInitScript((key) => localStorage.setItem(key, '1'), `sandbox:${shopId}`)
  return { job: new Job(page, hand), page, shopId }
}

export async function toList({ page, shopId }: At): Promise<void> {
  await page.goto(paths.operations(shopId))
  await expect(rows(page).first()).toBeVisible()
}

/** Navigates with the command palette, opened by its button or its keys, and a few letters. */
export async function byPalette({ job, page }: At, letters: string, name: string): Promise<void> {
  if (job.hand === 'mouse') await job.press(page.getByRole('button', { name: new RegExp(`^${t('shell.palette.open')}`) }))
  else await job.key('Control+k')
  await expect(page.getByRole('combobox', { name: t('shell.palette.placeholder') })).toBeFocused()
  await job.type(letters)
  await expect(page.getByRole('option', { selected: true })).toHaveText(name)
  await job.key('Enter')
}

/** Sales that wait for their capture and expire tomorrow, in the test mode of the quiet shop. */
export async function waitForCapture({ page, shopId }: At, count: number): Promise<void> {
  const sandbox = `/v2/merchants/${shopId}/sandbox`
  const post = async (path: string, body?: unknown) => {
    const answer = await ask(page, 'POST', `${sandbox}/${path}`, { mode: 'sandbox', body, headers: { 'idempotency-key': randomUUID() } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  for (let made = 0; made < count; made += 1) await post('scenarios/captureRequired')
  for (let weeks = 0; weeks < 2; weeks += 1) await post('clock', { advance_days: 7 })
}

export const waitingCaptures = async ({ page, shopId }: At) =>
  (await read<{ items: { kind: string }[] }>(page, `/v2/merchants/${shopId}/inbox`, 'sandbox')).items.filter(
    ({ kind }) => kind === 'capture',
  ).length

export const tickets = (page: Page) => page.getByRole('list', { name: t('inbox.tickets') })

type Settled = { id: string; reference: string; value_on: string; net_amount: number; status: string; collected_on: string | null }
type KeySummary = { kind: string; state: string }

/** Three settlements that are not marked as collected, as the bank's file lists them. */
export async function bankFile({ page, shopId }: At): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const { results } = await read<{ results: Settled[] }>(page, `/v2/merchants/${shopId}/settlements`)
  const paid = results.filter(({ net_amount: net, status, collected_on: on }) => net > 0 && status === 'paid' && on === null).slice(0, 3)
  expect(paid).toHaveLength(3)
  const lines = paid.map(({ value_on: on, reference, net_amount: net }) => `${on};${reference};${(net / 100).toFixed(2)}`)
  return { name: 'mes.csv', mimeType: 'text/csv', buffer: Buffer.from(['Fecha;Concepto;Importe', ...lines].join('\r\n')) }
}

/** The private keys of the quiet shop's test mode, none of which is being rolled. */
export async function steadyKey({ page, shopId }: At): Promise<void> {
  const keys = `/v2/merchants/${shopId}/configurations/keys`
  const { keys: known } = await read<{ keys: KeySummary[] }>(page, keys, 'sandbox')
  const own = known.filter(({ kind, state }) => kind === 'private' && state !== 'revoked')
  if (own.length === 1) return
  const answer = await ask(page, 'POST', `${keys}/private/leaked`, { mode: 'sandbox', headers: { 'idempotency-key': randomUUID() } })
  expect(answer.status(), await answer.text()).toBe(201)
}

/** Step-up is valid for five minutes: it was done just before the job. */
export const proven = async ({ page }: At) => expect((await ask(page, 'POST', '/v2/me/step-up', { body: { password } })).status()).toBe(204)

/** Activates the most urgent task: a click, or h and Enter. */
export async function pressUrgent(job: Job, verb: Locator): Promise<void> {
  if (job.hand === 'mouse') return job.press(verb)
  await job.key('h')
  await expect(verb).toBeFocused()
  await job.key('Enter')
}

/** Confirms a dialog that moves money with its button. After a key the cancel button has focus first, so that a second Enter does not confirm it. */
export async function answer(job: Job, verb: RegExp): Promise<void> {
  const dialog = dialogOf(job.page)
  await job.load(expect(dialog.getByRole('button', { name: verb })).toBeVisible())
  if (job.hand === 'keyboard') {
    await expect(dialog.locator('footer').getByRole('button').first()).toBeFocused()
    await job.key('Tab')
  }
  await expect(dialog.getByRole('button', { name: verb })).toBeFocused()
  await job.key('Enter')
}
