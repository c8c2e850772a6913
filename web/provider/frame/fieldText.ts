import { isLocalDate } from '#domain/platform/dates'
import { joinTexts } from '#domain/platform/direction'
import { changeWordKeys } from '#domain/provider/changeWords'
import { staffRoles } from '#domain/provider/staff'
import { date, dateTime, money, percent } from '../../platform/i18n/format.ts'
import { messageOf } from '../../platform/i18n/messages.ts'
import { t } from '../../platform/i18n/t.ts'
import { rolesText } from './personName.ts'

const nothing = '—'
const isRole = (value: unknown): value is (typeof staffRoles)[number] => staffRoles.some((role) => role === value)

/** The name of a field in words, where it has some (`console.field.…`); else its name in the contract. */
export function fieldName(place: string): string {
  const named = (name: string) =>
    messageOf(`console.field.${name}`) === undefined ? name : t(`console.field.${name}` as 'console.field.roles')
  return joinTexts(place.split('.').map(named), ' · ')
}

/** A value of that kind of thing (`entity`, null where it is none of these) as people read it. Units stand in the field's name: `…Cents`, `…Rate` and `…Bps` (hundredths of a percent); days and instants are known by their form. */
export function valueText(field: string, value: unknown, entity: string | null = null): string {
  if (value === undefined || value === null || value === '') return nothing
  if (Array.isArray(value) && value.length > 0 && value.every(isRole)) return rolesText(value)
  if (Array.isArray(value))
    return value.length === 0
      ? nothing
      : joinTexts(
          value.map((one) => valueText(field, one, entity)),
          ', ',
        )
  if (typeof value === 'boolean') return t(value ? 'shell.yes' : 'shell.no')
  if (typeof value === 'number' && (field === 'amount' || /cents$/i.test(field))) return money(value)
  if (typeof value === 'number' && /(?:rate|bps)$/i.test(field)) return percent(value)
  if (typeof value === 'string' && isLocalDate(value)) return date(value)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dateTime(value)
  const word = changeWordKeys(entity, field, String(value)).find((one) => messageOf(one) !== undefined)
  if (word !== undefined) return t(word as 'bankFiles.outcome.executed') // it has a message
  if (isRole(value)) return t(`staff.role.${value}`)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
