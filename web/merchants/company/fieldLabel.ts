import type { EnterpriseField } from '#domain/merchants/company/company'
import type { OwnerField, ProfileField } from '#domain/merchants/company/person'
import type { ShopField } from '#domain/merchants/shopApplication'
import { t } from '../../platform/i18n/t.ts'

export type FieldName = ProfileField | EnterpriseField | OwnerField | ShopField

/** A field's label. */
export const labelOf = (name: FieldName): string => t(`company.field.${name}`)
