import { activityList, type ActivityEntry } from '#contract/access/activity'
import { teamList } from '#contract/access/team'
import { isLocalDate } from '#domain/platform/dates'
import { query } from '../../platform/api/query.ts'
import { pageOf } from '../../platform/lists/dayQuery.ts'

/** The object types of the filter, in order. */
export const activityKinds = ['access', 'team', 'money', 'bank', 'sales', 'other'] as const satisfies readonly ActivityEntry['kind'][]

export type ActivityQuery = {
  page: number
  from: string | undefined
  to: string | undefined
  person: string | undefined
  kind: ActivityEntry['kind'] | undefined
  /** Only entries about one object. */
  object: string | undefined
}

const dayOf = (text: string | undefined) => (text !== undefined && isLocalDate(text) ? text : undefined)

const idOf = (text: string | undefined) => (/^[0-9a-f]{32}$/.test(text ?? '') ? text : undefined)

/** Parses the address; invalid values are left out. */
export function readActivityQuery(search: Record<string, string>): ActivityQuery {
  return {
    page: pageOf(search),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    person: idOf(search['person']),
    object: idOf(search['object']),
    kind: activityKinds.find((one) => one === search['kind']),
  }
}

/** The query as search parameters; the first page is left out. */
export const activitySearch = ({ page, ...filters }: ActivityQuery) => ({ ...filters, page: page > 1 ? page : undefined })

export const activityRead = (filters: ActivityQuery) => query(activityList, { query: filters, mode: 'live' })

/** The members in the filter: the first page of them; others are found through their entries. */
export const peopleRead = () => query(teamList, { query: { page: 1 }, mode: 'live' })
