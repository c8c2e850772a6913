import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOutbound } from './outbound.ts'

const ways: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/ok': (_request, response) => response.end('{"status": "ok"}'),
  '/echo': (request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => response.end(JSON.stringify({ body, url: request.url, type: request.headers['content-type'] })))
  },
  '/elsewhere': (_request, response) => response.writeHead(302, { location: '/ok' }).end(),
  '/endless': (_request, response) => {
    const pour = () => void (response.write('x'.repeat(16_384)) ? setImmediate(pour) : response.once('drain', pour))
    response.on('close', () => response.removeAllListeners('drain'))
    pour()
  },
  '/silent': () => undefined,
  '/drip': (_request, response) => {
    const drop = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(drop))
  },
  '/broken': (_request, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half')
    setImmediate(() => response.destroy())
  },
  '/cut': (_request, response) => void response.destroy(),
}

let shop: Server
let liar: Server
const liars = new Set<Socket>()
let base: string
let liarBase: string
let requests = 0

beforeAll(async () => {
  const listen = async (server: Server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  shop = createServer((request, response) => {
    requests += 1
    ways[request.url?.split('?')[0] ?? '']?.(request, response)
  })
  base = await listen(shop)
  // Does not speak HTTP, or switches protocols.
  liar = createSocketServer((socket) => {
    liars.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', (data) =>
      socket.write(data.includes('/upgrade') ? 'HTTP/1.1 101 Hm\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n' : 'SSH-2.0-none\r\n'),
    )
  })
  liarBase = await listen(liar)
})
afterAll(() => {
  outbound.close()
  guarded.close()
  ;(shop as ReturnType<typeof createServer>).closeAllConnections()
  for (const socket of liars) socket.destroy()
  shop.close()
  liar.close()
})

const outbound = makeOutbound({ privateAddresses: 'sandbox' })
/** DNS answers of the tests. */
const names: Record<string, string[]> = {
  'inside.example': ['127.0.0.1'],
  'mixed.example': ['93.184.215.14', '10.0.0.5'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
}
const guarded = makeOutbound({ privateAddresses: 'no' }, async (host) =>
  (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
)
const send = (path: string, more: object = {}) => outbound.send({ url: `${base}${path}`, mode: 'sandbox', ...more })

test('a response has its status and text, and the query arrives byte for byte', async () => {
  expect(await send('/ok')).toMatchObject({ status: 200, body: '{"status": "ok"}', cut: false })
  const headers = { 'content-type': 'application/json' }
  const echoed = await send('/echo?path=a/b&cart_id=%C3%B1+1', { headers, body: '{"ñ":1}' })
  expect(JSON.parse('body' in echoed ? echoed.body : '')).toEqual({
    body: '{"ñ":1}',
    url: '/echo?path=a/b&cart_id=%C3%B1+1',
    type: 'application/json',
  })
})

test('a redirect is returned and not followed', async () => {
  const before = requests
  expect(await send('/elsewhere')).toMatchObject({ status: 302 })
  expect(requests).toBe(before + 1)
})

test('an endless response is cut at 64 KB', async () => {
  const answer = await send('/endless')
  expect(answer).toMatchObject({ status: 200, cut: true })
  expect('body' in answer && answer.body.length).toBe(65_536)
})

test.each(['/silent', '/drip'])('%s times out', async (path) => {
  expect(await send(path, { timeoutMs: 150 })).toMatchObject({ failure: 'timed_out' })
})

test('an interrupted response is a failure', async () => {
  expect(await send('/broken')).toMatchObject({ failure: 'unreachable' })
  expect(await send('/cut')).toMatchObject({ failure: 'unreachable' })
  expect(await outbound.send({ url: `${liarBase}/`, mode: 'sandbox' })).toMatchObject({ failure: 'unreadable' })
  expect(await outbound.send({ url: `${liarBase}/upgrade`, mode: 'sandbox' })).toMatchObject({ failure: 'unreadable' })
  expect(await outbound.send({ url: `${base.replace('http', 'https')}/`, mode: 'sandbox' })).toMatchObject({ failure: 'unreachable' })
})

test.each(Object.keys(names))('%s is not called in any mode', async (host) => {
  const before = requests
  const { port } = new URL(base)
  expect(await guarded.send({ url: `http://${host}:${port}/ok`, mode: 'sandbox' })).toMatchObject({ failure: 'private_address' })
  expect(await guarded.send({ url: `https://${host}:${port}/ok`, mode: 'live' })).toMatchObject({ failure: 'private_address' })
  expect(requests).toBe(before)
})

test('an unknown host is distinguished from one with a private address', async () => {
  expect(await guarded.send({ url: 'https://nowhere.example/', mode: 'live' })).toMatchObject({ failure: 'unknown_host' })
})

// prettier-ignore
const inside = [
  'https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://0/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[fd00::1]/', 'https://10.1.2.3:8443/x?y', 'https://169.254.169.254/latest/meta-data/', 'https://①②⑦.⓪.⓪.①/',
]

test.each(inside)('%s is refused by its text, in live mode even if sandbox may use private addresses', async (url) => {
  expect(outbound.addressProblem(url, 'live')).toBe('private_address')
  expect(guarded.addressProblem(url, 'sandbox')).toBe('private_address')
  expect(await outbound.send({ url, mode: 'live' })).toMatchObject({ failure: 'private_address' })
})

test.each([
  '',
  'shop.example',
  '/relative',
  'ftp://shop.example',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://user:word@shop.example/',
  'https://',
])('%j is not a valid URL', (url) => {
  expect(guarded.addressProblem(url, 'live')).toBe('malformed')
  expect(outbound.addressProblem(url, 'sandbox')).toBe('malformed')
})

test('live mode requires TLS, sandbox does not', () => {
  expect(guarded.addressProblem('http://shop.example/', 'live')).toBe('needs_tls')
  expect(guarded.addressProblem('http://shop.example/', 'sandbox')).toBeNull()
  expect(guarded.addressProblem('https://shop.example/', 'live')).toBeNull()
})
