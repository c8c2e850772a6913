import type { GocardlessConfig } from '../../../platform/config/partnersConfig.ts'
import { ProviderUnreachable } from '../partners.ts'

const timeoutMs = 15_000

/** An answer other than success that says something; `status` as in HTTP. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`the account-information partner answered ${status}`)
    this.status = status
    this.body = body
  }
}

export type GocardlessClient = { get<T>(path: string): Promise<T>; post<T>(path: string, body: object): Promise<T> }

/** Calls the API with an access token, which is fetched when there is none and renewed once it is refused. */
export function gocardlessClient({ url, secretId, secretKey }: GocardlessConfig): GocardlessClient {
  let token: Promise<string> | null = null
  const exchange = async (path: string, init: RequestInit): Promise<unknown> => {
    let answer: Response
    let body: unknown
    try {
      answer = await fetch(new URL(path.replace(/^\//, ''), `${url.replace(/\/+$/, '')}/`), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      body = await answer.json()
    } catch (error) {
      throw new ProviderUnreachable('the account-information partner did not answer', { cause: error })
    }
    if (answer.status >= 500 || answer.status === 408) {
      // The bank behind it does not answer: the partner says so, and it is not the partner that is unreachable.
      if (isServiceError(body)) throw new ApiProblem(answer.status, body)
      throw new ProviderUnreachable(`the account-information partner answered ${answer.status}`)
    }
    if (!answer.ok) throw new ApiProblem(answer.status, body)
    return body
  }
  const json = { 'content-type': 'application/json', accept: 'application/json' }
  const newToken = async () => {
    const body = JSON.stringify({ secret_id: secretId, secret_key: secretKey })
    const token = (await exchange('/token/new/', { method: 'POST', headers: json, body })) as { access: string } // the API's shape
    return token.access
  }
  const send = async (path: string, init: RequestInit, isAgain = false): Promise<unknown> => {
    token ??= newToken()
    try {
      return await exchange(path, { ...init, headers: { ...json, authorization: `Bearer ${await token}` } })
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401 || isAgain) {
        if (!(error instanceof ApiProblem)) token = null
        throw error
      }
      token = null
      return send(path, init, true)
    }
  }
  // Each caller knows the shape that the path answers with.
  return {
    get: <T>(path: string) => send(path, { method: 'GET' }) as Promise<T>,
    post: <T>(path: string, body: object) => send(path, { method: 'POST', body: JSON.stringify(body) }) as Promise<T>,
  }
}

/** Whether the partner says that it is the bank which does not answer. */
const isServiceError = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'type' in body && (body.type === 'ServiceError' || body.type === 'ConnectionError')
