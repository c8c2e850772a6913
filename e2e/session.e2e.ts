import type { BrowserContext, Page, Request } from '@playwright/test'
import { makeTokens } from '../server/platform/calls/token.ts'
import { paths } from '../web/platform/routes/paths.ts'
import { accessTokenOf, ask, detailOf, find, shopOf } from './api.ts'
import { nightly, nightlyOnly } from './nightly.ts'
import { emailOf, expect, password, type PersonaName, test } from './persona.ts'
import { listTitle } from './regions.ts'
import { like, t } from './words.ts'

test.use({ manyTabs: true })

const signInButton = (page: Page) => page.getByRole('button', { name: t('session.signIn'), exact: true })
const passwordBox = (page: Page) => page.getByLabel(t('session.password'), { exact: true })

async function signInAs(page: Page, name: PersonaName): Promise<void> {
  await page.getByLabel(t('session.email'), { exact: true }).fill(emailOf(name))
  await passwordBox(page).fill(password)
  await signInButton(page).click()
}

test('sign-in works with the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByLabel(t('session.email'), { exact: true })).toBeFocused()
  await page.keyboard.type(emailOf('owner.autonomo'))
  for (let presses = 0; presses < 3 && !(await passwordBox(page).evaluate((box) => box === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab')
  await expect(passwordBox(page)).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(listTitle(page)).toBeVisible()
  await expect(page).toHaveTitle(`Trastienda · ${t('operations.title')}`)
})

test('a wrong password and an unknown address give the same message', nightlyOnly, async ({ page }) => {
  const messages: string[] = []
  for (const email of [emailOf('admin.autonomo'), 'nadie.de.nada@demo.test']) {
    await page.goto('/login')
    await page.getByLabel(t('session.email'), { exact: true }).fill(email)
    await passwordBox(page).fill('no-es-esta-frase-larga')
    await signInButton(page).click()
    await expect(page.getByText(t('errors.UnauthorizedException'))).toBeVisible()
    await expect(passwordBox(page)).toBeFocused()
    messages.push((await page.getByRole('main').innerText()).replaceAll(email, ''))
  }
  expect(messages[0]).toBe(messages[1])
  await signInButton(page).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('an empty form shows what is missing and sends nothing', nightlyOnly, async ({ page }) => {
  await page.goto('/login')
  let requests = 0
  page.on('request', (request) => (requests += request.method() === 'POST' ? 1 : 0))
  await signInButton(page).click()
  await expect(page.getByText(t('session.error.email'))).toBeVisible()
  await expect(page.getByText(t('session.error.password'))).toBeVisible()
  await expect(page.getByLabel(t('session.email'), { exact: true })).toBeFocused()
  expect(requests).toBe(0)
})

/** Each click does the same; by `npm run nightly` also the personas that arrive elsewhere than at their list. */
test('every demo persona signs in with one click', nightlyOnly, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('region', { name: t('session.personas.title') }).getByRole('button')).toHaveCount(16)
  const arrivals: Record<string, RegExp> = {
    'guest.autonomo': /\/merchants\/[0-9a-f]{32}\/operations$/,
    ...(nightly && { pendiente: /\/pending-merchant$/, sintiendas: /\/settings\/sections$/ }),
  }
  for (const [name, address] of Object.entries(arrivals)) {
    await page.getByRole('button', { name: new RegExp(`\\b${name.replace('.', '\\.')}\\b`) }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Leaves the page first: its requests without cookies would redirect to the sign-in page.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto('/login')
  }
})

test('the requested screen opens after signing in, with its filters', nightlyOnly, async ({ page, enter }) => {
  const shop = await shopOf(await enter('owner.autonomo'))
  const target = paths.operations(shop.id, { status: 'stopped', page: 2 })
  await page.goto(`${target}&uuid=1&token=secreto`)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  expect(page.url()).not.toMatch(/token|uuid|secreto/)
  await expect(page.getByText(t('session.wayBack', { section: t('shell.route.operations') }))).toBeVisible()
  await signInAs(page, 'owner.autonomo')
  await expect(page).toHaveURL(target)
  await expect(
    page
      .getByRole('navigation', { name: t('operations.categories') })
      .getByRole('link', { name: new RegExp(`^${t('operations.category.stopped')}`) }),
  ).toHaveAttribute('aria-current', 'true')
})

/** One of each kind by `npm run nightly`; the whole corpus is tested with the function that rebuilds the address. */
const hostile = [
  '//evil.example',
  'javascript:alert(1)',
  ...(nightly
    ? ['https://evil.example/', '/\\evil.example', '/\t/evil.example', '/.//evil.example', '/login?redirect=//evil.example', '/outbox']
    : []),
]
test('no redirect value leads outside the product', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo')
  for (const value of hostile) {
    await page.goto(`/login?redirect=${encodeURIComponent(value)}`)
    await expect(page, value).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/merchants\/[0-9a-f]{32}\/operations$/)
  }
})

const personal = /demo\.test|Ñíguez|Joaqu|eyJ|refresh/i
/** Everything that the browser stores and a script of the page can read. */
const storedText = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))

