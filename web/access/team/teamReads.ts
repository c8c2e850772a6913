import { queryOptions } from '@tanstack/react-query'
import { teamCredentials, teamList } from '#contract/access/team'
import { load } from '../../platform/api/load.ts'
import { query } from '../../platform/api/query.ts'

/** A page of the account's members. */
export const teamRead = (page: number) => query(teamList, { query: { page }, mode: 'live' })

/** All members of the account, page by page. */
export const wholeTeamRead = () =>
  queryOptions({
    queryKey: [teamList.name, 'live', 'everybody'],
    queryFn: async ({ signal }) => {
      const people = []
      for (let page: number | null = 1; page !== null;) {
        const part: Awaited<ReturnType<typeof load<typeof teamList>>> = await load(teamList, { query: { page }, mode: 'live', signal })
        people.push(...part.results)
        page = part.next
      }
      return people
    },
  })

/** The member with an address; none when there is nobody. */
export const memberRead = (email: string) => query(teamList, { query: { email }, mode: 'live' })

/** What a member created that keeps working without them. */
export const credentialsRead = (userId: string) => query(teamCredentials, { params: { userId }, mode: 'live' })
