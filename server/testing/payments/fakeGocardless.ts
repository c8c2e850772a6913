import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Requisition = {
  id: string
  status: string
  link: string
  reference: string
  redirect: string
  institution_id: string
  accounts: string[]
}
type Reply = readonly [status: number, body: unknown]

/** How a customer answers their bank, or what their bank does. */
type FakeBankAnswer = 'authorised' | 'rejected' | 'expired' | 'no_accounts' | 'too_many' | 'bank_down' | 'somebody_else' | 'poor'

type FakeGocardless = {
  url: string
  secretId: string
  secretKey: string
  requisitions: readonly Requisition[]
  /** The customer answers at the address of a requisition. */
  answer(link: string, answer: FakeBankAnswer): void
  /** What happens to the next requests: lost before or after their effect, 5xx, too many requests, or the access token has expired. */
  fail(...how: ('before' | 'after' | 'error' | 'busy' | 'token')[]): void
  close(): Promise<void>
}

const institutions = [
  { id: 'CAIXABANK_CAIXESBB', bic: 'CAIXESBB' },
  { id: 'SANTANDER_BSCHESMM', bic: 'BSCHESMMXXX' },
]

const problem = (status: number, type = 'Error'): Reply => [status, { summary: type, detail: type, type, status_code: status }]

/** What the API answers to a request with a valid token. */
function routesOf(requisitions: Requisition[], answers: ReadonlyMap<string, FakeBankAnswer>) {
  const account = (path: string): Reply => {
    const [, , id = '', part] = path.split('/')
    const answer = answers.get(id.replace('account-', ''))
    if (answer === 'too_many') return problem(429)
    if (answer === 'bank_down') return problem(503, 'ServiceError')
    if (part === 'details') return [200, { account: { ownerName: answer === 'somebody_else' ? 'Bernat Roca Pujol' : 'GARCIA LOPEZ ANA' } }]
    if (part === 'balances') return [200, { balances: [{ balanceAmount: { amount: '1532.10', currency: 'EUR' } }] }]
    const move = (amount: string) => ({ transactionAmount: { amount, currency: 'EUR' }, bookingDate: '2026-10-01' })
    const booked =
      answer === 'poor'
        ? [move('300.00'), move('-900.00')]
        : [move('2100.00'), move('2100.00'), move('2100.00'), move('-1200.30'), move('-900')]
    return [200, { transactions: { booked, pending: [] } }]
  }
  const create = (given: { redirect: string; institution_id: string; reference: string }): Reply => {
    if (requisitions.some(({ reference }) => reference === given.reference))
      return [400, { reference: { summary: 'Client reference must be unique', detail: given.reference }, status_code: 400 }]
    const id = randomUUID()
    const made = { id, status: 'CR', link: `https://ob.gocardless.test/psd2/start/${id}`, accounts: [], ...given }
    requisitions.push(made)
    return [201, made]
  }
  return (method: string, path: string, query: URLSearchParams, body: unknown): Reply => {
    if (path === '/institutions/') return [200, institutions]
    if (path === '/requisitions/' && method === 'POST') return create(body as Parameters<typeof create>[0]) // the adapter's own body
    if (path === '/requisitions/') {
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      const newest = requisitions.toReversed()
      return [200, { results: newest.slice(offset, offset + limit), next: newest.length > offset + limit ? 'more' : null }]
    }
    if (path.startsWith('/accounts/')) return account(path)
    const found = requisitions.find(({ id }) => path === `/requisitions/${id}/`)
    return found ? [200, found] : problem(404, 'NotFound')
  }
}

/** A small part of GoCardless's Bank Account Data API on 127.0.0.1, by its public documentation. */
export async function startFakeGocardless(): Promise<FakeGocardless> {
  const [secretId, secretKey] = ['fake-secret-id', 'fake-secret-key']
  const requisitions: Requisition[] = []
  const answers = new Map<string, FakeBankAnswer>()
  const failures: string[] = []
  let token = ''

  const route = routesOf(requisitions, answers)
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // a request's stream gives buffers
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    const text = Buffer.concat(chunks).toString()
    const body: unknown = text === '' ? null : JSON.parse(text)
    const send = ([status, value]: Reply) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (pathname === '/token/new/') {
      const given = body as { secret_id: string; secret_key: string } // the adapter's own body
      if (given.secret_id !== secretId || given.secret_key !== secretKey) return send(problem(401, 'Authentication failed'))
      token = randomUUID()
      return send([200, { access: token, access_expires: 86_400 }])
    }
    const how = failures.shift()
    if (how === 'before') return response.destroy()
    if (how === 'error') return send(problem(500))
    if (how === 'busy') return send(problem(429))
    if (how === 'token') token = randomUUID()
    if (request.headers.authorization !== `Bearer ${token}`) return send(problem(401, 'InvalidToken'))
    const reply = route(request.method ?? 'GET', pathname, searchParams, body)
    if (how === 'after') return response.destroy()
    return send(reply)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretId,
    secretKey,
    requisitions,
    answer(link, answer) {
      const found = requisitions.find((one) => one.link === link)
      if (!found) throw new Error(`no requisition has the address ${link}`)
      answers.set(found.id, answer)
      found.status = answer === 'rejected' ? 'RJ' : answer === 'expired' ? 'EX' : 'LN'
      if (found.status === 'LN' && answer !== 'no_accounts') found.accounts = [`account-${found.id}`]
    },
    fail: (...how) => void failures.push(...how),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
