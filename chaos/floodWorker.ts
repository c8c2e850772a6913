import { parentPort, workerData } from 'node:worker_threads'

/** So many anonymous clients, each of which sends the next request as soon as it gets a response. */
export type Flood = { address: string; strangers: number }
/** Responses by status; 0: no response. */
export type FloodStatuses = ReadonlyMap<number, number>

type Request = { method: string; path: string; body?: string; type?: string }
const json = (path: string, body: object): Request => ({ method: 'POST', path, body: JSON.stringify(body), type: 'application/json' })
const nobody = 'f'.repeat(32)
const token = 'A'.repeat(43)
/** Everything callable without a session: sign-in, links from e-mails, the widget's and the analytics endpoints, browser reports. */
const floods: readonly Request[] = [
  json('/v2/token', { email: 'nobody@example.test', password: 'not the password' }),
  json('/v2/password-reset', { email: 'nobody@example.test' }),
  json('/v2/email-changes/stop', { change_id: nobody, token }),
  json(`/v2/${nobody}/new-password`, { token, new_password1: 'four green horses', new_password2: 'four green horses' }),
  json('/v2/delegated/view', { link_id: nobody, token }),
  { method: 'GET', path: `/?order=${nobody}&public-key=pk_live_${token}` },
  { method: 'GET', path: `/instalment-plan-simulator?amount=20000&public_key=pk_live_${token}` },
  { method: 'POST', path: '/analytics', body: `client=x&e=${'x'.repeat(100_000)}`, type: 'application/x-www-form-urlencoded' },
  { method: 'POST', path: '/csp-reports', body: JSON.stringify([{ type: 'csp', body: {} }]), type: 'application/reports+json' },
  json('/v2/token', JSON.parse(`{"email": ${'['.repeat(2_000)}${']'.repeat(2_000)}}`) as object),
]

async function stranger(address: string, nth: number, signal: AbortSignal, statuses: Map<number, number>): Promise<void> {
  for (let at = nth; !signal.aborted; at += 1) {
    const { method, path, body, type } = floods[at % floods.length] as Request // one of them
    const answer = await fetch(address + path, {
      method,
      redirect: 'manual',
      ...(body === undefined ? {} : { body, headers: { 'content-type': type ?? '' } }),
    }).catch(() => null)
    await answer?.arrayBuffer().catch(() => {})
    statuses.set(answer?.status ?? 0, (statuses.get(answer?.status ?? 0) ?? 0) + 1)
  }
}

const { address, strangers } = workerData as Flood
const ending = new AbortController()
const statuses = new Map<number, number>()
parentPort?.once('message', () => ending.abort())
await Promise.all(Array.from({ length: strangers }, (_, nth) => stranger(address, nth, ending.signal, statuses)))
parentPort?.postMessage(statuses)
