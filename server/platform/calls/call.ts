import type { AnswerOf, BodyOf, Endpoint, PathParams, QueryOf } from '#contract/platform/endpoint'
import type { Api, CallName, KeyVerb } from '#contract/index'
import type { Role } from '#domain/access/roles'
import type { ApiCallLog } from '../apiCalls/apiCallLog.ts'
import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import type { Mode, Scope } from '../database/scope.ts'
import type { Changes } from '../events/changes.ts'
import type { Events } from '../events/events.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { OutgoingEmail } from '../outbound/post.ts'
import type { VirusScanner } from '../uploads/clamav.ts'
import type { WebPush } from '../outbound/webPush.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Log } from '../log/log.ts'
import type { Payments } from '../../money/payments/payments.ts'
import type { Maintenance } from './maintenance.ts'
import type { SentFile } from './readForm.ts'
import type { Passwords } from './passwords.ts'
import type { Tokens } from './token.ts'
import type { SmsProvider } from '../../sales/messages/smsProvider.ts'

/** Shops' clocks: in live mode the current time, in test mode the current time plus the offset by which people advanced it. */
export type ShopTimes = {
  /** The services with the shop's clock. Offsets are cached for a second, so processes may differ for that long. */
  servicesOf(services: Services, scope: Scope): Promise<Services>
  /** Drops the cached offset; to be called when it was changed. */
  forget(merchantId: string): void
}

export type { OutgoingEmail }

/** What a person may do in one account. */
export type Membership = {
  accountId: string
  role: Role
  /** Shops of the account that this member may enter. */
  merchantIds: ReadonlySet<string>
  /** The account is disabled. */
  disabled: boolean
  /** They must set up a second factor before anything else (owners and admins, once onboarding is over). */
  mustAddFactor: boolean
  /** Calls of their role that are denied to this member (`contract/permissions.ts`). */
  withheld: ReadonlySet<string>
  /** They may use test mode only (`contract/platform/policy.ts`). */
  sandboxOnly: boolean
  /** The company's relation has ended: calls that change a shop are withheld. */
  relationEnded?: true
}

/** A signed-in person in the account of the call, as the database knew them at most one second ago. */
export type Caller = Membership & {
  userId: string
  sessionId: string
  /** All accounts that they may enter, this one among them; at a till only this one. */
  memberships: readonly Membership[]
  /** Their own role, while they view the application as somebody else (`viewing.ts`). */
  ownRole?: Role
  /** How long they can undo a refund, in seconds: the installation's time or their own longer one (domain/access/ownLimits.ts). */
  undoSeconds: number
  /** Not the person: a member of the provider's staff who looks at their panel, until then (`viewing.ts`). */
  staffView?: { staffId: string; endsAt: Date }
  /** The shared till they use: calls that are not for tills are withheld. */
  tillId?: string
}

/** The key of a membership: a person in an account. */
export type MemberId = Pick<Caller, 'accountId' | 'userId'>

/**
 * A call by a shop's private key: an admin of that shop, within the key's rights and limits. Programs rely on the answer: their refunds are sent at
 * once and cannot be undone.
 */
export type KeyCaller = { userId: null; keyId: string; accountId: string; role: 'admin'; undoSeconds: 0 }

/** What verbs depend on: settings, database, clock, tokens, messages and providers. */
export type Services = {
  config: Config
  database: Database
  tokens: Tokens
  passwords: Passwords
  /** Size in bytes of the parts in which the file of a report is stored: what its download holds in memory. */
  reportPartBytes: number
  /** The current time, or with `withClockOffset` a shop's sandbox time; tests may set it. */
  now: () => Date
  /** The real current time, whatever a shop's sandbox clock says: for security limits and for rows stamped with real time. */
  wallClock: () => Date
  mail: (email: OutgoingEmail) => Promise<void>
  sms: SmsProvider
  /** Shops' API keys. */
  keys: Keyring
  /** The log of calls with shops' API keys. */
  apiCalls: ApiCallLog
  /** Shops' sandbox clocks. */
  shopTimes: ShopTimes
  /** Notifications of committed changes, from all processes. */
  events: Events
  /** Publishes a committed change to all processes. */
  changes: Changes
  jobs: Jobs
  /** Card processor, banks, identity checks; tests may replace them. */
  payments: Payments
  /** HTTP requests to addresses that shops gave. */
  outbound: Outbound
  /** Checks uploaded files; null: nothing does. */
  viruses: VirusScanner | null
  /** Web push notifications. */
  push: WebPush
  /** Whether the product is closed for maintenance. */
  maintenance: Maintenance
  log: Log
}

