import { apiCallFigures, apiCallList, type ApiCall } from '#contract/merchants/apiCalls'
import { apiCallAnswers, apiCallRanges, type ApiCallAnswer, type ApiCallRange } from '#domain/merchants/apiCallLog'
import { query } from '../../platform/api/query.ts'
import { pageOf } from '../../platform/lists/dayQuery.ts'

export const callMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** What the log shows, as in its address. */
export type CallQuery = {
  range: ApiCallRange
  page: number
  answer: ApiCallAnswer | undefined
  method: (typeof callMethods)[number] | undefined
  call: string | undefined
  key: string | undefined
  error: string | undefined
  /** A request id. */
  request: string | undefined
}

const wordOf = (text: string | undefined) => (/^\w{1,60}$/.test(text ?? '') ? text : undefined)

/** Parses the address; invalid values are left out. */
export const readCallQuery = (search: Record<string, string>): CallQuery => ({
  range: apiCallRanges.find((one) => one === search['range']) ?? 'week',
  page: pageOf(search),
  answer: apiCallAnswers.find((one) => one === search['answer']),
  method: callMethods.find((one) => one === search['method']),
  call: wordOf(search['call']),
  key: /^[0-9a-f]{32}$/.test(search['key'] ?? '') ? search['key'] : undefined,
  error: wordOf(search['error']),
  request: search['request']?.trim().slice(0, 64) || undefined,
})

/** The query as search parameters; what is usual is left out. */
export const callSearch = ({ range, page, ...filters }: CallQuery) => ({
  ...filters,
  range: range === 'week' ? undefined : range,
  page: page > 1 ? page : undefined,
})

/** Whether it narrows the calls down. */
export const isNarrowed = ({ answer, method, call, key, error, request }: CallQuery): boolean =>
  [answer, method, call, key, error, request].some((one) => one !== undefined)

export const callsRead = (merchantId: string, filters: CallQuery) => query(apiCallList, { params: { merchantId }, query: filters })
export const figuresRead = (merchantId: string, { range, answer, method, call, key, error }: CallQuery) =>
  query(apiCallFigures, { params: { merchantId }, query: { range, answer, method, call, key, error } })

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

type CurlPlace = { apiUrl: string; vendor: string; sandbox: boolean }

/** A command that makes a call; `key`: in place of the secret key. */
export function curlOf(
  { method, url, requestBody }: Pick<ApiCall, 'method' | 'url' | 'requestBody'>,
  key: string,
  { apiUrl, vendor, sandbox }: CurlPlace,
): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(apiUrl + url)}`,
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    `-H ${quoted(`Accept: application/vnd.${vendor}${sandbox ? '.sandbox' : ''}.v4+json`)}`,
    ...(requestBody === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(requestBody)}`]),
  ]
  return lines.join(' \\\n  ')
}
