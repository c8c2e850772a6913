import type { BrowserContext, Page } from '@playwright/test'
import { accessTokenOf, ask, refundsOf, shopOf, untouched } from './api.ts'
import { expect, test } from './persona.ts'

const fresh = untouched('substatus=payment_completed', 30, ({ total_amount: total }) => total > 5_000)
const home = `http://127.0.0.1:${process.env.E2E_PORT}`
const evil = 'http://evil.example'

/** Another site's page, without network access. */
async function foreign(context: BrowserContext, html: string): Promise<Page> {
  await context.route(`${evil}/**`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  const page = await context.newPage()
  await page.goto(`${evil}/`)
  return page
}

test('no other site can frame the product', async ({ enter, problems }) => {
  const signedIn = await enter('owner.autonomo')
  const page = await foreign(
    signedIn.context(),
    `<iframe src="${home}/" width=800 height=600></iframe><iframe src="${home}/login"></iframe>`,
  )
  for (const frame of page.frames().slice(1)) {
    await expect.poll(() => frame.url()).toMatch(/chrome-error|about:blank/)
    expect(
      await frame
        .locator('body')
        .innerText()
        .catch(() => ''),
    ).not.toContain('Trastienda')
  }
  problems.length = 0
})

test('a form or a blind request of another site changes nothing (CSRF)', async ({ enter, problems }) => {
  const page = await enter('owner.empresa', { own: true })
  const { id } = await shopOf(page)
  const row = await fresh(page, id)
  await page.goto('/')
  const target = `${home}/v2/merchants/${id}/orders/${row.id}/refund`
  const site = await foreign(
    page.context(),
    `<form method=post enctype=text/plain action="${target}"><input name='{"amount":100,"x":"' value='"}'></form>`,
  )
  const answered: number[] = []
  site.on('response', (response) => response.url().startsWith(home) && answered.push(response.status()))
  await site.evaluate(
    async ([refund, out]) => {
      for (const address of [refund, out])
        for (const mode of ['no-cors', 'cors'] as const)
          await fetch(address, {
            method: 'POST',
            mode,
            credentials: 'include',
            headers: { 'content-type': 'text/plain' },
            body: '{"amount":100}',
          }).catch(() => {})
      navigator.sendBeacon(out, '{}')
    },
    [target, `${home}/v2/signout`] as const,
  )
  await Promise.all([site.waitForResponse(target), site.evaluate(() => document.forms[0]?.submit())])
  expect(answered.length).toBeGreaterThan(0)
  expect(answered.filter((status) => status < 400 && status !== 204)).toEqual([])
  expect(await refundsOf(page, id, row.id)).toEqual([])
  expect((await ask(page, 'GET', '/v2/me')).status(), 'still signed in').toBe(200)
  // Even with the token, another origin or a body that is not JSON is refused.
  const foreignOrigin = await ask(page, 'POST', target, { body: { amount: 100 }, headers: { origin: evil } })
  expect([foreignOrigin.status(), ((await foreignOrigin.json()) as { error: { type: string } }).error.type]).toEqual([
    403,
    'PermissionDenied',
  ])
  const plain = await ask(page, 'POST', target, { body: '{"amount":100}', headers: { 'content-type': 'text/plain' } })
  expect(plain.status()).toBe(415)
  expect(await refundsOf(page, id, row.id)).toEqual([])
  problems.length = 0
})

test('the readable cookie alone does not authenticate another browser', async ({ enter, browser }) => {
  const page = await enter('owner.autonomo', { own: true })
  await page.goto('/')
  const token = await accessTokenOf(page)
  const session = (await page.context().cookies()).filter(({ name }) => name === 'session')
  const thief = await browser.newContext()
  await thief.addCookies(session)
  const stolen = await thief.newPage()
  expect((await thief.request.get('/v2/me', { headers: { authorization: `Bearer ${token}` } })).status()).toBeGreaterThanOrEqual(401)
  await stolen.goto('/')
  await expect(stolen).toHaveURL(/\/login/)
  await expect(stolen.getByText('Bicis Ñandú')).toHaveCount(0)
  await thief.close()
})

test('secrets of a link are removed from the address before any other request', async ({ page }) => {
  const token = 'A'.repeat(43)
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.url()} ${JSON.stringify(request.headers())}`))
  await page.goto(`/new-password?uuid=01941f297c0074b39fd746d5474cf3e5&token=${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/new-password$/)
  expect(requests.slice(1).filter((one) => one.includes(token))).toEqual([])
  expect(
    await page.evaluate(() =>
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        history.state,
        performance.getEntriesByType('resource').map(({ name }) => name),
      ]),
    ),
  ).not.toContain(token)
})
