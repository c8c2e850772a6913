import { postcodes } from '#contract/sales/checkout'
import { businessActivities, enterprise, profile } from '#contract/merchants/company'
import { ownerList } from '#contract/merchants/owners'
import { documentList } from '#contract/merchants/documents'
import { bank } from '#contract/merchants/ibans'
import { query } from '../../platform/api/query.ts'

// What belongs to the account and not to a shop is the same in both modes.
export const profileRead = () => query(profile, { mode: 'live' })
export const enterpriseRead = () => query(enterprise, { mode: 'live' })
export const ownersRead = () => query(ownerList, { mode: 'live' })
export const papersRead = () => query(documentList, { mode: 'live' })
export const activitiesRead = () => query(businessActivities, { mode: 'live', quiet: true })

/** The towns of a postcode; an unknown one is nobody's page to leave. */
export const townsRead = (country: string, code: string) =>
  query(postcodes, { query: { code, country: country === 'PT' ? 'PT' : 'ES' }, mode: 'live', quiet: true })

/** A bank by its four figures; an unknown one is nobody's page to leave. */
export const bankRead = (code: string) => query(bank, { params: { code }, mode: 'live', quiet: true })