test('signing out in one tab ends the others at once and leaves no personal data', async ({ enter }) => {
  const page = await enter('owner.autonomo', { own: true })
  const other = await page.context().newPage()
  await page.goto('/')
  await other.goto('/')
  await expect(listTitle(other)).toBeVisible()
  await page.getByRole('table').getByRole('link', { name: /./ }).nth(3).click()
  await expect(page.getByRole('link', { name: t('operations.detail.back') })).toBeVisible()
  const token = await accessTokenOf(page)
  await page.getByRole('button', { name: like('shell.user.menuOf') }).click()
  await page.getByRole('menuitem', { name: t('shell.user.signOut') }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login/)
  for (const tab of [page, other]) expect(await storedText(tab)).not.toMatch(personal)
  expect((await page.context().cookies()).filter(({ name }) => name === 'session')).toEqual([])
  expect((await page.request.get('/v2/me', { headers: { authorization: `Bearer ${token}` } })).status()).toBeGreaterThanOrEqual(401)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

/** An access token of the same session that has just expired. */
async function expiredFor(token: string): Promise<string> {
  const { sub, sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string; sid: string } // our own token
  return makeTokens([process.env.E2E_SESSION_SECRET ?? '']).signAccess({
    userId: sub,
    sessionId: sid,
    now: new Date(Date.now() - 3_600_000),
  })
}

async function expire(context: BrowserContext, page: Page): Promise<void> {
  const accessToken = await expiredFor(await accessTokenOf(page))
  const cookie = (await context.cookies()).find(({ name }) => name === 'session')
  const pair = JSON.parse(decodeURIComponent(cookie?.value ?? '{}')) as { refreshToken: string } // written by the product
  await context.addCookies([
    {
      name: 'session',
      value: encodeURIComponent(JSON.stringify({ ...pair, accessToken })),
      url: new URL(page.url()).origin,
      sameSite: 'Lax',
    },
  ])
}

test('an access token that expired in several tabs is refreshed once and nobody is signed out', async ({ enter }) => {
  const first = await enter('owner.autonomo', { own: true })
  const context = first.context()
  const tabs = [first, ...(await Promise.all((nightly ? [1, 2, 3, 4] : [1, 2]).map(() => context.newPage())))]
  for (const tab of tabs) await tab.goto('/')
  for (const tab of tabs) await expect(listTitle(tab)).toBeVisible()
  const renewals: string[] = []
  const refusals: number[] = []
  // Which token was refreshed, by its expiry: two refreshes of the same token are tabs that did not coordinate.
  const note = (request: Request) =>
    request.url().endsWith('/v2/token/refresh') && renewals.push(`${request.headers().authorization?.slice(-6)} ${Date.now()}`)
  context.on('request', note)
  context.on('response', (response) => response.status() === 401 && refusals.push(401))
  await expire(context, first)
  await Promise.all(
    tabs.map((tab) =>
      tab
        .getByRole('navigation', { name: t('operations.categories') })
        .getByRole('link', { name: new RegExp(`^${t('operations.category.rejected')}`) })
        .click(),
    ),
  )
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/status=rejected/)
    await expect(tab.getByRole('table').getByRole('link', { name: /./ }).first()).toBeVisible()
  }
  expect(refusals.length).toBeGreaterThan(0)
  expect(renewals).toHaveLength(1)
  for (const tab of tabs) expect(tab.url()).not.toContain('login')
  await first.reload()
  await expect(listTitle(first)).toBeVisible()
})

test('opening the product with an expired token refreshes it', nightlyOnly, async ({ enter }) => {
  const page = await enter('owner.autonomo', { own: true })
  await page.goto('/')
  await expect(listTitle(page)).toBeVisible()
  await expire(page.context(), page)
  await page.reload()
  await expect(listTitle(page)).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').nth(5)).toBeVisible()
  expect((await ask(page, 'GET', '/v2/me')).status()).toBe(200)
})

