import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './ground.ts'
import type { Scenario } from './scenario.ts'

const phaseMs = 8_000
/** A signed-in person asks so often; strangers ask as fast as each of them is answered. */
const memberPauseMs = 25
const strangers = 24

type Request = { method: string; path: string; body?: string; type?: string }
const json = (path: string, body: object): Request => ({ method: 'POST', path, body: JSON.stringify(body), type: 'application/json' })
const nobody = 'f'.repeat(32)
const token = 'A'.repeat(43)
/** What anybody can ask for without a session: sign-in, links from letters, the widget's and the analytics' addresses, reports of browsers. */
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

/** Slow uploads without a session: each sends a byte a second of a form that never ends. */
function slowUploads(port: number): () => void {
  const sockets = Array.from({ length: 12 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST /v2/delegated/papers HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="link_id"\r\n\r\n${nobody}\r\n--b\r\n`,
    )
    return socket
  })
  const dripping = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 1_000)
  return () => {
    clearInterval(dripping)
    sockets.forEach((socket) => socket.destroy())
  }
}

/** Milliseconds of each answer that a signed-in person waited for, who reads the list and now and then their account. */
async function member(
  address: string,
  merchantId: string,
  session: Session,
  signal: AbortSignal,
): Promise<{ times: number[]; failed: number }> {
  const times: number[] = []
  let failed = 0
  for (let nth = 0; !signal.aborted; nth += 1) {
    const startedAt = performance.now()
    const answer = await fetch(`${address}${nth % 5 === 0 ? '/v2/me' : `/v2/merchants/${merchantId}/orders`}`, { headers: { ...session } })
    await answer.text()
    times.push(performance.now() - startedAt)
    if (answer.status !== 200) failed += 1
    await sleep(memberPauseMs)
  }
  return { times, failed }
}

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

const p99 = (times: readonly number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0

export const scenario: Scenario = {
  criteria: 'B6',
  says: 'strangers flood everything that is open to anybody, and slow uploads without a session never end, while people work',
  async run(ground) {
    const node = await ground.node()
    const session = await ground.session(node.address)
    const during = async (work: (signal: AbortSignal) => Promise<unknown>) => {
      const ending = new AbortController()
      const people = Promise.all(Array.from({ length: 4 }, () => member(node.address, ground.merchantId, session, ending.signal)))
      const flood = work(ending.signal)
      await sleep(phaseMs)
      ending.abort()
      const all = await people
      await flood
      return {
        p99: p99(all.flatMap(({ times }) => times)),
        failed: all.reduce((sum, { failed }) => sum + failed, 0),
        asked: all.flatMap(({ times }) => times).length,
      }
    }
    const idle = await during(async () => {})
    const statuses = new Map<number, number>()
    const stopUploads = slowUploads(node.port)
    const flooded = await during((signal) =>
      Promise.all(Array.from({ length: strangers }, (_, nth) => stranger(node.address, nth, signal, statuses))),
    )
    stopUploads()
    // What went wrong stands in the log.
    if ([...statuses.keys()].some((status) => status >= 500)) console.log(node.said())
    const answered = Object.fromEntries(
      [...statuses].toSorted(([one], [other]) => one - other).map(([status, many]) => [`status ${status}`, many]),
    )
    return [
      {
        name: 'signed-in p99 during the flood beside idle',
        value: flooded.p99 / idle.p99,
        unit: 'times',
        budget: 3,
        facts: { idleMs: Math.round(idle.p99), floodMs: Math.round(flooded.p99), asked: flooded.asked },
      },
      { name: 'signed-in requests that failed', value: idle.failed + flooded.failed, unit: '', budget: 0 },
      {
        name: 'answers of 500 and above to strangers',
        value: [...statuses].filter(([status]) => status >= 500).reduce((sum, [, many]) => sum + many, 0),
        unit: '',
        budget: 0,
        facts: answered,
      },
    ]
  },
}
