import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { paths } from '../web/platform/routes/paths.ts'
import { ask, read, shopOf } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, password, test } from './persona.ts'
import { t } from './words.ts'

/** Another journey rolls a key of the same shop, which must have one only. It runs after a failure too, which it does not hide. */
async function endGraceKeys(page: Page, shopId: string): Promise<void> {
  const keys = `/v2/merchants/${shopId}/configurations/keys`
  const known = await read<{ keys: { id: string; state: string }[] }>(page, keys, 'sandbox')
  for (const old of known.keys.filter(({ state }) => state === 'grace'))
    expect.soft((await ask(page, 'DELETE', `${keys}/${old.id}`, { mode: 'sandbox' })).status()).toBe(204)
}

test('a developer makes a key, calls, finds the error in the log and tests an endpoint', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo', { own: true })
  const { id } = await shopOf(page)
  const shop = createServer((request, response) => request.resume().on('end', () => response.writeHead(202).end('anotado')))
  await once(shop.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/avisos`
  try {
    const flag = { sandbox: 'true' }
    await page.goto('/')

    // From the menu, by the keyboard.
    await page.getByRole('link', { name: t('shell.route.preferences') }).press('Enter')
    await page.getByRole('link', { name: t('preferences.tab.developer') }).press('Enter')
    const start = page.getByRole('region', { name: t('developer.start.title') })
    await start.getByRole('button', { name: t('developer.start.sandbox') }).press('Enter')
    await expect(page).toHaveURL(/sandbox=true/)
    await start.getByRole('button', { name: new RegExp(`${t('developer.start.make')}|${t('developer.start.another')}`) }).press('Enter')
    const again = page.getByRole('dialog', { name: t('shell.stepUp.title') })
    await again.getByLabel(t('session.password'), { exact: true }).fill(password)
    await again.getByRole('button', { name: t('shell.stepUp.confirm') }).press('Enter')
    const key = (await start.getByText(/^sk_test_\w{32}$/).textContent()) ?? ''
    await expect(start.getByText(`Authorization: Bearer ${key}`)).toHaveCount(2)

    // As the commands do it: one call that works, and one with an error.
    const headers = { authorization: `Bearer ${key}`, accept: 'application/vnd.trastienda.sandbox.v4+json' }
    expect((await page.request.get('/me', { headers })).status()).toBe(200)
    const body = (await start.getByText(/-d '/).textContent()) ?? ''
    const order = JSON.parse(/-d '(.*)'$/s.exec(body)?.[1] ?? '') as { order: { currency: string } }
    const refused = { ...order, order: { ...order.order, currency: 'USD' }, customer: { first_name: 'Ana', email: 'ana@correo.test' } }
    const answered = await page.request.post('/checkout', { headers, data: refused })
    expect(answered.status()).toBe(400)
    expect((await page.request.post('/checkout', { headers, data: order })).status()).toBe(201)

    // Third press from the first page: menu, tab, row.
    const last = page.getByRole('region', { name: t('developer.last.errors') })
    await last.getByRole('link', { name: 'POST /checkout' }).click()
    const call = page.getByRole('dialog', { name: 'POST /checkout' })
    await expect(call.getByText('ApiValidationException').first()).toBeVisible()
    await expect(call.getByText(answered.headers()['x-request-id'] ?? '-', { exact: true })).toBeVisible()
    await expect(call.getByText('"currency": "USD"')).toBeVisible()
    await expect(call).not.toContainText(/Ana|ana@/)
    await page.keyboard.press('Escape')

    const table = page.getByRole('table', { name: t('developer.calls.list') })
    await expect(table.getByRole('row')).toHaveCount(2)
    await page.getByRole('link', { name: t('developer.answer.caller') }).click()
    await expect(table.getByRole('row')).toHaveCount(4)
    await page.getByLabel(t('developer.filter.call')).selectOption('merchantView')
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('application', { name: new RegExp(t('developer.chart.calls', { count: 1 })) })).toBeVisible()
    const search = page.getByRole('textbox', { name: t('developer.filter.request') })
    await search.fill(answered.headers()['x-request-id'] ?? '')
    await search.press('Enter')
    await expect(table.getByRole('link', { name: 'POST /checkout' })).toBeVisible()
    await search.fill('nada')
    await search.press('Enter')
    await expect(page.getByRole('heading', { name: t('developer.calls.none') })).toBeVisible()

    // An endpoint, and its answer to a test.
    const callOptions = {
      mode: 'sandbox',
      body: { url: endpoint, events: ['operation.confirmed'] },
      headers: { 'idempotency-key': 'developer-endpoint' },
    } as const
    expect((await ask(page, 'POST', `/v2/merchants/${id}/webhooks`, callOptions)).status()).toBe(201)
    await page.goto(paths.preferencesDeveloper(id, flag))
    await page.getByRole('button', { name: t('webhooks.verb.test') }).press('Enter')
    await expect(page.getByText('anotado')).toBeVisible()
    await expect(page.getByText(t('webhooks.status', { status: 202 }))).toBeVisible()
  } finally {
    await new Promise((closed) => shop.close(closed))
    await endGraceKeys(page, id)
  }
})
