import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { env } from 'node:process'
import { exampleShop } from '../client/example/shop.ts'
import { shopsClient } from '../client/src/main.ts'
import { ConfigProblem, loadConfig } from '../server/platform/config/config.ts'
import { bigShopName } from '../server/demo/personas.ts'
import { demoPrivateKey } from '../server/demo/fill/fillKeys.ts'
import { webhookTypes } from '../domain/merchants/webhook.ts'

// `npm run shop`: the example shop (client/example) next to a running `npm start`. It does what a shop's owner does by hand in the panel:
// the test key is the demo's, derived from the provider's settings (DATA_DIR, or its secrets), and a webhook endpoint is added, and removed
// at the end.
const provider = (env.PROVIDER_URL ?? 'http://127.0.0.1:3000').replace(/\/+$/, '')
const port = Number(env.SHOP_PORT ?? 4_000)
const address = `http://127.0.0.1:${port}`
const password = env.DEMO_PASSWORD ?? 'Trastienda-demo-1'

class Trouble extends Error {}

/** Binds the shop's port before anything is registered with the provider. */
async function listen(): Promise<Server> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return server
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be listened at (${code})`
    throw new Trouble(`Port ${port} of this machine ${why}: set SHOP_PORT to a free one.`)
  }
}

/** The panel's calls, as the owner of the demo's big shop, in test mode. */
async function panel() {
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const request = {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/vnd.trastienda.sandbox.v2+json', origin: provider, ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }
    const answer = await fetch(provider + path, request).catch(() => {
      throw new Trouble(`Nothing answers at ${provider}: run \`npm start\` first, or set PROVIDER_URL.`)
    })
    if (!answer.ok) throw new Trouble(`${method} ${path} answered ${answer.status}: this example needs the demo data.`)
    const text = await answer.text()
    return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', said: (text === '' ? {} : JSON.parse(text)) as ShopAnswer }
  }
  const { said, cookie } = await call('POST', '/v2/token', { email: 'owner.empresa@demo.test', password })
  const session = { authorization: `Bearer ${said.access_token}`, cookie }
  return {
    call: async (method: string, path: string, body?: object) => (await call(method, path, body, session)).said,
    stepUp: () => call('POST', '/v2/me/step-up', { password }, session),
  }
}
type Webhook = { id: string; url: string; secret: string }
type ShopAnswer = Webhook & { access_token: string; webhooks: Webhook[] }

/** Adds a webhook endpoint for this shop; one of an earlier run is removed first. */
async function addWebhook() {
  const { call, stepUp } = await panel()
  const merchants: unknown = await call('GET', '/v2/merchants')
  const path = `/v2/merchants/${(merchants as { id: string; name: string }[]).find(({ name }) => name === bigShopName)?.id ?? ''}/webhooks`
  const url = `${address}/avisos`
  const { webhooks } = await call('GET', path)
  for (const { id } of webhooks.filter((one) => one.url === url)) await call('DELETE', `${path}/${id}`)
  await stepUp()
  const { id, secret } = await call('POST', path, { url, events: webhookTypes.filter((type) => type.startsWith('operation.')) })
  return { secret, remove: () => call('DELETE', `${path}/${id}`) }
}

try {
  const server = await listen()
  const { secret, remove } = await addWebhook()
  const key = demoPrivateKey(loadConfig(env).keySecrets[0])
  const shop = exampleShop({ shop: shopsClient({ baseUrl: provider, key }), key, webhookSecrets: [secret], address, provider })
  server.on('request', (request, response) => shop.emit('request', request, response))
  console.log(`The example shop sells in test mode to ${provider} as ${bigShopName}. Stop it with Ctrl+C.\n\n${address}`)
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    server.close()
    server.closeAllConnections()
    await remove().catch(() => {})
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.once(signal, () => void end())
} catch (error) {
  if (!(error instanceof Trouble || error instanceof ConfigProblem)) throw error
  console.error(error.message)
  process.exit(1)
}