/** What a verb changed, for the audit trail. */
export type Change = { entity: string; entityId: string; before?: unknown; after?: unknown }

/** A customer, known by the link of one checkout. */
export type Customer = {
  checkoutId: string
  accountId: string
  /** The cookie of the browser that entered the one-time code. */
  device: string | undefined
  /** The cookie that this browser carries from checkout to checkout. */
  opener: string | undefined
  /** How the customer was identified, for the audit trail: by the code, by the browser that opened the link, or by the link alone. */
  knownBy?: 'code' | 'opener' | 'link'
}

type Roles<N extends CallName> = Api[N]['policy']['roles']
type Kind<N extends CallName> = Roles<N> extends 'public' | 'consumer' | 'publicKey' ? Roles<N> : 'user'
type InMerchant<E extends Endpoint> = E['path'] extends `${string}{merchantId}${string}` ? true : false

/** What a verb gets: a parsed and authorised request, inside one scope and, for writes, one transaction. */
export type Call<N extends CallName> = {
  params: PathParams<Api[N]>
  query: QueryOf<Api[N]>
  body: BodyOf<Api[N]>
  /** The uploaded file, where the call takes one. */
  file: Api[N] extends { file: object } ? SentFile : undefined
  services: Services
  now: Date
  ip: string
  requestId: string
  /** Facts of the HTTP request that only session verbs need. */
  http: {
    bearer: string | undefined
    companion: string | undefined
    /** The device cookie: of a browser from which somebody has signed in before. */
    device: string | undefined
    /** The cookie of a shared till. */
    till: string | undefined
    userAgent: string
    setCookie: (cookie: string) => void
  }
} & CallContext<N>[Kind<N>]

/** Long-poll calls hold no connection while they wait: they read through `services.database`. */
type ConnectionOf<E extends Endpoint> = E extends { longPoll: true } ? null : Connection

type CallContext<N extends CallName> = {
  public: { caller: null; db: null; scope: null }
  consumer: { caller: null; customer: Customer; db: Connection; audit: (change: Change) => void; scope: Scope }
  publicKey: { caller: null; db: Connection; scope: Scope }
  user: {
    caller: N extends KeyVerb ? Caller | KeyCaller : Caller
    db: ConnectionOf<Api[N]>
    audit: (change: Change) => void
    scope: InMerchant<Api[N]> extends true ? Scope : null
    mode: Mode
  }
}

/** JSON that PostgreSQL already wrote in snake_case; sent unchanged. */
export type RawJson = { readonly json: string }
export const rawJson = (json: string): RawJson => ({ json })

/** A download, streamed as the client reads it. */
export type Download = {
  readonly download: AsyncIterable<string | Uint8Array>
  readonly fileName: string
  readonly mediaType: string
  /** It is shown in a frame of our pages instead of being saved: nothing in it may run or load. */
  readonly framed?: true
  /** Of a stored file that does not change: its ETag and its size. */
  readonly storedFile?: { readonly checksum: string; readonly sizeBytes: number }
}

export type Answer<N extends CallName> = Api[N]['answers'] extends { 200: 'file' } ? Download : AnswerOf<Api[N]> | RawJson

/** A verb. The result of `prepare` is passed to it as `prepared`; `beforeFile` checks the fields before the file is read. */
export type Handler<N extends CallName> = ((call: Call<N>) => Promise<Answer<N>>) & {
  prepare?: (call: CallBeforeTransaction<N>) => Promise<unknown>
  beforeFile?: (call: Pick<Call<N>, 'services' | 'body' | 'now'>) => Promise<void>
}
/** The call before a write's transaction begins. */
export type CallBeforeTransaction<N extends CallName> = Omit<Call<N>, 'db' | 'audit'>

/**
 * A verb with work before its transaction, such as a call to the card processor, without holding a connection. `prepare` is skipped for a repeated
 * write; its refusal is the refusal of the verb.
 */
export function withPreparation<N extends CallName, T>(
  prepare: (call: CallBeforeTransaction<N>) => Promise<T>,
  verb: (call: Call<N>, prepared: T) => Promise<Answer<N>>,
): Handler<N> {
  // The gateway passes the result of this handler's own `prepare`.
  const handler = (call: Call<N>) => verb(call, (call as Call<N> & { prepared: T }).prepared)
  return Object.assign(handler, { prepare })
}
export type Handlers = { [N in CallName]: Handler<N> }