test('when a session ends under the refund dialog, signing in again keeps the input and makes one refund', async ({ enter }) => {
  const page = await enter('owner.autonomo', { own: true })
  const shop = await shopOf(page)
  const row = await find(
    page,
    shop.id,
    'substatus=payment_process',
    ({ refunded_amount: refunded, total_amount: total }) => refunded === 0 && total > 5_000,
  )
  await page.goto(paths.operationRefund(shop.id, row.id))
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('operations.refund.amount'), { exact: true }).fill('12,34')
  await dialog.getByLabel(t('operations.refund.note')).fill('Vuelve la funda')
  await expect(dialog.getByText(t('operations.impact.net'))).toBeVisible()
  // The session ends while the refund is on its way: earlier, another call of the page might find out first.
  await page.route(
    '**/refund',
    async (route) => {
      await ask(page, 'POST', '/v2/signout', { body: {} })
      await route.continue()
    },
    { times: 1 },
  )
  const refund = dialog.getByRole('button', { name: t('operations.refund.button', { amount: '12,34 €' }) })
  await refund.click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signInAs(page, 'owner.autonomo')
  await expect(page).toHaveURL(paths.operationRefund(shop.id, row.id))
  await refund.click()
  await expect(dialog).toBeHidden()
  const { refunds } = await detailOf(page, shop.id, row.id)
  expect(refunds.filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: 1_234, comment: 'Vuelve la funda' }])
})

test(
  'a session that ended in the background redirects to the sign-in page, and the input is restored afterwards',
  nightlyOnly,
  async ({ enter }) => {
    const page = await enter('owner.autonomo', { own: true })
    await page.goto(paths.usersPermissionsAdd())
    const address = page.getByRole('dialog').getByLabel(t('team.field.emails'), { exact: false })
    await address.fill('eva@tienda.example')
    await ask(page, 'POST', '/v2/signout', { body: {} })
    const requestedPaths: string[] = []
    page.on('request', (request) => void requestedPaths.push(new URL(request.url()).pathname))
    // On returning to the tab, data some seconds old are reloaded.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      await expect(page).toHaveURL(/\/login\?redirect=/, { timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
    expect(requestedPaths).toContain('/v2/signout')
    await signInAs(page, 'owner.autonomo')
    await expect(page).toHaveURL(paths.usersPermissionsAdd())
    await expect(address).toHaveValue('eva@tienda.example')
  },
)

test('an e-mailed settings link opened signed out works after sign-in, and its secret never appears in the address', async ({ page }) => {
  const [uuid, token] = ['0'.repeat(32), 'A'.repeat(43)]
  await page.goto(`/settings?uuid=${uuid}&token=${token}`)
  await expect(page).toHaveURL(/\/login\?redirect=/)
  expect(page.url()).not.toMatch(/token|uuid|AAA/)
  await signInAs(page, 'owner.autonomo')
  await expect(page).toHaveURL('/settings/sections')
  const sent = page.waitForRequest((request) => request.url().includes('/validate-change-email'))
  await page.getByRole('button', { name: t('settings.email.confirm'), exact: true }).click()
  expect(new URL((await sent).url())).toMatchObject({ pathname: `/v2/${uuid}/validate-change-email`, search: `?token=${token}` })
  await expect(page.getByText(t('settings.email.confirmTitle'))).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(t('settings.email.confirmTitle'))).toHaveCount(0)
})

test('an idle session shows a warning, and one key press extends it', async ({ enter }) => {
  const page = await enter('owner.autonomo', { own: true })
  await page.clock.install()
  await page.goto('/')
  await expect(listTitle(page)).toBeVisible()
  // The idle timer starts shortly after the first render; it tells the other tabs of every activity.
  const heard = await page.evaluateHandle(() => {
    const news: unknown[] = []
    new BroadcastChannel('session').addEventListener('message', ({ data }) => news.push(data))
    return news
  })
  await expect(async () => {
    await page.clock.fastForward(1_100)
    await page.mouse.click(5, 400)
    expect(await heard.jsonValue()).toContain('active')
  }).toPass()
  await page.clock.fastForward('28:05')
  const warning = page.getByRole('dialog', { name: like('shell.idle.title') })
  await expect(warning).toBeVisible()
  await expect(warning.getByRole('button', { name: t('shell.idle.stay') }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(warning).toBeHidden()
  await expect(listTitle(page)).toBeVisible()
})
