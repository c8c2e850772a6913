import { type APIResponse, expect, type Page } from '@playwright/test'

type Mode = 'live' | 'sandbox'
type Ask = { mode?: Mode; body?: unknown; headers?: Record<string, string> }

export type Row = {
  id: string
  mid: string | null
  sandbox: boolean
  category: string
  substatus: string
  status_reason: string | null
  channel: string
  product: string
  capture_mode: string
  total_amount: number
  captured_amount: number
  refunded_amount: number
  held_amount: number
  net_amount: number | null
  customer_name: string
  created: string
  confirm_by: string | null
  capture_by: string | null
  expires_at: string | null
}
export type Detail = Row & {
  remaining_amount: number
  remaining_capture_amount: number
  subsidy_amount: number
  refunds: { id: string; kind: string; amount: number; state: string; reason: string | null; comment: string | null }[]
  customer: {
    email: string
    phone: string | null
    document_number: string | null
    first_name: string
    last_name: string
    others: unknown[]
  }
}
export type Shop = { id: string; name: string; status: string }

/** The access token in the page's readable cookie. */
export async function accessTokenOf(page: Page): Promise<string> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'session')
  const { accessToken } = JSON.parse(decodeURIComponent(cookie?.value ?? '{}')) as { accessToken?: string } // written by the product
  expect(accessToken, 'a session').toBeTruthy()
  return accessToken ?? ''
}

/** Calls the API with the page's session, outside the page. */
export async function ask(page: Page, method: string, path: string, { mode = 'live', body, headers = {} }: Ask = {}): Promise<APIResponse> {
  return page.request.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${await accessTokenOf(page)}`,
      origin: `http://127.0.0.1:${process.env.E2E_PORT}`,
      ...(mode === 'sandbox' && { accept: 'application/vnd.trastienda.sandbox.v2+json' }),
      ...headers,
    },
    ...(body !== undefined && { data: body }),
  })
}

/** The body of a successful GET. `Body` is what the contract promises there. */
export async function read<Body>(page: Page, path: string, mode: Mode = 'live'): Promise<Body> {
  const answer = await ask(page, 'GET', path, { mode })
  expect(answer.status(), path).toBe(200)
  return (await answer.json()) as Body
}

export const shopsOf = (page: Page) => read<Shop[]>(page, '/v2/merchants')

/** The member's shop of that name, or the first one. */
export async function shopOf(page: Page, name?: string): Promise<Shop> {
  const shops = await shopsOf(page)
  const shop = name === undefined ? shops[0] : shops.find((one) => one.name === name)
  if (!shop) throw new Error(`no shop ${name ?? ''}`)
  return shop
}

/** One page of the list. */
export async function rowsOf(page: Page, shopId: string, query: string, mode: Mode = 'live'): Promise<Row[]> {
  return (await read<{ results: Row[] }>(page, `/v2/merchants/${shopId}/orders?${query}`, mode)).results
}

export const detailOf = (page: Page, shopId: string, operationId: string, mode: Mode = 'live') =>
  read<Detail>(page, `/v2/merchants/${shopId}/orders/${operationId}`, mode)

/** No deadline of these passes during the journeys: the clock would end them meanwhile. */
export const stays = ({ confirm_by: confirmBy, capture_by: captureBy, expires_at: expiresAt }: Row) =>
  [confirmBy, captureBy, expiresAt].every((by) => by === null || Date.parse(by) < Date.now() || Date.parse(by) > Date.now() + 20 * 60_000)

/** The first stable row of the list that matches, searched on some pages; throws if there is none. */
export async function find(
  page: Page,
  shopId: string,
  query: string,
  fits: (row: Row) => boolean = () => true,
  { from = 1, mode = 'live' as Mode } = {},
): Promise<Row> {
  for (let number = from; number < from + 12; number += 1) {
    const rows = await rowsOf(page, shopId, `${query}&page=${number}`, mode)
    const row = rows.find((one) => stays(one) && fits(one))
    if (row) return row
    if (rows.length < 25) break
  }
  throw new Error(`no operation for ${query} from page ${from} on`)
}

/** Hands out unused operations, a new one each time; each file uses its own pages. */
export function untouched(query: string, firstPage: number, fits: (row: Row) => boolean = () => true) {
  const taken = new Set<string>()
  return async (page: Page, shopId: string): Promise<Row> => {
    const row = await find(page, shopId, query, (one) => one.refunded_amount === 0 && !taken.has(one.id) && fits(one), { from: firstPage })
    taken.add(row.id)
    return row
  }
}

/** Refunds of an operation as stored on the server. */
export const refundsOf = async (page: Page, shopId: string, operationId: string, mode: Mode = 'live') =>
  (await detailOf(page, shopId, operationId, mode)).refunds
