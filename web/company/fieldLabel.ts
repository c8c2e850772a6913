import type { EnterpriseField } from '#domain/company'
import type { OwnerField, ProfileField } from '#domain/person'
import type { ShopField } from '#domain/shopApplication'
import { t } from '../i18n/t.ts'

export type FieldName = ProfileField | EnterpriseField | OwnerField | ShopField

/** A field's name as people read it. */
export const labelOf = (name: FieldName): string => t(`company.field.${name}`)
