import { joinTexts } from '#domain/platform/direction'
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

/** The messages of fields whose values are words of the program, the first that exists; those of a `state`, a `status` or a `kind` by the thing that has it. */
const valueWords: Readonly<Record<string, (value: string) => readonly string[]>> = {
  way: (value) => [`consoleMerchants.operation.note.${value}`],
  payment: (value) => [`bankFiles.outcome.${value}`],
  outcome: (value) => [`bankFiles.outcome.${value}`],
  mode: (value) => [`shell.mode.${value}`],
  verdict: (value) => [`decisions.verdict.${value}`],
  events: (value) => [`events.type.${value}`],
  scopes: (value) => [`apiKeys.scope.${value}`],
  type: (value) => [`company.paper.${value}`],
  invitation: (value) => [`console.value.${value}`],
  password: (value) => [`console.value.${value}`],
  recoveryCodes: (value) => [`console.value.${value}`],
  mailTest: (value) => [`console.value.${value}`],
  by: (value) => [`console.value.${value}`],
  factor: (value) => [`session.factor.${value}`],
  channels: (value) => [`consoleMerchants.channel.${value}`],
  role: (value) => [`shell.role.${value}`],
  /** An id, which says only that it happened. */
  redelivered: () => ['shell.yes'],
  disputeState: (value) => [`consoleDisputes.state.${value}`],
  endReason: (value) => [`consoleMerchants.end.reason.${value}`],
  access: (value) => [`people.access.${value}`],
  'staff.state': (value) => [`people.state.${value}`],
  'confirmation.state': (value) => [`people.confirmation.${value}`],
  'settlement.state': (value) => [`bankFiles.outcome.${value === 'booked' ? 'executed' : value}`, `settlements.claim.state.${value}`],
  'merchant.status': (value) => [`shell.merchant.status.${value}`],
  'bank_account.state': (value) => [`bankAccounts.state.${value}`],
  'document.status': (value) => [`company.paperStatus.${value}`],
  'work.kind': (value) => [`work.kind.${value}`],
  'card_difference.kind': (value) => [`cardBalance.kind.${value}`],
}

/** A value of that kind of thing (`entity`, null where it is none of these) as people read it. Units stand in the field's name: `…Cents`, `…Rate` and `…Bps` (hundredths of a percent), `…At`, `…On`. */
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
  if (typeof value === 'number' && (field === 'amount' || field.endsWith('Cents'))) return money(value)
  if (typeof value === 'number' && /(?:rate|bps)$/i.test(field)) return percent(value)
  if (typeof value === 'string' && field.endsWith('At')) return dateTime(value)
  if (typeof value === 'string' && field.endsWith('On')) return date(value)
  const words = (valueWords[`${entity}.${field}`] ?? valueWords[field])?.(String(value)) ?? []
  const word = words.find((one) => messageOf(one) !== undefined)
  if (word !== undefined) return t(word as 'bankFiles.outcome.executed') // it has a message
  if (isRole(value)) return t(`staff.role.${value}`)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
