import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation, Session } from './installation.ts'

/** The results of the load. Times in milliseconds. */
export type LoadReport = {
  /** All acknowledged refunds of this installation so far. */
  acknowledged: ReadonlyMap<string, readonly string[]>
  refunds: number
  attempts: number
  /** Attempts without a response: cut, refused connection or over the client's 15 s. */
  unanswered: number
  /** Attempts answered with 429 or 5xx. */
  putOff: number
  /** The ids of those requests, as in the server's log. */
  putOffRequests: readonly string[]
  /** Responses replayed for an idempotency key. */
  replayed: number
  /** Responses that said that the session is not valid. */
  signedOut: number
  /** Redirects to the maintenance page. */
  closed: number
  lists: number
  failedLists: number
  /** Requests that began while all of them were to be served (`mustServe`), and failed. */
  failedUndisturbed: number
  /** The longest wait for one response or its failure. */
  longestMs: number
  /** The longest time without any successful response. */
  outageMs: number
}

export type Load = {
  /** Resolves once so many more refunds are acknowledged. */
  flowing(refunds?: number): Promise<void>
  /** Attempts without a response so far. */
  unanswered(): number
  /** Responses replayed for an idempotency key so far. */
  replayed(): number
  /** Whether what begins from now on is to be served, because nothing is wrong: whatever a busy machine makes of the clock. */
  mustServe(whole: boolean): void
  /** Ends the load; pending clients retry until they get a response. */
  stop(): Promise<LoadReport>
}

type LoadOptions = {
  address: () => string
  session: Session
  writers?: number
  readers?: number
  twice?: boolean
  /** The maximum rate of all together; without it each sends the next request at once. */
  perSecond?: number
}

/** A browser's timeout. */
const clientLimitMs = 15_000
const amount = 100
const putOff = new Set([409, 429, 500, 502, 504, 507])

/**
 * Clients that refund one euro after the other, each with its idempotency key until it is answered, and clients that read the list. `twice`: every attempt is
 * sent twice at once, as by a network that duplicates. Throws at the end for a response that nobody should get.
 */
