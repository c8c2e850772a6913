import { teamList } from '#contract/team'
import { query } from '../api/query.ts'

/** A page of the account's people. */
export const teamRead = (page: number) => query(teamList, { query: { page }, mode: 'live' })

/** The one person of an address; none when there is nobody. */
export const memberRead = (email: string) => query(teamList, { query: { email }, mode: 'live' })
