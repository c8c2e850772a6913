import type { refusalStatus, CallName, CommonRefusal, OwnRefusals, RefusalType } from './generated/refusals.ts'

/** What a refusal says of fields: sentences by field; where nothing was found, what was looked for. */
export type RefusedFields<Type extends RefusalType> = Type extends 'ObjectNotFoundException'
  ? Readonly<Record<string, string>>
  : Readonly<Record<string, readonly string[]>>

/** How a call was sent that came to nothing, as far as anybody was told. */
type Sent = Pick<CallFailure, 'call' | 'idempotencyKey' | 'maybeDone'>

/** Why a call has no answer to give: a `Refusal`, `NoAnswer` or `StrangeAnswer`. */
export abstract class CallFailure extends Error {
  readonly call: CallName
  /** What a write was sent under: the same call with it does it once, whatever became of this one. null: nothing was to be changed. */
  readonly idempotencyKey: string | null
  /** Nobody knows whether the write was done, in this try or an earlier one. Ask again with `idempotencyKey`: anything else may do it twice. */
  readonly maybeDone: boolean

  constructor(message: string, { call, idempotencyKey, maybeDone }: Sent, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.call = call
    this.idempotencyKey = idempotencyKey
    this.maybeDone = maybeDone
  }
}

/** The provider answered no. `type` tells why, `message` says it in Spanish; nothing was done, unless `maybeDone` says that this is not known. */
export class Refusal<Type extends RefusalType = RefusalType> extends CallFailure {
  override readonly name = 'Refusal'
  readonly type: Type
  readonly status: (typeof refusalStatus)[Type]
  readonly fields: RefusedFields<Type> | null
  /** To be told to the provider's support. */
  readonly requestId: string
  /** After so many seconds the same may be asked again. */
  readonly retryAfterSeconds: number | null

  constructor(said: Sent & Pick<Refusal<Type>, 'type' | 'status' | 'message' | 'fields' | 'requestId' | 'retryAfterSeconds'>) {
    super(said.message, said)
    this.type = said.type
    this.status = said.status
    this.fields = said.fields
    this.requestId = said.requestId
    this.retryAfterSeconds = said.retryAfterSeconds
  }
}

/** All that a call may refuse, told apart by `type`. */
export type RefusalOf<Name extends CallName> = { [Type in RefusalTypeOf<Name>]: Refusal<Type> }[RefusalTypeOf<Name>]
type RefusalTypeOf<Name extends CallName> = CommonRefusal | (Name extends keyof OwnRefusals ? OwnRefusals[Name] : never)

/** Whether what was thrown is a refusal of this call: then its `type` is one of those that the call may answer. */
export const isRefusalOf = <Name extends CallName>(call: Name, thrown: unknown): thrown is RefusalOf<Name> =>
  thrown instanceof Refusal && thrown.call === call

/** No answer came: the network failed, or time was over. */
export class NoAnswer extends CallFailure {
  override readonly name = 'NoAnswer'
  readonly timedOut: boolean

  constructor({ cause, timedOut, ...sent }: Sent & { cause: unknown; timedOut: boolean }) {
    super(timedOut ? `${sent.call}: no answer in time` : `${sent.call}: no answer`, sent, cause)
    this.timedOut = timedOut
  }
}

/** What answered does not speak the shops' API: a proxy, or a wrong base address. */
export class StrangeAnswer extends CallFailure {
  override readonly name = 'StrangeAnswer'
  readonly status: number

  constructor({ status, ...sent }: Sent & { status: number }) {
    super(`${sent.call}: an answer ${status} that is none of the shops’ API; look at baseUrl`, sent)
    this.status = status
  }
}
