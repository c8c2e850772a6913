import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'
import type { Mode } from '../database/scope.ts'
import { isPublicAddress } from './publicAddress.ts'
import { publicLookup, publicNames, type Resolve } from './resolveHost.ts'
import { exchange, type Exchange, type Failure } from './exchange.ts'

/** A request to an address that a shop, or a person's browser, gave. */
type OutboundRequest = {
  /** As the shop wrote it; its query is kept byte for byte. */
  url: string
  /** Live goes over TLS to public hosts only; what sandbox may do beyond that is a setting. */
  mode: Mode
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** From the first byte sent to the last received, with the connection before them; 30 s. */
  timeoutMs?: number
}

type OutboundFailure = Failure | AddressProblem
/** `malformed`: no http or https address, or with a password in it; `needs_tls`: live and not https; `private_address`: no public host. */
type AddressProblem = 'malformed' | 'needs_tls' | 'private_address'

/** An answer, whatever its status (a redirect is an answer: nothing follows it), or why there is none. */
type OutboundResult = { ms: number } & (Exchange | { failure: OutboundFailure })

export type Outbound = {
  /** Never throws and never takes longer than its time. Of the answer the first 64 KB are kept. */
  send(request: OutboundRequest): Promise<OutboundResult>
  /** What is wrong with an address as far as it can be told by its text: for whoever stores one. */
  addressProblem(url: string, mode: Mode): AddressProblem | null
  close(): void
}

const defaultTimeoutMs = 30_000
/** Connections per host and idle time: a shop that hangs holds up itself alone, and an idle line is let go before the shop's server drops it. */
const agentOptions = { keepAlive: true, maxSockets: 32, maxTotalSockets: 512, timeout: 4_000 }

/** The way out to addresses that shops gave, which may be hostile: RFC 6890 addresses, redirects, endless answers and slow ones lead nowhere. */
export function makeOutbound({ privateAddresses }: Pick<Config, 'privateAddresses'>, resolve: Resolve = publicNames): Outbound {
  const lookup = publicLookup(resolve)
  const guarded = { 'http:': new http.Agent({ ...agentOptions, lookup }), 'https:': new https.Agent({ ...agentOptions, lookup }) }
  const open = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) }
  const agents = [...Object.values(guarded), ...Object.values(open)]
  const isOpen = (mode: Mode) => mode === 'sandbox' && privateAddresses === 'sandbox'

  function addressProblem(text: string, mode: Mode): AddressProblem | null {
    const url = URL.parse(text)
    if (!url || !isWeb(url.protocol) || url.username !== '' || url.password !== '') return 'malformed'
    if (mode === 'live' && url.protocol !== 'https:') return 'needs_tls'
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    // An address needs no look-up, so its check is here; the URL parser has already undone 0x7f.1 and its like.
    return isOpen(mode) || isIP(host) === 0 || isPublicAddress(host) ? null : 'private_address'
  }

  return {
    addressProblem,
    async send({ url, mode, method = 'POST', headers = {}, body = '', timeoutMs = defaultTimeoutMs }) {
      const startedAt = performance.now()
      const problem = addressProblem(url, mode)
      const result = problem
        ? { failure: problem }
        : await exchange(new URL(url), { agents: isOpen(mode) ? open : guarded, method, headers, body, timeoutMs })
      return { ...result, ms: Math.round(performance.now() - startedAt) }
    },
    close: () => agents.forEach((agent) => agent.destroy()),
  }
}

const isWeb = (protocol: string): protocol is 'http:' | 'https:' => protocol === 'http:' || protocol === 'https:'
