import type { refusalStatus, CallName, CommonRefusal, OwnRefusals, RefusalType } from './generated/refusals.ts'

/** Field errors of a refusal: messages by field; for an unknown object, what was looked up. */
type RefusedFields<Type extends RefusalType> = Type extends 'ObjectNotFoundException'
  ? Readonly<Record<string, string>>
  : Readonly<Record<string, readonly string[]>>

/** How a failed call was sent, and what is known of its outcome. */
type FailedCall = Pick<CallFailure, 'call' | 'idempotencyKey' | 'maybeDone'>

/** Base class of all failed calls: `Refusal`, `NoAnswer` or `StrangeAnswer`. */
export abstract class CallFailure extends Error {
  readonly call: CallName
  /** Idempotency key of a write: the same call with the same key is done once, whatever the outcome of this one. null: the call was a read. */
  readonly idempotencyKey: string | null
  /** The write may have been done, in this attempt or an earlier one. Retry with `idempotencyKey`: any other request may do it twice. */
  readonly maybeDone: boolean

  constructor(message: string, { call, idempotencyKey, maybeDone }: FailedCall, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.call = call
    this.idempotencyKey = idempotencyKey
    this.maybeDone = maybeDone
  }
}

/** The server refused the call. `type` says why, `message` says it in Spanish; nothing was done, unless `maybeDone` is true. */
export class Refusal<Type extends RefusalType = RefusalType> extends CallFailure {
  override readonly name = 'Refusal'
  readonly type: Type
  readonly status: (typeof refusalStatus)[Type]
  readonly fields: RefusedFields<Type> | null
  /** Request id for the provider's support. */
  readonly requestId: string
  /** Seconds after which the call may be retried. */
  readonly retryAfterSeconds: number | null

  constructor(refusal: FailedCall & Pick<Refusal<Type>, 'type' | 'status' | 'message' | 'fields' | 'requestId' | 'retryAfterSeconds'>) {
    super(refusal.message, refusal)
    this.type = refusal.type
    this.status = refusal.status
    this.fields = refusal.fields
    this.requestId = refusal.requestId
    this.retryAfterSeconds = refusal.retryAfterSeconds
  }
}

/** Every refusal a call may throw, discriminated by `type`. */
export type RefusalOf<Name extends CallName> = { [Type in RefusalTypeOf<Name>]: Refusal<Type> }[RefusalTypeOf<Name>]
type RefusalTypeOf<Name extends CallName> = CommonRefusal | (Name extends keyof OwnRefusals ? OwnRefusals[Name] : never)

/** Type guard: whether a caught value is a refusal of this call, so that its `type` is one of those the call may answer with. */
export const isRefusalOf = <Name extends CallName>(call: Name, thrown: unknown): thrown is RefusalOf<Name> =>
  thrown instanceof Refusal && thrown.call === call

/** No answer: a network error or a timeout. */
export class NoAnswer extends CallFailure {
  override readonly name = 'NoAnswer'
  readonly timedOut: boolean

  constructor({ cause, timedOut, ...sent }: FailedCall & { cause: unknown; timedOut: boolean }) {
    super(timedOut ? `${sent.call}: no answer in time` : `${sent.call}: no answer`, sent, cause)
    this.timedOut = timedOut
  }
}

/** The answer is not of the shops' API: from a proxy, or a wrong base URL. */
export class StrangeAnswer extends CallFailure {
  override readonly name = 'StrangeAnswer'
  readonly status: number

  constructor({ status, ...sent }: FailedCall & { status: number }) {
    super(`${sent.call}: an answer ${status} that is none of the shops’ API; look at baseUrl`, sent)
    this.status = status
  }
}
