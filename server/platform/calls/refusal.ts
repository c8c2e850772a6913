import type { FieldProblem, RefusalType } from '#contract/platform/errors'
import { uuidOf } from './wire.ts'
import { FileRefused, InspectionBusy } from '../uploads/inspectFile.ts'
import { UploadQuota } from '../uploads/keepUpload.ts'
import { text } from './messages.ts'

/** A named no. Thrown by a verb, answered with its status and sentence; anything else thrown is a 500. */
export class Refusal extends Error {
  readonly type: RefusalType
  /** What is wrong with each field; of what was not found, the key that was looked for. */
  readonly fields: FieldProblem[] | Record<string, string> | undefined
  /** Names a more exact sentence in the message catalogue: `errors.<type>.<why>`. */
  readonly why: string | undefined
  /** Values that the sentence needs, ready to show. */
  readonly values: Record<string, string>
  readonly retryAfterSeconds: number | undefined
  /** What the verb wrote before saying no stands: a wrong try is counted. */
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

/** The one answer for an unknown entity and for somebody else's: nothing tells them apart. */
export const notFound = (id: string) => new Refusal('ObjectNotFoundException', { fields: { uuid: id } })

/** The id that travels as `hex`. Refuses with ObjectNotFoundException what is no id. */
export function idFrom(hex: string): string {
  const id = uuidOf(hex)
  if (id === undefined) throw notFound(hex)
  return id
}

/** A wrong field in the words of its code. */
export const problem = (name: string, code: string): FieldProblem => ({ name, code, message: text(`errors.field.${code}`) })

/** Says no to a file as a call does: FileNotAccepted with the reason, or TooManyRequests; anything else is thrown on. For `catch`. */
export function refuseFile(error: unknown): never {
  if (error instanceof FileRefused)
    throw new Refusal('FileNotAccepted', { values: { why: text(`errors.file.${error.problem}`, { most: String(error.mostPages) }) } })
  if (error instanceof InspectionBusy) throw new Refusal('TooManyRequests', { retryAfterSeconds: 5 })
  if (error instanceof UploadQuota) throw new Refusal('TooManyRequests', { why: 'uploads', retryAfterSeconds: 3_600 })
  throw error
}
