import type { refusalStatus, CallName, CommonRefusal, OwnRefusals, RefusalType } from './generated/refusals.ts'

/** What a refusal says of fields: sentences by field; where nothing was found, what was looked for. */
export type RefusedFields<Type extends RefusalType> = Type extends 'ObjectNotFoundException'
  ? Readonly<Record<string, string>>
  : Readonly<Record<string, readonly string[]>>

/** The provider said no. `type` tells why, `message` says it in Spanish; what was asked was not done. */
export class Refusal<Type extends RefusalType = RefusalType> extends Error {
  override readonly name = 'Refusal'
  readonly call: CallName
  readonly type: Type
  readonly status: (typeof refusalStatus)[Type]
  readonly fields: RefusedFields<Type> | null
  /** To be told to the provider's support. */
  readonly requestId: string
  /** After so many seconds the same may be asked again. */
  readonly retryAfterSeconds: number | null

  constructor(said: Pick<Refusal<Type>, 'call' | 'type' | 'status' | 'message' | 'fields' | 'requestId' | 'retryAfterSeconds'>) {
    super(said.message)
    this.call = said.call
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

/**
 * No answer came: the network failed, or time was over. A write may have been done all the same: the same call with the same `idempotencyKey`,
 * which stands here, finds out without doing it twice.
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly call: CallName
  readonly timedOut: boolean
  /** null: nothing was to be changed. */
  readonly idempotencyKey: string | null

  constructor(call: CallName, { cause, timedOut, idempotencyKey }: { cause: unknown; timedOut: boolean; idempotencyKey: string | null }) {
    super(timedOut ? `${call}: no answer in time` : `${call}: no answer`, { cause })
    this.call = call
    this.timedOut = timedOut
    this.idempotencyKey = idempotencyKey
  }
}

/** What answered does not speak the shops' API: a proxy, or a wrong base address. */
export class StrangeAnswer extends Error {
  override readonly name = 'StrangeAnswer'
  readonly call: CallName
  readonly status: number

  constructor(call: CallName, status: number) {
    super(`${call}: an answer ${status} that is none of the shops’ API; look at baseUrl`)
    this.call = call
    this.status = status
  }
}
