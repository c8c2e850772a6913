import type { Page } from '@playwright/test'

/** The server executes the first such write, but its response is lost. Returns the idempotency keys of all of them, as they are sent. */
export async function loseFirstAnswer(page: Page, address: string): Promise<string[]> {
  const keys: string[] = []
  await page.route(address, async (route) => {
    const request = route.request()
    if (request.method() === 'GET') return route.continue()
    keys.push(request.headers()['idempotency-key'] ?? 'none')
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  return keys
}
