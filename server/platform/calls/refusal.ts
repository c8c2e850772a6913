import type { FieldProblem, RefusalType } from '#contract/platform/errors'

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