export function startLoad(installation: Installation, options: LoadOptions): Load {
  const { address, session, writers = 6, readers = 2, twice = false, perSecond } = options
  const turn = perSecond === undefined ? async () => {} : turns(perSecond)
  const stopping = new AbortController()
  const { acknowledged } = installation
  const report = {
    refunds: 0,
    attempts: 0,
    unanswered: 0,
    putOff: 0,
    replayed: 0,
    signedOut: 0,
    closed: 0,
    lists: 0,
    failedLists: 0,
    failedUndisturbed: 0,
  }
  let wholeSince = Number.POSITIVE_INFINITY
  const failed = (startedAt: number) => {
    if (startedAt >= wholeSince) report.failedUndisturbed += 1
  }
  let [longestMs, outageMs, servedAt] = [0, 0, performance.now()]
  const unexpected: string[] = []
  const putOffRequests: string[] = []
  const orders = `/v2/merchants/${installation.merchantId}/orders`

  async function ask(method: string, path: string, body?: string, key?: string): Promise<Response & { words: string }> {
    const startedAt = performance.now()
    try {
      const answer = await fetch(address() + path, {
        method,
        signal: AbortSignal.timeout(clientLimitMs),
        headers: { ...session, ...(body ? { 'content-type': 'application/json' } : {}), ...(key ? { 'idempotency-key': key } : {}) },
        ...(body ? { body } : {}),
      })
      const words = await answer.text()
      if (answer.ok) {
        outageMs = Math.max(outageMs, performance.now() - servedAt)
        servedAt = performance.now()
      }
      return Object.assign(answer, { words })
    } finally {
      longestMs = Math.max(longestMs, performance.now() - startedAt)
    }
  }

  /** The id of the refund, or null for an attempt to be repeated. */
  async function attempt(operationId: string, key: string): Promise<string | null> {
    report.attempts += 1
    const startedAt = performance.now()
    const answer = await ask('POST', `${orders}/${operationId}/refund`, JSON.stringify({ amount }), key).catch(() => null)
    if (answer?.status === 201) {
      if (answer.headers.get('idempotency-replayed') === 'true') report.replayed += 1
      return (JSON.parse(answer.words) as { refund: { id: string } }).refund.id
    }
    failed(startedAt)
    if (answer === null) report.unanswered += 1
    else if (putOff.has(answer.status)) {
      report.putOff += 1
      putOffRequests.push(answer.headers.get('x-request-id') ?? '')
    } else if ([401, 403].includes(answer.status)) report.signedOut += 1
    else if (answer.status === 503) report.closed += 1
    else unexpected.push(`${answer.status} ${answer.words.slice(0, 200)}`)
    return null
  }

  async function refund(operationId: string): Promise<void> {
    const key = randomUUID()
    const giveUpAt = performance.now() + 90_000
    for (;;) {
      const answers = await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => attempt(operationId, key)))
      const refundIds = new Set(answers.filter((id) => id !== null))
      if (refundIds.size > 1) unexpected.push(`one key, refunds ${[...refundIds].join(' and ')}`)
      const [id] = refundIds
      if (id !== undefined) {
        acknowledged.set(operationId, [...(acknowledged.get(operationId) ?? []), id])
        report.refunds += 1
        return
      }
      if (unexpected.length > 5 || performance.now() > giveUpAt) throw new Error(`a refund was never answered: ${unexpected.join('; ')}`)
      await sleep(30)
    }
  }

  async function writeOn(writer: number): Promise<void> {
    const ownOperations = installation.operations.filter((_, at) => at % writers === writer)
    for (let nth = 0; !stopping.signal.aborted; nth += 1) {
      await turn()
      await refund(ownOperations[nth % ownOperations.length] ?? '')
    }
  }

  async function readOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await turn()
      const startedAt = performance.now()
      const answer = await ask('GET', orders).catch(() => null)
      report.lists += 1
      if (answer?.status === 401 || answer?.status === 403) report.signedOut += 1
      else if (answer?.status === 503) report.closed += 1
      if (answer?.status !== 200) {
        report.failedLists += 1
        failed(startedAt)
      }
      await sleep(20)
    }
  }

  const working = Promise.all([
    ...Array.from({ length: writers }, (_, nth) => writeOn(nth)),
    ...Array.from({ length: readers }, () => readOn()),
  ])
  let broken: Error | undefined
  working.catch((error: Error) => (broken = error))
  return {
    unanswered: () => report.unanswered,
    replayed: () => report.replayed,
    mustServe: (whole) => void (wholeSince = whole ? performance.now() : Number.POSITIVE_INFINITY),
    async flowing(refunds = 10) {
      const target = report.refunds + refunds
      while (report.refunds < target) {
        if (broken) throw broken
        await sleep(5)
      }
    },
    async stop() {
      stopping.abort()
      await working
      if (unexpected.length > 0) throw new Error(`unexpected responses: ${unexpected.slice(0, 5).join('; ')}`)
      return { ...report, putOffRequests, acknowledged, longestMs: Math.round(longestMs), outageMs: Math.round(outageMs) }
    },
  }
}

/** Rate limiter: lets its callers continue one after the other, so many per second, without bursts. */
function turns(perSecond: number): () => Promise<void> {
  let next = 0
  return async () => {
    const now = performance.now()
    next = Math.max(now, next + 1_000 / perSecond)
    await sleep(next - now)
  }
}

/** The results of several loads on one installation, one after the other, combined. */
export function merged(reports: readonly LoadReport[]): LoadReport {
  const sum = (of: (report: LoadReport) => number) => reports.reduce((all, report) => all + of(report), 0)
  const highest = (of: (report: LoadReport) => number) => Math.max(...reports.map(of))
  return {
    acknowledged: reports[0]?.acknowledged ?? new Map<string, string[]>(),
    refunds: sum((one) => one.refunds),
    attempts: sum((one) => one.attempts),
    unanswered: sum((one) => one.unanswered),
    putOff: sum((one) => one.putOff),
    putOffRequests: reports.flatMap((one) => one.putOffRequests),
    replayed: sum((one) => one.replayed),
    signedOut: sum((one) => one.signedOut),
    closed: sum((one) => one.closed),
    lists: sum((one) => one.lists),
    failedLists: sum((one) => one.failedLists),
    failedUndisturbed: sum((one) => one.failedUndisturbed),
    longestMs: highest((one) => one.longestMs),
    outageMs: highest((one) => one.outageMs),
  }
}
