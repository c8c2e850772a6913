import { type EnterpriseField, enterpriseRules, requiredOfEnterprise } from '#domain/merchants/company/company'
import type { FieldRules } from '#domain/merchants/company/fields'
import {
  type OwnerField,
  ownerRules,
  type ProfileField,
  profileRules,
  requiredOfOwner,
  requiredOfProfile,
} from '#domain/merchants/company/person'
import { sql } from '../../platform/database/sql.ts'
import type { FieldTable } from './fieldTable.ts'

/** A form with its place in the database. */
export type Form<F extends string> = FieldTable<F> & { rules: FieldRules<F>; required: ReadonlySet<F> }

const address = {
  'address.street': sql`street`,
  'address.addressAddition': sql`address_addition`,
  'address.city': sql`city`,
  'address.state': sql`province`,
  'address.country': sql`country`,
  'address.postcode': sql`postcode`,
}
const identity = {
  firstName: sql`first_name`,
  lastName: sql`last_name`,
  documentType: sql`document_type`,
  documentNumber: sql`document_number`,
  birthday: sql`birthday`,
  nationality: sql`nationality`,
  isPep: sql`is_pep`,
}

const profileTable: FieldTable<ProfileField> = {
  columns: {
    ...identity,
    ...address,
    phone: sql`phone`,
    landline: sql`landline`,
    jobTitle: sql`job_title`,
    isLegalRepresentative: sql`is_legal_representative`,
    tradeName: sql`trade_name`,
    businessActivity: sql`business_activity`,
    cnae: sql`cnae`,
    iaeEpigraph: sql`iae_epigraph`,
    startDate: sql`start_date`,
  },
  empty: { firstName: '', lastName: '', 'address.country': 'ES' },
}

/** The profile's form by the kind of account; one that is not known yet is asked as a self-employed one. */
export const profileForm = (type: 'enterprise' | 'self_employed' | 'unknown'): Form<ProfileField> => ({
  ...profileTable,
  rules: profileRules,
  required: requiredOfProfile[type === 'enterprise' ? 'enterprise' : 'self_employed'],
})

export const enterpriseForm: Form<EnterpriseField> = {
  columns: {
    name: sql`name`,
    tradeName: sql`trade_name`,
    cif: sql`cif`,
    legalForm: sql`legal_form`,
    incorporationDate: sql`incorporation_date`,
    'registryData.province': sql`registry_province`,
    'registryData.volume': sql`registry_volume`,
    'registryData.page': sql`registry_page`,
    'registryData.sheet': sql`registry_sheet`,
    businessActivity: sql`business_activity`,
    cnae: sql`cnae`,
    phone: sql`phone`,
    website: sql`website`,
    ...address,
    annualRevenueBand: sql`annual_revenue_band`,
    employeesBand: sql`employees_band`,
    ownershipType: sql`ownership_type`,
    isListed: sql`is_listed`,
  },
  empty: { name: '', 'address.country': 'ES', isListed: false },
  rules: enterpriseRules,
  required: requiredOfEnterprise,
}

export const ownerForm: Form<OwnerField> = {
  columns: {
    ...identity,
    ...address,
    countryOfResidence: sql`country_of_residence`,
    percentage: sql`percentage_bps`,
    controlType: sql`control_type`,
    isSignatory: sql`is_signatory`,
  },
  empty: { firstName: '', lastName: '', isSignatory: false },
  rules: ownerRules,
  required: requiredOfOwner,
}
