import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerPage } from './fakeStripePages.ts'
import type { FakeObject, Params } from './fakeStripeBalance.ts'
import { FakeAccount, type FakeAnswer } from './fakeStripeObjects.ts'

/** What happens to the next requests: lost before or after their effect, or answered by this status. */
type FakeTrouble = 'before' | 'after' | 429 | 500

export type FakeStripe = {
  url: string
  secretKey: string
  webhookSecret: string
  /** The customer gives a card on the page of a session. */
  giveCard(sessionUrl: string, number: string): void
  /** The customer answers on the page of their bank. */
  authenticate(url: string, answer: 'approved' | 'refused'): void
  /** Decides everything that is pending. */
  settle(): void
  /** Payments are found by the search from now on; before, only when asked for by id. */
  index(): void
  /** Forgets idempotency keys, as after a day. */
  forgetKeys(): void
  fail(...troubles: FakeTrouble[]): void
  /** Cents taken from cards less refunds, by our id of the payment. */
  takenCents(paymentId: string): number
  /** What cardholders and their banks do with a dispute, and Stripe with our balance. */
  disputes: Pick<FakeAccount, 'dispute' | 'decideDispute' | 'evidenceOf' | 'paymentOf' | 'payout' | 'moves'>
  /** Requests that were received, as `POST /v1/refunds`. */
  requests: string[]
  /** A signed notification about an object; with the id of an earlier one, a repetition of it. */
  notification(type: string, objectId: string, at?: Date, id?: string): { body: Buffer; headers: Record<string, string> }
  close(): Promise<void>
}

/** `a[b]=c` as `{a: {b: 'c'}}`; lists are objects by number. */
export function readForm(text: string): Params {
  const whole: Params = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter(Boolean)
    const last = path.pop() ?? ''
    let at = whole
    for (const part of path) at = (at[part] ??= {}) as Params // written as an object by an earlier key of the same path
    at[last] = value
  }
  return whole
}

const bodyOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // a stream without an encoding
  return Buffer.concat(parts).toString('utf8')
}

const otherParameters: FakeAnswer = {
  status: 400,
  body: { error: { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters.' } },
}

/** What a repeated request must have in common. A file has another boundary each time it is sent. */
const fingerprintOf = ({ url, headers }: IncomingMessage, body: string): string =>
  `${url} ${headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true ? body : ''}`

/** A part of Stripe's public HTTP API, as described at docs.stripe.com/api: what the adapter needs, with the states, errors and keys of the real one. */
export async function startFakeStripe(): Promise<FakeStripe> {
  const [secretKey, webhookSecret] = ['sk_test_fakeFakeFake1234', 'whsec_fakeFakeFake1234']
  const keys = new Map<string, { fingerprint: string; answer: FakeAnswer }>()
  const troubles: FakeTrouble[] = []
  const requests: string[] = []
  let url = ''
  const world = new FakeAccount(() => url)

  const once = (request: IncomingMessage, body: string, work: () => FakeAnswer): FakeAnswer => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return work()
    const fingerprint = fingerprintOf(request, body)
    const known = keys.get(key)
    if (known && known.fingerprint !== fingerprint) return otherParameters
    if (known) return { ...known.answer, isReplayed: true }
    const answer = work()
    keys.set(key, { fingerprint, answer })
    return answer
  }
  const send = (response: ServerResponse, { status, body, isReplayed = false }: FakeAnswer) =>
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'request-id': 'req_fake',
        ...(isReplayed && { 'idempotent-replayed': 'true' }),
      })
      .end(JSON.stringify(body))

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const body = await bodyOf(request)
    if (answerPage(response, world, { method: request.method, path: pathname }, readForm(body))) return
    requests.push(`${request.method} ${pathname}`)
    const trouble = troubles.shift()
    if (trouble === 'before') return request.socket.destroy()
    if (typeof trouble === 'number')
      return send(response, { status: trouble, body: { error: { type: 'api_error', message: 'Fails as it was told to.' } } })
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return send(response, { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } } })
    const params = request.method === 'POST' ? readForm(body) : readForm(searchParams.toString())
    const work = () => world.answer(`${request.method} ${pathname.replace('/v1/', '')}`, params)
    const answer = request.method === 'POST' ? once(request, body, work) : work()
    if (trouble === 'after') return request.socket.destroy()
    return send(response, answer)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server
  return {
    url,
    secretKey,
    webhookSecret,
    requests,
    giveCard: (sessionUrl, number) => void world.giveCard(sessionUrl, number),
    authenticate: (challengeUrl, answer) => void world.authenticate(challengeUrl, answer),
    settle: () => world.settle(),
    index: () => world.index(),
    takenCents: (paymentId) => world.takenCents(paymentId),
    disputes: world,
    forgetKeys: () => keys.clear(),
    fail: (...more) => void troubles.push(...more),
    notification: (type, objectId, at = new Date(), id = `evt_${randomUUID()}`) =>
      signed(webhookSecret, { id, type, object: { id: objectId } }, at),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function signed(secret: string, { id, type, object }: { id: string; type: string; object: FakeObject }, at: Date) {
  const body = JSON.stringify({ id, object: 'event', type, data: { object } })
  const seconds = Math.floor(at.getTime() / 1_000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { body: Buffer.from(body), headers: { 'stripe-signature': `t=${seconds},v1=${signature}` } }
}
