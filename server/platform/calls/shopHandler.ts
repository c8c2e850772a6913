import type { AnswerOf, BodyOf, PathParams, QueryOf } from '#contract/platform/endpoint'
import type { Api, KeyVerb } from '#contract/index'
import type { ShopCallName, ShopsApi } from '#contract/shopsApi'
import type { Connection } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import type { OpenKey } from '../keys/keyring.ts'
import type { Change, Services, RawJson } from './call.ts'

/** What a verb of the panel is asked through the shops' API; the shop is the key's. */
export type AskedVerb<V extends KeyVerb> = {
  params: Omit<PathParams<Api[V]>, 'merchantId'>
  query?: QueryOf<Api[V]>
  body?: BodyOf<Api[V]>
}

/** Everything that a verb of the shops' API is told: parsed, allowed, inside the key's shop and mode and, for writes, one transaction. */
export type ShopVerbCall<N extends ShopCallName> = {
  params: PathParams<ShopsApi[N]>
  query: QueryOf<ShopsApi[N]>
  body: BodyOf<ShopsApi[N]>
  /** Path and parameters as they were asked for. */
  path: string
  search: URLSearchParams
  key: OpenKey
  /** The key itself, for whoever has to keep it. */
  token: string
  scope: Scope
  db: Connection
  audit: (change: Change) => void
  services: Services
  now: Date
  ip: string
  requestId: string
  /** Does the panel's verb of that name in the same transaction, by the key; what it audits is this call's. Refuses as that verb does. */
  verb: <V extends KeyVerb>(name: V, asked: AskedVerb<V>) => Promise<AnswerOf<Api[V]>>
}

/** A verb of the shops' API: it translates shapes, the rules are elsewhere. */
export type ShopHandler<N extends ShopCallName> = (call: ShopVerbCall<N>) => Promise<AnswerOf<ShopsApi[N]> | RawJson>
export type ShopHandlers = { [N in ShopCallName]: ShopHandler<N> }
