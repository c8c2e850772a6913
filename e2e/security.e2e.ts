import { paths } from '../web/platform/routes/paths.ts'
import { ask, shopOf, untouched } from './api.ts'
import { nightlyOnly } from './nightly.ts'
import { expect, test } from './persona.ts'
import { t } from './words.ts'

const fresh = untouched('substatus=payment_completed', 20, ({ total_amount: total }) => total > 5_000)
const home = `http://127.0.0.1:${process.env.E2E_PORT}`

// The `problems` fixture records every violation in all journeys; each screen of the product is opened by `everyScreen.e2e.ts`.
// By day their policy: server/platform/pages/pages.slow.test.ts.
test('pages outside the application do not violate the Content-Security-Policy either', nightlyOnly, async ({ page, problems }) => {
  for (const path of ['/outbox', '/docs', '/docs/shops']) {
    await page.goto(path)
    await expect(page.getByRole('heading').first(), path).toBeVisible()
  }
  expect(problems).toEqual([])
})

test('injected script does not run: element, event handler, address, markup', async ({ enter, problems }) => {
  const page = await enter('owner.autonomo')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const refused = await page.evaluate(async () => {
    const attempts: Record<string, () => void> = {
      script: () => {
        const script = document.createElement('script')
        script.append('window.ran = "script"')
        document.body.append(script)
      },
      handler: () => {
        const image = document.createElement('img')
        image.setAttribute('onerror', 'window.ran = "handler"')
        image.src = '/no-such.png'
        document.body.append(image)
      },
      address: () => {
        const link = document.createElement('a')
        link.href = 'javascript:void(window.ran = "address")'
        document.body.append(link)
        link.click()
      },
      markup: () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran=1">'),
      // Later, since the running test itself may use eval.
      eval: () => void setTimeout(() => new Function('window.ran = "eval"')()),
      outside: () => {
        const script = document.createElement('script')
        script.setAttribute('src', 'https://evil.example/x.js')
        document.body.append(script)
      },
      style: () => {
        const style = document.createElement('style')
        style.append('body{display:none}')
        document.head.append(style)
      },
    }
    const thrown: string[] = []
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        attempt()
      } catch {
        thrown.push(name)
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 300)) // the broken image's error event
    return { thrown, ran: 'ran' in window, shown: getComputedStyle(document.body).display !== 'none' }
  })
  expect(refused.ran).toBe(false)
  expect(refused.shown).toBe(true)
  expect(refused.thrown).toContain('markup')
  // Proof that the `problems` fixture records such violations.
  for (const directive of ['script-src', 'style-src', 'trusted-types', 'Function'])
    await expect.poll(() => problems.join()).toContain(directive)
  // One of them may be reported late: a closed page reports nothing more.
  await page.close()
  problems.length = 0
})

test('stored markup is shown as text everywhere', async ({ enter }) => {
  const page = await enter('owner.empresa')
  const { id } = await shopOf(page)
  const row = await fresh(page, id)
  const payload = `"><img src=x onerror=alert(1)><svg onload=alert(2)>{{7*7}}\${7*7}`
  const answer = await ask(page, 'POST', `/v2/merchants/${id}/orders/${row.id}/refund`, {
    body: { amount: 100, reason: 'other', comment: payload, merchant_reference: '<script>alert(3)</script>' },
  })
  expect(answer.status()).toBe(201)
  const opened: string[] = []
  page.on('dialog', (dialog) => {
    opened.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(paths.operation(id, row.id))
  await expect(page.getByText(t('operations.refunds.note', { note: payload }))).toBeVisible()
  await page.goto(paths.operations(id, { q: payload }))
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: payload })).toBeVisible()
  await page.goto(`${paths.operations(id)}?status=${encodeURIComponent('<img src=x onerror=alert(4)>')}`)
  await expect(page.getByText(t('operations.ignored.title'))).toBeVisible()
  expect(opened).toEqual([])
})

test('every kind of response has the security headers', nightlyOnly, async ({ page }) => {
  await page.goto('/login')
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  const kinds = [...new Map(files.map((path) => [path.split('.').at(-1), path])).values()]
  const paths = [
    '/',
    '/login',
    '/settings/sections',
    '/no/such/page',
    '/v2/me',
    '/v2/no-such-call',
    '/outbox',
    '/docs',
    '/openapi.json',
    '/readyz',
    '/assets/no-such-file.js',
    '/%00',
    ...kinds,
  ]
  for (const path of paths) {
    const answer = await page.request.get(path)
    const headers = answer.headers()
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = headers['content-security-policy'] ?? ''
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).not.toMatch(/unsafe|\*/)
    // Only the panel scans codes with the camera.
    expect(headers['permissions-policy'], path).toContain(
      ['/', '/settings/sections', '/no/such/page', '/%00'].includes(path) ? 'camera=(self)' : 'camera=()',
    )
    expect(headers['server'] ?? headers['x-powered-by'], path).toBeUndefined()
    if (path.startsWith('/v2/')) expect(headers['cache-control'], path).toContain('no-store')
  }
  for (const [method, body] of [
    ['POST', '{'],
    ['DELETE', ''],
    ['PUT', '{}'],
  ] as const) {
    const answer = await page.request.fetch('/v2/token', {
      method,
      data: body,
      headers: { 'content-type': 'application/json', origin: home },
    })
    expect(answer.status()).toBeGreaterThanOrEqual(400)
    expect(answer.headers()).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    expect(await answer.text()).not.toMatch(/node_modules|\bat .+:\d+:\d+/)
  }
})
