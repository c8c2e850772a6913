import type { FieldProblem, RefusalType } from '#contract/platform/errors'
import { uuidOf } from './wire.ts'
import { FileRefused, InspectionBusy } from '../uploads/inspectFile.ts'
import { UploadQuota } from '../uploads/keepUpload.ts'
import { text } from './messages.ts'

/** An expected business error, thrown by verbs and mapped to an HTTP status and a translated message. Anything else that is thrown is a 500. */
export class Refusal extends Error {
  readonly type: RefusalType
  /** What is wrong with each field; for ObjectNotFoundException, the id that was not found. */
  readonly fields: FieldProblem[] | Record<string, string> | undefined
  /** Selects a more specific message: `errors.<type>.<why>`. */
  readonly why: string | undefined
  /** Values for the message, already formatted. */
  readonly values: Record<string, string>
  readonly retryAfterSeconds: number | undefined
  /** Whether the verb's writes are committed although it refused: a wrong code must be counted. */
  readonly keepsEffects: boolean

  constructor(
    type: RefusalType,
    more: {
      fields?: FieldProblem[] | Record<string, string>
      why?: string
      values?: Record<string, string>
      retryAfterSeconds?: number
      keepsEffects?: boolean
    } = {},
  ) {
    super(type)
    this.type = type
    this.fields = more.fields
    this.why = more.why
    this.values = more.values ?? {}
    this.retryAfterSeconds = more.retryAfterSeconds
    this.keepsEffects = more.keepsEffects ?? false
  }
}

/** The same answer for an unknown entity and for one of another account. */
export const notFound = (id: string) => new Refusal('ObjectNotFoundException', { fields: { uuid: id } })

/** The uuid of a hexadecimal id. Refuses with ObjectNotFoundException what is not an id. */
export function idFrom(hex: string): string {
  const id = uuidOf(hex)
  if (id === undefined) throw notFound(hex)
  return id
}

/** The problem of one field, with the message of its code. */
export const problem = (name: string, code: string): FieldProblem => ({ name, code, message: text(`errors.field.${code}`) })

/** For `catch`: maps file errors to FileNotAccepted, with the reason, or TooManyRequests; rethrows anything else. */
export function refuseFile(error: unknown): never {
  if (error instanceof FileRefused)
    throw new Refusal('FileNotAccepted', { values: { why: text(`errors.file.${error.problem}`, { most: String(error.maxPages) }) } })
  if (error instanceof InspectionBusy) throw new Refusal('TooManyRequests', { retryAfterSeconds: 5 })
  if (error instanceof UploadQuota) throw new Refusal('TooManyRequests', { why: 'uploads', retryAfterSeconds: 3_600 })
  throw error
}
