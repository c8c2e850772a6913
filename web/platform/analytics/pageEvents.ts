import type { AnalyticsSection } from '#domain/analytics'
import { classifySearch } from '#domain/sales/operations/search'
import type { Place } from '../routes/guards.ts'
import type { TrackedEvent } from './client.ts'

/** Sections by the route table’s titles; other pages are not recorded. */
const sections: Readonly<Record<string, AnalyticsSection>> = {
  operations: 'operations',
  operation: 'operations',
  checkoutOffline: 'offline_checkout',
  settlements: 'settlements',
  campaigns: 'campaigns',
  audiences: 'audiences',
  invoices: 'invoices',
  bankAccount: 'invoices',
  reports: 'reports',
  preferences: 'preferences',
  inbox: 'inbox',
  settings: 'settings',
  notificationSettings: 'settings',
  changePassword: 'settings',
  security: 'settings',
  company: 'settings',
  team: 'team',
  activity: 'team',
  onboarding: 'onboarding',
}

type List = { searched: string | null; status: string | undefined; substatus: string | undefined }
const emptyList: List = { searched: null, status: undefined, substatus: undefined }

/** The list’s search and filters: the kind of the search and never its text. */
function listOf({ row, search }: Place): List | null {
  if (row?.name !== 'operations') return null
  const text = (search['q'] ?? '').trim()
  return { searched: text === '' ? null : classifySearch(text), status: search['status'], substatus: search['substatus'] }
}

/** Creates the mapping from pages to events: a section when it is entered, a search and a filter of the list when they change. */
export function pageEvents(): (place: Place, sandbox: boolean) => TrackedEvent[] {
  let section: AnalyticsSection | undefined
  let list = emptyList
  return (place, sandbox) => {
    const events: TrackedEvent[] = []
    const next = sections[place.row?.title ?? '']
    if (next && next !== section) events.push({ section: next, properties: { action: 'view', category: next, sandbox } })
    section = next ?? section
    const shownList = listOf(place)
    if (!shownList) return events
    const { searched, status, substatus } = shownList
    if (searched !== null && searched !== list.searched)
      events.push({ section: 'operations', properties: { action: 'search', search_type: searched, sandbox } })
    const filtered = status !== undefined || substatus !== undefined
    if (filtered && (status !== list.status || substatus !== list.substatus))
      events.push({ section: 'operations', properties: { action: 'filter', category: status, status: substatus, sandbox } })
    list = shownList
    return events
  }
}
