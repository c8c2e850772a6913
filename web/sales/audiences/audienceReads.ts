import { audienceDetail, audienceList, audienceNames, audienceOverlap, audiencePreview, type Audience } from '#contract/sales/audiences'
import type { IdentifierType } from '#domain/sales/campaigns/audience'
import { query } from '../../platform/api/query.ts'
import { filtersOf, type ListQuery } from '../../platform/lists/listQuery.ts'
import type { AudiencesQuery } from './audiencesQuery.ts'

// Each read as one value, so that loader, screen and cache updates mean the same thing.

/** A page of the list, the latest made first. */
export const audienceListRead = (merchantId: string, { status, page }: Pick<AudiencesQuery, 'status' | 'page'>) =>
  query(audienceList, { params: { merchantId }, query: { status, page } })

/** One audience. */
export const audienceRead = (merchantId: string, uuid: string) => query(audienceDetail, { params: { merchantId, uuid } })

/** All by name. */
export const audienceNamesRead = (merchantId: string) => query(audienceNames, { params: { merchantId }, quiet: true })

/** How many people some filters reach. */
export const audiencePreviewRead = (merchantId: string, filters: ListQuery, identifierType: IdentifierType) =>
  query(audiencePreview, { params: { merchantId }, query: { ...filtersOf(filters), identifierType }, quiet: true })

/** What one shares with another, and with the buyers of late. */
export const audienceOverlapRead = (merchantId: string, uuid: string, other: string | null) =>
  query(audienceOverlap, { params: { merchantId, uuid }, query: { with: other } })

/** Whether it is still being filled. */
export const underWay = ({ status }: Pick<Audience, 'status'>): boolean => status === 'processing'
