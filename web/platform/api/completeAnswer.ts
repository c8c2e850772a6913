import type { CallName } from '#contract/index'
import { answerShapes, type AnswerShape } from './answerShapes.ts'
import { plainPermissions } from './plainPermissions.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Idle limit in seconds when the API does not give one. */
const defaultIdleSeconds = 1_800

/** Defaults for fields that other APIs do not have, where an empty value would be wrong. */
const usual: Partial<Record<CallName, (fields: Fields) => Fields>> = {
  me: ({ email, userType }) => ({
    userId: email,
    limits: { idleSeconds: defaultIdleSeconds },
    permissions: plainPermissions[String(userType)] ?? [], // an unknown user type has no permissions
  }),
  merchantDetail: () => sellingShop,
  // Other providers’ APIs have a refund’s amount under one name only.
  operationRefundPreview: ({ amount }) => ({ remainingAmount: amount }),
}

const sellingShop = { status: 'active', sandboxEnabled: true, country: 'ES' }
/** Defaults of each row of a list. */
const defaultRows: Partial<Record<CallName, Fields>> = {
  merchantList: sellingShop,
  ibanList: { status: 'active' },
  merchantIbanList: { status: 'active' },
  invoiceList: { kind: 'invoice', status: 'issued' },
}

const blanks: Readonly<Record<string, unknown>> = { s: '', n: 0, m: Number.NaN, b: false, '*': null }

/** A primitive, converted when the other API uses another type: an id as a number, a number as text. */
function plainValue(shape: string, value: unknown): unknown {
  if (shape.startsWith('=')) return value ?? (JSON.parse(shape.slice(1)) as unknown)
  if (value === undefined || value === null || (typeof value === 'object' && shape !== '*')) return blanks[shape]
  if (shape === 's') return typeof value === 'string' ? value : String(value)
  if ((shape === 'n' || shape === 'm') && typeof value === 'string') return value.trim() === '' ? blanks[shape] : Number(value)
  return value
}

/** The name of the list in an answer, if there is one. */
const listIn = (shape: { [field: string]: AnswerShape }): string | undefined =>
  Object.keys(shape).find((name) => Array.isArray(shape[name]) && shape[name].length === 1 && typeof shape[name][0] === 'object')

/** Lists come bare, or as `results` with either form of page counting. */
function pageOf(shape: { [field: string]: AnswerShape }, value: unknown): Fields {
  const list = listIn(shape)
  if (list === undefined || (!isFields(value) && !Array.isArray(value))) return isFields(value) ? value : {}
  const fields = Array.isArray(value) ? { [list]: value } : { [list]: value['results'], ...value }
  if (list !== 'results') return fields
  const { currentPage, maxVisiblePage, current = currentPage ?? 1, total = maxVisiblePage ?? current } = fields as Fields
  return { current, total, currentPage: current, maxVisiblePage: total, ...fields }
}

/** A value of the given shape, whatever was received; `row` holds the defaults of list rows. */
function filled(shape: AnswerShape, value: unknown, row: Fields = {}): unknown {
  if (typeof shape === 'string') return plainValue(shape, value)
  if (!Array.isArray(shape)) {
    const pageFields = pageOf(shape, value)
    const list = listIn(shape)
    const fields = Object.entries(shape).flatMap(([name, field]) => fieldOf(name, field, pageFields[name], name === list ? row : {}))
    return { ...pageFields, ...Object.fromEntries(fields) }
  }
  if (shape.length === 2) return value === undefined || value === null ? null : filled(shape[1], value, row)
  const rows = Array.isArray(value) ? value : isFields(value) && Array.isArray(value['results']) ? value['results'] : []
  return rows.map((one: unknown) => filled(shape[0], isFields(one) ? { ...row, ...one } : typeof shape[0] === 'string' ? one : row))
}

/** An optional field stays absent. */
function fieldOf(name: string, shape: AnswerShape, value: unknown, row: Fields): [string, unknown][] {
  const optional = Array.isArray(shape) && shape.length === 2 && shape[0] === 1
  return optional && (value === undefined || value === null) ? [] : [[name, filled(shape, value, row)]]
}

/**
 * Completes an answer with every field that its call declares. An API with the same calls and fewer fields leaves gaps, which no screen may fail on:
 * text and lists are empty, and an amount is NaN, which is shown as a dash. Additional fields are kept.
 */
export function completeAnswer(name: CallName, answer: unknown): unknown {
  // Notifications keep all their fields (`readNotice.ts`).
  const shape = name === 'notificationList' ? undefined : answerShapes[name]
  if (shape === undefined) return answer
  const whole = isFields(answer) ? { ...usual[name]?.(answer), ...answer } : answer
  return filled(shape, whole, defaultRows[name])
}
