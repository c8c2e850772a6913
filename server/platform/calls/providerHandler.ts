import type { AnswerOf, BodyOf, PathParams, QueryOf } from '#contract/platform/endpoint'
import type { ProviderApi, ProviderCallName } from '#contract/providerApi'
import type { ProviderScope } from '#domain/provider/providerScopes'
import type { Connection } from '../database/database.ts'
import type { Actor } from './actor.ts'
import type { Download, RawJson, Services } from './call.ts'
import type { Described, StaffChange } from './consoleHandler.ts'

/** A key of one of the provider's own systems, read anew for each call. `createdBy`: the member of staff who knows it too. */
export type ProviderKeyCaller = { providerKeyId: string; name: string; scopes: ReadonlySet<ProviderScope>; createdBy: string }

/** What a handler of the provider's API gets: a parsed and authorised request and, for writes, one transaction. */
type ProviderHandlerCall<N extends ProviderCallName> = {
  params: PathParams<ProviderApi[N]>
  query: QueryOf<ProviderApi[N]>
  body: BodyOf<ProviderApi[N]>
  services: Services
  now: Date
  ip: string
  requestId: string
  /** The key, also of a call that staff has confirmed. */
  by: Actor
  db: Connection
  /** Writes leave at least one entry, by themselves if the handler adds none; a read of a document adds its own. */
  audit: (change: StaffChange) => void
}

type ProviderAnswer<N extends ProviderCallName> = ProviderApi[N]['answers'] extends { 200: 'file' }
  ? Download
  : AnswerOf<ProviderApi[N]> | RawJson

/** A handler of a call of the provider's API. */
export type ProviderHandler<N extends ProviderCallName> = (call: ProviderHandlerCall<N>) => Promise<ProviderAnswer<N>>

/** A handler whose call waits for a member of staff, as `ConfirmedHandler` of the console. */
type ConfirmedProviderHandler<N extends ProviderCallName> = ProviderHandler<N> & {
  describe: (call: ProviderHandlerCall<N>) => Promise<Described>
  unless?: (call: ProviderHandlerCall<N>) => Promise<boolean>
}

/** As `withSecondPerson` of the console, for a call that one of the provider's systems requests and a member of staff confirms. */
export function confirmedByStaff<N extends ProviderCallName>(
  describe: (call: ProviderHandlerCall<N>) => Promise<Described>,
  run: ProviderHandler<N>,
  { unless }: { unless?: (call: ProviderHandlerCall<N>) => Promise<boolean> } = {},
): ConfirmedProviderHandler<N> {
  return Object.assign((call: ProviderHandlerCall<N>) => run(call), { describe, ...(unless && { unless }) })
}

/** The handler of each call of the provider's API. A call without one does not compile, nor one that staff confirms and describes nothing. */
export type ProviderHandlers = {
  [N in ProviderCallName]: ProviderApi[N]['policy'] extends { secondPerson: 'configured' }
    ? ConfirmedProviderHandler<N>
    : ProviderHandler<N>
}

/** Any handler, without its exact types. */
export type AnyProviderHandler = ProviderHandler<ProviderCallName> &
  Partial<Pick<ConfirmedProviderHandler<ProviderCallName>, 'describe' | 'unless'>>
