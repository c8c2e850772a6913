import { activityList, type ActivityEntry } from '#contract/access/activity'
import { teamList } from '#contract/access/team'
import { isLocalDate } from '#domain/platform/dates'
import { query } from '../../platform/api/query.ts'
import { pageOf } from '../../platform/lists/dayQuery.ts'

/** What people see in the filter, in its order. */
export const activityKinds = ['access', 'team', 'money', 'bank', 'sales', 'other'] as const satisfies readonly ActivityEntry['kind'][]

export type ActivityQuery = {
  page: number
  from: string | undefined
  to: string | undefined
  person: string | undefined
  kind: ActivityEntry['kind'] | undefined
  /** Only what was done to one object. */
  object: string | undefined
}

const dayOf = (text: string | undefined) => (text !== undefined && isLocalDate(text) ? text : undefined)

const idOf = (text: string | undefined) => (/^[0-9a-f]{32}$/.test(text ?? '') ? text : undefined)

/** Reads the address; what makes no sense is left out. */
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

/** The query as the address writes it; the first page is left out. */
export const activitySearch = ({ page, ...filters }: ActivityQuery) => ({ ...filters, page: page > 1 ? page : undefined })

export const activityRead = (asked: ActivityQuery) => query(activityList, { query: asked, mode: 'live' })

/** Who can be asked for; more than a page of people are found by their entries. */
export const peopleRead = () => query(teamList, { query: { page: 1 }, mode: 'live' })
