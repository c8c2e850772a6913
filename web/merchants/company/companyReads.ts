import { postcodes } from '#contract/sales/checkout'
import { businessActivities, enterprise, profile } from '#contract/merchants/company'
import { ownerList } from '#contract/merchants/owners'
import { documentFile, documentList } from '#contract/merchants/documents'
import { bank } from '#contract/merchants/ibans'
import { query } from '../../platform/api/query.ts'

// Data of the account, not of a merchant, is the same in both modes.
export const profileRead = () => query(profile, { mode: 'live' })
export const enterpriseRead = () => query(enterprise, { mode: 'live' })
export const ownersRead = () => query(ownerList, { mode: 'live' })
export const papersRead = () => query(documentList, { mode: 'live' })
/** The content of an uploaded file. */
export const paperFileRead = (documentId: string) => query(documentFile, { params: { documentId }, mode: 'live' })
export const activitiesRead = () => query(businessActivities, { mode: 'live', quiet: true })

/** The towns of a postcode; an unknown one causes no redirect. */
export const townsRead = (country: string, code: string) =>
  query(postcodes, { query: { code, country: country === 'PT' ? 'PT' : 'ES' }, mode: 'live', quiet: true })

/** A bank by its four-digit code; an unknown one causes no redirect. */
export const bankRead = (code: string) => query(bank, { params: { code }, mode: 'live', quiet: true })
