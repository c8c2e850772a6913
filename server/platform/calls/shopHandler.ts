import type { AnswerOf, BodyOf, PathParams, QueryOf } from '#contract/platform/endpoint'
import type { Api, KeyVerb } from '#contract/index'
import type { ShopCallName, ShopsApi } from '#contract/shopsApi'
import type { Connection } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import type { OpenKey } from '../keys/keyring.ts'
import type { Change, Services, RawJson } from './call.ts'

/** Parameters of a back-office verb called through the shops' API; the shop is the key's. */
export type VerbInput<V extends KeyVerb> = {
  params: Omit<PathParams<Api[V]>, 'merchantId'>
  query?: QueryOf<Api[V]>
  body?: BodyOf<Api[V]>
}

/** What a verb of the shops' API gets: a parsed and authorised request, inside the key's shop and mode and, for writes, one transaction. */
export type ShopVerbCall<N extends ShopCallName> = {
  params: PathParams<ShopsApi[N]>
  query: QueryOf<ShopsApi[N]>
  body: BodyOf<ShopsApi[N]>
  /** Path and query as requested. */
  path: string
  search: URLSearchParams
  key: OpenKey
  /** The key itself, for verbs that store it. */
  token: string
  scope: Scope
  db: Connection
  audit: (change: Change) => void
  services: Services
  now: Date
  ip: string
  requestId: string
  /** Runs the back-office verb of that name in the same transaction, as the key; its audit entries belong to this call. Refuses as that verb does. */
  verb: <V extends KeyVerb>(name: V, input: VerbInput<V>) => Promise<AnswerOf<Api[V]>>
}

/** A verb of the shops' API: converts between the two contracts; the rules are in the back-office verbs. */
export type ShopHandler<N extends ShopCallName> = (call: ShopVerbCall<N>) => Promise<AnswerOf<ShopsApi[N]> | RawJson>
export type ShopHandlers = { [N in ShopCallName]: ShopHandler<N> }
