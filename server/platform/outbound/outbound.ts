import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'
import type { Mode } from '../database/scope.ts'
import { isPublicAddress } from './publicAddress.ts'
import { publicLookup, publicNames, type Resolve } from './resolveHost.ts'
import { exchange, type Exchange, type Failure } from './exchange.ts'

/** A request to a URL that a shop or a user's browser gave. */
type OutboundRequest = {
  /** As the shop entered it; its query is kept byte for byte. */
  url: string
  /** Live requires TLS and a public host; a setting allows private addresses in sandbox. */
  mode: Mode
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** For the whole exchange, connecting included; 30 s by default. */
  timeoutMs?: number
}

type OutboundFailure = Failure | AddressProblem
/** `malformed`: not an http or https URL, or one with credentials; `needs_tls`: live and not https; `private_address`: not a public host. */
type AddressProblem = 'malformed' | 'needs_tls' | 'private_address'

/** A response of any status (redirects are not followed), or why there is none. */
type OutboundResult = { ms: number } & (Exchange | { failure: OutboundFailure })

export type Outbound = {
  /** Never rejects and never takes longer than `timeoutMs`. Keeps the first 64 KB of the response. */
  send(request: OutboundRequest): Promise<OutboundResult>
  /** What is wrong with a URL, judging by its text alone: for validation when it is stored. */
  addressProblem(url: string, mode: Mode): AddressProblem | null
  close(): void
}

const defaultTimeoutMs = 30_000
/** Limited per host, so that a shop that hangs only blocks itself; idle connections are closed before the shop's server closes them. */
const agentOptions = { keepAlive: true, maxSockets: 32, maxTotalSockets: 512, timeout: 4_000 }

/** Requests to URLs from shops, guarded against SSRF: no special-purpose addresses (RFC 6890), redirects, endless or slow responses. */
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
    // An IP address is not resolved, so it is checked here; the URL parser has normalised forms such as 0x7f.1.
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
