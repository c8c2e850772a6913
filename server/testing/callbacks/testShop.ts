import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request received by a shop's server. */
type ShopHeard = {
  url: URL
  authorization: string | undefined
  contentType: string | undefined
  traceparent: unknown
  body: Record<string, unknown>
}
/** Its response: a status and a body, or a function that writes the response itself. */
type ShopSays = { status?: number; body: string } | ((response: ServerResponse) => void)

export const yes: ShopSays = { body: '{"status": "ok"}' }

/** A shop's server with configurable responses: `says` for every request, or first those of `next`. */
export async function testShop() {
  const heard: ShopHeard[] = []
  const next: ShopSays[] = []
  const shop = { says: yes, next, heard }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://shop.test')
      const { authorization, 'content-type': contentType, traceparent } = request.headers
      heard.push({ url, authorization, contentType, traceparent, body: JSON.parse(text) as Record<string, unknown> })
      const says = next.shift() ?? shop.says
      if (typeof says === 'function') says(response)
      else response.writeHead(says.status ?? 200, { 'content-type': 'application/json' }).end(says.body)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return Object.assign(shop, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forget() {
      heard.length = 0
      next.length = 0
      shop.says = yes
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
export type TestShop = Awaited<ReturnType<typeof testShop>>
