import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test'
import { accessSeconds } from '../server/platform/calls/token.ts'
import { processEach } from './launch.ts'

export type PersonaName =
  | 'owner.empresa'
  | 'admin.empresa'
  | 'editor.empresa'
  | 'guest.empresa'
  | 'owner.autonomo'
  | 'admin.autonomo'
  | 'editor.autonomo'
  | 'guest.autonomo'
  | 'pendiente'
  | 'rechazada'
  | 'desactivada'
  | 'onboarding'
  | 'onboarding.empresa'
  | 'sintiendas'
  | 'dostiendas'
  | 'gestoria'

export const password = 'Trastienda-demo-1'
export const emailOf = (name: PersonaName) => `${name}@demo.test`

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>
type StoredSession = { state: Promise<StorageState>; until: number }

/** Half the lifetime of an access token: calls outside the page use a token that is valid for the whole journey. */
const keptMs = accessSeconds * 500
type Options = BrowserContextOptions & {
  /** A separate session, for journeys that end or renew it. */
  own?: boolean
}
/** Opens the product as a persona, in a separate browser context. */
export type Enter = (name: PersonaName, options?: Options) => Promise<Page>

/** Signs in by the API and stores the session as the sign-in page does. */
export async function sessionOf(browser: Browser, name: PersonaName): Promise<StorageState> {
  const context = await browser.newContext()
  try {
    const address = `http://127.0.0.1:${process.env.E2E_PORT}`
    const answer = await context.request.post(`${address}/v2/token`, {
      data: { email: emailOf(name), password },
      headers: { origin: address },
    })
    expect(answer.status(), `sign-in of ${name}`).toBe(200)
    const { access_token: accessToken, refresh_token: refreshToken } = (await answer.json()) as Record<
      'access_token' | 'refresh_token',
      string
    >
    const value = encodeURIComponent(JSON.stringify({ accessToken, refreshToken }))
    await context.addCookies([{ name: 'session', value, url: address, sameSite: 'Lax' }])
    return await context.storageState()
  } finally {
    await context.close()
  }
}

/**
 * After a minute on a page the analytics notice appears over its bottom. On a slow machine that may happen in any journey:
 * here everybody has refused.
 */
export const declinePush = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { getItem } = Storage.prototype
    const no = JSON.stringify({ answer: 'no', at: Date.now() })
    Storage.prototype.getItem = function (key) {
      return getItem.call(this, key) ?? (key.startsWith('analytics-consent:') ? no : null)
    }
  })

/** Records what no journey may cause: a Content-Security-Policy violation, or an uncaught error. */
async function watch(context: BrowserContext, problems: string[], showsConsent: boolean): Promise<void> {
  if (!showsConsent) await declinePush(context)
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('console', (message) => message.text().startsWith('policy:') && problems.push(message.text()))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(
        `policy: ${event.violatedDirective} stopped ${event.blockedURI} ${event.sample} in ${event.sourceFile}:${event.lineNumber}`,
      ),
    )
  })
}

/** What the routes of a journey still wait for ends with it, not as an error of the next journey. */
async function endRoutes(context: BrowserContext): Promise<void> {
  const gone = () => {} // a journey may have closed it
  await Promise.all([context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' }).catch(gone)))
}

/**
 * The journeys' own `test`: `enter` opens signed-in pages (one sign-in per persona, worker and five minutes), `problems` collects violations
 * of the pages' policy and uncaught errors of every context and must be empty at the end; a journey that causes one on purpose
 * removes it itself.
 */
export const test = base.extend<
  { enter: Enter; problems: string[]; asked: boolean; manyTabs: boolean },
  { sessions: Map<PersonaName, StoredSession>; startApart: () => Promise<Browser> }
>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the pattern
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  /** A second browser, whose pages have a process each; started when it is first asked for. Launch options of a file would start another worker for it, and one more after it. */
  startApart: [
    async ({ playwright }, use) => {
      let started: Promise<Browser> | undefined
      const start = () =>
        playwright.chromium.launch(processEach).catch((error: unknown) => {
          started = undefined // the next journey tries again
          throw error
        })
      await use(() => (started ??= start()))
      await (await started)?.close()
    },
    { scope: 'worker' },
  ],
  /** Whether `enter` opens tabs that must not block each other: each page has its own process. */
  manyTabs: [false, { option: true }],
  /** Whether the analytics notice is shown. */
  asked: [false, { option: true }],
  problems: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const problems: string[] = []
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, problems, asked }, use) => {
    await watch(context, problems, asked)
    await use(context)
    await endRoutes(context)
  },
  enter: async ({ browser: usual, sessions, problems, asked, manyTabs, startApart }, use) => {
    const opened: BrowserContext[] = []
    await use(async (name, { own = false, ...options } = {}) => {
      const browser = manyTabs ? await startApart() : usual
      const stored = own ? undefined : sessions.get(name)
      const fresh = stored && stored.until > Date.now() ? stored : { state: sessionOf(browser, name), until: Date.now() + keptMs }
      if (!own) sessions.set(name, fresh)
      const context = await browser.newContext({ ...options, storageState: await fresh.state })
      opened.push(context)
      await watch(context, problems, asked)
      return context.newPage()
    })
    for (const context of opened) {
      await endRoutes(context)
      await context.close()
    }
  },
})

export { expect }
