import { askOnce } from './askOnce.ts'
import { vendor } from './asked.ts'
import type { Where } from './scriptTag.ts'

export type Query = Record<string, string | number | undefined>

/** Asks the shops' API with the public key. Rejects with the status as its message. */
export function askShops({ host, key }: Where, path: string, query: Query): Promise<unknown> {
  const said = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const mode = key.startsWith('pk_test') ? '.sandbox' : ''
  return askOnce(`${host}${path}?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`, {
    authorization: `Bearer ${key}`,
    accept: `application/vnd.${vendor}${mode}.v4+json`,
  })
}
