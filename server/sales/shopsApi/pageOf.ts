import { pageSize } from '#contract/platform/page'
import type { Services } from '../../platform/calls/call.ts'

/** So many are counted, no more. */
export const mostCounted = 10_000

type Asked = { services: Services; path: string; search: URLSearchParams }

/** Where a page of a list stands, as plugins go through it: until `cursor.after` is null. The addresses repeat the other parameters. */
export function pageOf({ services, path, search }: Asked, page: number, count: number) {
  const { hosts, publicUrl } = services.config
  const address = (to: number | null) => {
    if (to === null) return null
    const parameters = new URLSearchParams(search)
    parameters.set('page', String(to))
    return `${hosts.vendorApiUrl || publicUrl}${path}?${parameters}`
  }
  const after = page * pageSize < count ? page + 1 : null
  const before = page > 1 ? page - 1 : null
  return { cursor: { after, before }, paging: { count, next: address(after), previous: address(before) } }
}
