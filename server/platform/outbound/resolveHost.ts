import { Resolver } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { isPublicAddress } from './publicAddress.ts'

/** Why a host is not connected to: the error of the connection. */
export class HostProblem extends Error {
  readonly code: 'unknown_host' | 'private_address'
  constructor(code: HostProblem['code']) {
    super(code)
    this.code = code
  }
}

export type Resolve = (host: string) => Promise<LookupAddress[]>

/** Queries DNS directly: getaddrinfo would let slow names from strangers block the few threads of libuv's pool. */
export const publicNames: Resolve = async (host) => {
  const names = new Resolver({ timeout: 2_000, tries: 2 })
  const answers = await Promise.allSettled([names.resolve4(host), names.resolve6(host)])
  return answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
}

/**
 * A `lookup` for connections to public addresses only. The connection uses the address returned here, so a later DNS answer cannot change it (DNS
 * rebinding). One private address among several refuses the host, because any of them might be used.
 */
export function publicLookup(resolve: Resolve): LookupFunction {
  const find = callbackify(async (host: string) => {
    const found = await resolve(host).catch(() => [])
    const [first] = found
    if (!first) throw new HostProblem('unknown_host')
    if (!found.every(({ address }) => isPublicAddress(address))) throw new HostProblem('private_address')
    return { found, first }
  })
  return (host, { all }, done) =>
    find(host, (problem, known) => {
      if (problem) done(problem, [])
      else if (all) done(null, known.found)
      else done(null, known.first.address, known.first.family)
    })
}
