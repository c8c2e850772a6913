import { fetchOnce } from './fetchOnce.ts'
import { vendor } from './containerRequest.ts'
import type { Where } from './scriptTag.ts'

export type Query = Record<string, string | number | undefined>

/** Calls the shops' API with the public key. Rejects with the HTTP status as the error's message. */
export function askShops({ host, key }: Where, path: string, query: Query): Promise<unknown> {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const mode = key.startsWith('pk_test') ? '.sandbox' : ''
  return fetchOnce(`${host}${path}?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}`, {
    authorization: `Bearer ${key}`,
    accept: `application/vnd.${vendor}${mode}.v4+json`,
  })
}
