import { audienceDetail, audienceList, audienceNames, audienceOverlap, audiencePreview, type Audience } from '#contract/sales/audiences'
import type { IdentifierType } from '#domain/sales/campaigns/audience'
import { query } from '../../platform/api/query.ts'
import { filtersOf, type ListQuery } from '../../platform/lists/listQuery.ts'
import type { AudiencesQuery } from './audiencesQuery.ts'

// Query options, shared by loaders, screens and cache updates.

/** A page of the list, newest first. */
export const audienceListRead = (merchantId: string, { status, page }: Pick<AudiencesQuery, 'status' | 'page'>) =>
  query(audienceList, { params: { merchantId }, query: { status, page } })

/** An audience. */
export const audienceRead = (merchantId: string, uuid: string) => query(audienceDetail, { params: { merchantId, uuid } })

/** Names of all audiences. */
export const audienceNamesRead = (merchantId: string) => query(audienceNames, { params: { merchantId }, quiet: true })

/** Number of people that match filters. */
export const audiencePreviewRead = (merchantId: string, filters: ListQuery, identifierType: IdentifierType) =>
  query(audiencePreview, { params: { merchantId }, query: { ...filtersOf(filters), identifierType }, quiet: true })

/** Overlap of an audience with another one and with recent buyers. */
export const audienceOverlapRead = (merchantId: string, uuid: string, other: string | null) =>
  query(audienceOverlap, { params: { merchantId, uuid }, query: { with: other } })

/** Whether an audience is still processing. */
export const isProcessing = ({ status }: Pick<Audience, 'status'>): boolean => status === 'processing'
