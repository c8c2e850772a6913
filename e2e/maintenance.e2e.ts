import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

const reason = 'Cambiamos de servidores.'
const closed = { error: { type: 'Maintenance', message: 'x', fields: [], request_id: 'x' } }

/** Simulates maintenance for this page only; returns a function that ends it. */
async function close(page: Page, call: string): Promise<() => void> {
  let open = false
  const maintenance = { reason, ends_at: new Date(Date.now() + 3_600_000).toISOString(), status_url: 'https://estado.example/' }
  await page.route(call, (route) => (open ? route.fallback() : route.fulfill({ status: 503, json: closed })))
  await page.route('**/readyz', (route) => route.fulfill({ json: { status: 'ok', maintenance: open ? null : maintenance } }))
  return () => {
    open = true
  }
}

test('maintenance shows its reason and end, polls for it, and restores a dialog with everything typed', async ({ enter }) => {
  const page = await enter('owner.empresa')
  await page.clock.install()
  await page.goto(paths.usersPermissionsAdd())
  const emails = page.getByLabel(t('team.field.emails'))
  await emails.fill('nueva.persona@casaribera.example')
  const title = await page.title()
  const open = await close(page, '**/v2/users')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('team.invite.one') })
    .click()

  await expect(page).toHaveURL(paths.maintenance())
  const cover = page.getByRole('dialog', { name: t('shell.route.maintenance') })
  await expect(cover.getByRole('heading', { level: 1 })).toHaveText(t('shell.maintenance.title'))
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByText(t('shell.maintenance.until', { when: '' }).slice(0, 8))).toBeVisible()
  await expect(page.getByRole('link', { name: t('shell.maintenance.status') })).toHaveAttribute('href', 'https://estado.example/')
  // The page below is inert.
  await page.keyboard.press('Escape')
  await expect(page.getByText(reason)).toBeVisible()

  open()
  await page.clock.runFor(15_000)
  await expect(page).toHaveURL(paths.usersPermissionsAdd())
  await expect(emails).toHaveValue('nueva.persona@casaribera.example')
  await expect(page.getByText(reason)).toHaveCount(0)
  expect(await page.title()).toBe(title)
})

test('a page loaded during maintenance opens at its exact address afterwards', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.empresa')
  const open = await close(page, '**/v2/me')
  await page.goto(paths.activity({ from: '2026-01-01', to: '2026-01-31' }))
  await expect(page).toHaveURL(paths.maintenance())
  await expect(page.getByText(reason)).toBeVisible()
  await page.reload()
  await expect(page.getByText(reason)).toBeVisible()
  open()
  await page.getByRole('button', { name: t('shell.maintenance.ask') }).click()
  await expect(page).toHaveURL(paths.activity({ from: '2026-01-01', to: '2026-01-31' }))
})
