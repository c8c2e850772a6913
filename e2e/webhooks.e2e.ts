import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { shopOf } from './api.ts'
import { expect, password, test } from './persona.ts'
import { t } from './words.ts'
import { nightlyOnly } from './nightly.ts'

// In the test mode of a shop that no other journey uses.
const flag = { sandbox: 'true' }

async function openInTestMode(page: Page, path: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: t('shell.mode.sandbox'), exact: true }).click()
  await expect(page).toHaveURL(/sandbox=true/)
  await page.goto(path)
}

test('an endpoint is added, tested, fails, is retried, gets a new secret and is removed', nightlyOnly, async ({ enter }) => {
  let status = 503
  const received: (string | undefined)[] = []
  const shop = createServer((request, response) => {
    received.push(request.headers['webhook-id']?.toString())
    request.resume().on('end', () => response.writeHead(status).end('cerrado por obras'))
  })
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/avisos`
  try {
    const page = await enter('admin.empresa', { own: true })
    const { id } = await shopOf(page)
    await openInTestMode(page, paths.preferencesWebhooks(id, undefined, flag))
    await page.getByRole('link', { name: t('webhooks.add') }).press('Enter')
    const form = page.getByRole('dialog', { name: new RegExp(t('webhooks.add')) })
    const address = form.getByLabel(t('webhooks.form.url'), { exact: true })
    await address.fill('tienda.es')
    await form.getByRole('button', { name: t('webhooks.form.none') }).click()
    await form.getByRole('checkbox', { name: t('webhooks.type.report.ready') }).check()
    await form.getByRole('button', { name: t('shell.add') }).click()
    await expect(form.getByText(t('webhooks.field.malformed'))).toBeVisible()
    await address.fill(url)
    await form.getByRole('button', { name: t('shell.add') }).click()
    const again = page.getByRole('dialog', { name: t('shell.stepUp.title') })
    await again.getByLabel(t('session.password'), { exact: true }).fill(password)
    await again.getByRole('button', { name: t('shell.stepUp.confirm') }).click()
    const shown = page.getByRole('dialog', { name: new RegExp(t('webhooks.secret.title')) })
    const secret = (await shown.getByText(/^whsec_/).textContent()) ?? ''
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await shown.getByRole('button', { name: t('webhooks.secret.close') }).click()
    await expect.poll(() => page.content()).not.toContain(secret)

    await page.getByRole('link', { name: url }).click()
    await page.getByRole('button', { name: t('webhooks.verb.test'), exact: true }).click()
    const log = page.getByRole('table', { name: t('webhooks.log') })
    await expect(log.getByText(t('webhooks.result.failed'))).toBeVisible()
    await expect(log.getByText(t('webhooks.status', { status: 503 }))).toBeVisible()
    status = 204
    await log.getByRole('link', { name: t('webhooks.type.webhook.test') }).click()
    const sent = page.getByRole('dialog', { name: new RegExp(t('webhooks.type.webhook.test')) })
    await expect(sent.getByText('cerrado por obras')).toBeVisible()
    await sent.getByRole('button', { name: t('webhooks.resend') }).click()
    await expect(log.getByText(t('webhooks.result.delivered'), { exact: true })).toBeVisible()
    expect(received).toEqual([received[0], received[0]])

    await page.getByRole('link', { name: t('webhooks.verb.renew') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('webhooks.renew.verb'), exact: true })
      .click()
    await expect(shown.getByText(/^whsec_/)).not.toHaveText(secret)
    await shown.getByRole('button', { name: t('webhooks.secret.close') }).click()
    await page.getByRole('button', { name: t('webhooks.verb.off'), exact: true }).click()
    await expect(page.getByRole('button', { name: t('webhooks.verb.on'), exact: true })).toBeVisible()
    await page.getByRole('link', { name: t('shell.remove'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('shell.remove'), exact: true })
      .click()
    await expect(page.getByText(t('webhooks.empty'))).toBeVisible()

    const editor = await enter('editor.empresa')
    await editor.goto(paths.preferencesWebhooks(id))
    await expect(editor).not.toHaveURL(/webhooks/)
    await editor.goto(paths.preferences(id))
    await expect(editor.getByRole('link', { name: t('preferences.tab.plugins') })).toBeVisible()
    await expect(editor.getByRole('link', { name: t('preferences.tab.webhooks') })).toHaveCount(0)
  } finally {
    shop.closeAllConnections()
    shop.close()
  }
})
