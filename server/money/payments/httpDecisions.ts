import { decisionAnswer, type DecisionAnswer } from '#contract/sales/decisionEngine'
import { toCamel } from '../../platform/calls/wire.ts'
import { isSigned, secondsOf, signatureOf } from '../../platform/outbound/signature.ts'
import { traceHeaders } from '../../platform/tracing/spans.ts'
import { type DecisionEngine, EngineFailure } from './partners.ts'

type HttpDecisionSettings = { url: string; secret: string; userAgent: string; timeoutMs?: number; nowMs?: () => number }

const defaultTimeoutMs = 2_000
const maxAnswerBytes = 16_384
/** So many failures in a row stop all requests for a while; then one attempt decides whether they go on. */
const failuresToOpen = 5
const openMs = 30_000

/** An engine at DECISION_URL: a JSON POST and its answer, both signed after Standard Webhooks 1.0 with the same secret and the request's id. */
export function httpDecisions(settings: HttpDecisionSettings): DecisionEngine {
  const { nowMs = () => Date.now() } = settings
  let failures = 0
  let openUntil = 0
  const isAvailable = () => nowMs() >= openUntil
  return {
    isAvailable,
    async ask(request) {
      if (!isAvailable()) throw new EngineFailure('circuit_open')
      try {
        const answer = await post(settings, request, new Date(nowMs()))
        failures = 0
        return answer
      } catch (error) {
        failures += 1
        if (failures >= failuresToOpen) openUntil = nowMs() + openMs
        throw error
      }
    },
  }
}

type DecisionRequest = Parameters<DecisionEngine['ask']>[0]

async function post(
  { url, secret, userAgent, timeoutMs = defaultTimeoutMs }: HttpDecisionSettings,
  { id, body }: DecisionRequest,
  now: Date,
): Promise<DecisionAnswer> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': String(secondsOf(now)),
    'webhook-signature': signatureOf([secret], { id, at: now, body }),
    ...traceHeaders(),
  }
  const { response, text } = await exchange(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers,
    body,
  })
  if (!response.ok) throw new EngineFailure('status')
  const header = (name: string) => response.headers.get(name) ?? ''
  const signed = { id, timestamp: header('webhook-timestamp'), signature: header('webhook-signature'), body: text }
  if (header('webhook-id') !== id || !isSigned(signed, secret, now)) throw new EngineFailure('signature')
  return read(text, id)
}

async function exchange(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init)
    return { response, text: await readText(response) }
  } catch (error) {
    if (error instanceof EngineFailure) throw error
    throw new EngineFailure(error instanceof Error && error.name === 'TimeoutError' ? 'timed_out' : 'unreachable', { cause: error })
  }
}

/** An answer that is too long is not read to its end. */
async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > maxAnswerBytes) throw new EngineFailure('malformed')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function read(text: string, id: string): DecisionAnswer {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new EngineFailure('malformed', { cause: error })
  }
  const answer = decisionAnswer.safeParse(toCamel(json))
  if (!answer.success || answer.data.id !== id) throw new EngineFailure('malformed')
  return answer.data
}
