import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { NotVerified, readWebhook } from '../src/main.ts'

/** What the provider asks, as far as this engine reads it (docs/decision.md of the product has all of it). Amounts in cents. */
export type EngineRequest = {
  id: string
  amounts: { total: number; monthly: number }
  earlier: { livePlans: number; owed: number; hasDefaulted: boolean }
  bank: { income: number | null; outgoings: number | null } | null
}
type EngineOutcome = 'accept' | 'refuse' | 'challenge' | 'bank_link' | 'review' | 'later'
export type EngineVerdict = { outcome: EngineOutcome; rule: string }
type EngineSettings = {
  /** DECISION_SECRET of the provider: `whsec_…`. */
  secret: string
  decide?: (request: EngineRequest) => EngineVerdict
}

const engineVersion = 'example-1'
const maxBytes = 262_144

/** An example of a scorecard: it refuses defaulted customers, asks the bank from 1 000 €, and has a person look at large amounts. */
function exampleVerdict({ amounts, earlier, bank }: EngineRequest): EngineVerdict {
  if (earlier.hasDefaulted) return { outcome: 'refuse', rule: 'defaulted' }
  if (amounts.total >= 100_000 && bank === null) return { outcome: 'bank_link', rule: 'needs_bank' }
  if (bank !== null && bank.income !== null && bank.outgoings !== null && bank.income - bank.outgoings < amounts.monthly)
    return { outcome: 'refuse', rule: 'too_little_left' }
  if (amounts.total + earlier.owed >= 200_000) return { outcome: 'review', rule: 'large' }
  return { outcome: 'accept', rule: 'ok' }
}

/**
 * An example of a decision engine: verifies each request, decides each id once and repeats its answer, and signs what it answers. A real one keeps its
 * answers in a database.
 */
export function decisionEngine({ secret, decide = exampleVerdict }: EngineSettings): Server {
  const answered = new Map<string, string>()
  return createServer(async (request, response) => {
    try {
      const body = await bodyOf(request)
      const { id, message } = await readWebhook({ headers: request.headers, body }, secret)
      const engineRequest = message as unknown as EngineRequest // a request for a decision, verified by its signature
      const answer = answered.get(id) ?? JSON.stringify({ version: 1, id, ...decide(engineRequest), engine_version: engineVersion })
      answered.set(id, answer)
      response.writeHead(200, { 'content-type': 'application/json', ...signatureOf(secret, id, answer) }).end(answer)
    } catch (error) {
      response.writeHead(error instanceof NotVerified ? 401 : 400).end()
    }
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new RangeError('the request is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The headers of an answer, signed after Standard Webhooks 1.0. */
export function signatureOf(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
