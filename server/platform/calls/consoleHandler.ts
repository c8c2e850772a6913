import type { AnswerOf, BodyOf, PathParams, QueryOf } from '#contract/platform/endpoint'
import type { ConsoleApi, ConsoleCallName } from '#contract/consoleApi'
import type { StaffRole } from '#domain/provider/staff'
import type { Connection } from '../database/database.ts'
import type { Mode } from '../database/scope.ts'
import type { Change, Download, RawJson, Services } from './call.ts'

/** A signed-in member of the provider's staff, read anew for each call. */
export type StaffCaller = { staffId: string; name: string; email: string; roles: ReadonlySet<StaffRole>; sessionId: string }

/**
 * What a member of staff changed or opened, for the audit trail: with an account in that account's, where merchants see "Proveedor"; else in the
 * provider's own.
 */
export type StaffChange = Change & { accountId?: string; merchantId?: string; mode?: Mode }

type PolicyOf<N extends ConsoleCallName> = ConsoleApi[N]['policy']
type IsPublic<N extends ConsoleCallName> = PolicyOf<N>['roles'] extends 'public' ? true : false

/** What a handler of the console gets: a parsed and authorised request and, for writes, one transaction. */
export type ConsoleHandlerCall<N extends ConsoleCallName> = {
  params: PathParams<ConsoleApi[N]>
  query: QueryOf<ConsoleApi[N]>
  body: BodyOf<ConsoleApi[N]>
  services: Services
  now: Date
  ip: string
  requestId: string
  /** Facts of the HTTP request that only session calls need; `token`: the session's cookie; `openid`: that of a sign-in under way. */
  http: { userAgent: string; token: string | undefined; openid: string | undefined; setCookie: (cookie: string) => void }
} & (IsPublic<N> extends true
  ? { staff: null; db: null }
  : {
      staff: StaffCaller
      db: Connection
      /** Writes leave at least one entry, by themselves if the handler adds none; a read of personal data or of a document adds its own. */
      audit: (change: StaffChange) => void
    })

type ConsoleAnswer<N extends ConsoleCallName> = ConsoleApi[N]['answers'] extends { 200: 'file' }
  ? Download
  : AnswerOf<ConsoleApi[N]> | RawJson

/** The call before a write's transaction begins. */
export type ConsoleCallBeforeTransaction<N extends ConsoleCallName> = Omit<ConsoleHandlerCall<N>, 'db' | 'audit'>

/** A handler of a call of the console. The result of `prepare` is passed to it as `prepared`. */
export type ConsoleHandler<N extends ConsoleCallName> = ((call: ConsoleHandlerCall<N>) => Promise<ConsoleAnswer<N>>) & {
  prepare?: (call: ConsoleCallBeforeTransaction<N>) => Promise<unknown>
}

/** A handler with work before its transaction, such as hashing a password, without holding a connection. Skipped for a repeated write. */
export function withConsolePreparation<N extends ConsoleCallName, T>(
  prepare: (call: ConsoleCallBeforeTransaction<N>) => Promise<T>,
  run: (call: ConsoleHandlerCall<N>, prepared: T) => Promise<ConsoleAnswer<N>>,
): ConsoleHandler<N> {
  // The gateway passes the result of this handler's own `prepare`.
  const handler = (call: ConsoleHandlerCall<N>) => run(call, (call as ConsoleHandlerCall<N> & { prepared: T }).prepared)
  return Object.assign(handler, { prepare })
}

/** What a call that needs a second person would change: both people see the old and the new value. */
export type Described = {
  entity: string
  /** Null: it does not exist yet. */
  entityId: string | null
  before: unknown
  after: unknown
  /** The account whose audit trail the change belongs to; without it, the provider's own. */
  accountId?: string
  merchantId?: string
}

/** A handler of a call that needs a second person where its policy says so. All of it runs in the transaction of the confirmation: it prepares nothing. */
export type ConfirmedHandler<N extends ConsoleCallName> = ((call: ConsoleHandlerCall<N>) => Promise<ConsoleAnswer<N>>) & {
  prepare?: never
  describe: (call: ConsoleHandlerCall<N>) => Promise<Described>
  unless?: (call: ConsoleHandlerCall<N>) => Promise<boolean>
}

/**
 * A handler whose call waits for a second person. `describe`: what would change; it refuses what is impossible, and writes nothing. `run`: does it, once
 * another person has confirmed it while `describe` still gives the same `before`; what was described is audited unless `run` audits its own.
 * `unless`: when nobody has to confirm it.
 */
export function withSecondPerson<N extends ConsoleCallName>(
  describe: (call: ConsoleHandlerCall<N>) => Promise<Described>,
  run: (call: ConsoleHandlerCall<N>) => Promise<ConsoleAnswer<N>>,
  { unless }: { unless?: (call: ConsoleHandlerCall<N>) => Promise<boolean> } = {},
): ConfirmedHandler<N> {
  return Object.assign((call: ConsoleHandlerCall<N>) => run(call), { describe, ...(unless && { unless }) })
}

/** The handler of each call of the console. A call without one does not compile, nor one that needs a second person and describes nothing. */
export type ConsoleHandlers = {
  [N in ConsoleCallName]: PolicyOf<N> extends { secondPerson: 'configured' | 'always' } ? ConfirmedHandler<N> : ConsoleHandler<N>
}

/** Any handler, without its exact types. */
export type AnyConsoleHandler = ConsoleHandler<ConsoleCallName> & Partial<Pick<ConfirmedHandler<ConsoleCallName>, 'describe' | 'unless'>>
