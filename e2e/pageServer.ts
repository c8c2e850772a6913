import { tmpdir } from 'node:os'
import fastify from 'fastify'
import { freePort } from '../bench/freePort.ts'
import { loadConfig } from '../server/platform/config/config.ts'
import type { Services } from '../server/platform/calls/call.ts'
import { pages } from '../server/platform/pages/pages.ts'
import { securityHeaders } from '../server/platform/pages/securityHeaders.ts'
import { simulatedCards } from '../server/money/payments/simulatedCards.ts'

/** The built pages alone, without API or database, at a separate origin: their calls go to `apiUrl`. */
export async function startPageServer(apiUrl: string, fixedPort?: number): Promise<{ url: string; close: () => Promise<void> }> {
  const port = fixedPort ?? (await freePort())
  const config = loadConfig({
    PORT: String(port),
    DATA_DIR: tmpdir(),
    SESSION_SECRET: 'nothing is signed with this secret here',
    DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
    VENDOR_API_URL: apiUrl,
    ANALYTICS_URL: 'none',
    PROVIDER_SCRIPT_URL: `${apiUrl}/script.js?key={key}`,
  })
  const app = fastify({ logger: false })
  app.addHook('onRequest', (_request, reply, done) => {
    securityHeaders(reply, config)
    done()
  })
  await pages(app, { config, payments: { cards: simulatedCards() } } as Services) // pages read nothing else; health is not used
  await app.listen({ port, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${port}`, close: () => app.close() }
}
