import type { AnswerOf, BodyOf, Endpoint, PathParams, QueryOf } from '#contract/platform/endpoint'
import type { Api, CallName, KeyVerb } from '#contract/index'
import type { Role } from '#domain/access/roles'
import type { Config } from '../config/config.ts'
import type { Connection, Database } from '../database/database.ts'
import type { Mode, Scope } from '../database/scope.ts'
import type { Changes } from '../events/changes.ts'
import type { Events } from '../events/events.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { SmsProvider } from '../../sales/messages/smsSenders.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { WebPush } from '../outbound/webPush.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Log } from '../log/log.ts'
import type { Payments } from '../../money/payments/payments.ts'
import type { ShopTimes } from './shopTime.ts'
import type { Maintenance } from './maintenance.ts'
import type { SentFile } from './readForm.ts'
import type { Tokens } from './token.ts'

/** A signed-in person, as the database knew them at most one second ago. */
export type Caller = {
  userId: string
  accountId: string
  sessionId: string
  role: Role
  /** While they look at the application as somebody else: what they are themselves (`viewing.ts`). */
  ownRole?: Role
  /** Shops of the account that this person may enter. */
  merchantIds: ReadonlySet<string>
  disabled: boolean
  /** Owners and admins without a second factor, where they must have one, once onboarding is over: only setting it up is allowed. */
  mustAddFactor: boolean
  /** Calls of the role that this person may not make (`contract/permissions.ts`). */
  withheld: ReadonlySet<string>
  /** Test mode is all that they enter (`contract/platform/policy.ts`). */
  sandboxOnly: boolean
  /** How long they can undo a refund: everybody's time or their own, longer one (domain/access/ownLimits.ts). */
  undoSeconds: number
  /** The shared till at which they stand: what is not for tills is withheld. */
  tillId?: string
  /** Their company's relation has ended: what changes a shop is withheld. */
  relationEnded?: true
}

/**
 * A shop's private key at work: an admin of that shop, within the key's own rights and limits. A program counts on its answer: what it gives back
 * goes out at once, and nobody undoes it.
 */
export type KeyCaller = { userId: null; keyId: string; accountId: string; role: 'admin'; undoSeconds: 0 }

/** What the verbs need from outside: settings, the database, the clock, tokens and the post. */
export type Services = {
  config: Config
  database: Database
  tokens: Tokens
  /** The present, or by `later` a shop's test time; a test may move it. */
  now: () => Date
  /** The present, whatever time a shop has moved to: what guards goes by it, and what the present has stamped. */
  wallClock: () => Date
  mail: (letter: OutgoingEmail) => Promise<void>
  sms: SmsProvider
  /** Who may call with a key of a shop. */
  keys: Keyring
  /** What time it is in a shop's test mode. */
  shopTimes: ShopTimes
  /** Changes, heard as they are committed. */
  events: Events
  /** Tells of a change that was committed. */
  changes: Changes
  jobs: Jobs
  /** Card processor, banks, identity checks; a test may put its own here. */
  payments: Payments
  /** Calls to addresses that shops gave. */
  outbound: Outbound
  /** Notices on devices' lock screens. */
  push: WebPush
  /** Whether the product is closed on purpose. */
  maintenance: Maintenance
  log: Log
}

/** With an `id` it is the same letter however often it is handed over. */
export type OutgoingEmail = { to: string; subject: string; text: string; id?: string }

/** What a verb changed, for the audit trail. */
export type Change = { entity: string; entityId: string; before?: unknown; after?: unknown }

/** A customer, known by the link of one checkout. */
export type Customer = {
  checkoutId: string
  accountId: string
  /** What the browser that entered the one-time code carries. */
  device: string | undefined
  /** The mark of this browser, carried from checkout to checkout. */
  opener: string | undefined
  /** How they turned out to be known, for the audit trail: by the code, as the browser that opened the link, or by the link alone. */
  knownBy?: 'code' | 'opener' | 'link'
}

type Roles<N extends CallName> = Api[N]['policy']['roles']
type Kind<N extends CallName> = Roles<N> extends 'public' | 'consumer' | 'publicKey' ? Roles<N> : 'user'
type InMerchant<E extends Endpoint> = E['path'] extends `${string}{merchantId}${string}` ? true : false

/** Everything that a verb is told: parsed, allowed, and inside one scope and, for writes, one transaction. */
export type Call<N extends CallName> = {
  params: PathParams<Api[N]>
  query: QueryOf<Api[N]>
  body: BodyOf<Api[N]>
  /** The file that came beside the fields, where the call takes one. */
  file: Api[N] extends { file: object } ? SentFile : undefined
  services: Services
  now: Date
  ip: string
  requestId: string
  /** Facts of the HTTP request that only session verbs need. */
  http: {
    bearer: string | undefined
    companion: string | undefined
    /** The mark of a browser from which somebody has signed in before. */
    device: string | undefined
    /** The mark of a shared till. */
    till: string | undefined
    userAgent: string
    setCookie: (cookie: string) => void
  }
} & Known<N>[Kind<N>]

/** Where a call may wait before it answers, no connection is held for it: it reads for itself, by `services.database`. */
type Reading<E extends Endpoint> = E extends { holds: true } ? null : Connection

type Known<N extends CallName> = {
  public: { caller: null; db: null; scope: null }
  consumer: { caller: null; customer: Customer; db: Connection; audit: (change: Change) => void; scope: Scope }
  publicKey: { caller: null; db: Connection; scope: Scope }
  user: {
    caller: N extends KeyVerb ? Caller | KeyCaller : Caller
    db: Reading<Api[N]>
    audit: (change: Change) => void
    scope: InMerchant<Api[N]> extends true ? Scope : null
    mode: Mode
  }
}

/** JSON that PostgreSQL already wrote in the wire's spelling, passed on as it is. */
export type RawJson = { readonly json: string }
export const rawJson = (json: string): RawJson => ({ json })

/** A download: its pieces are written as the reader takes them. */
export type Download = {
  readonly download: AsyncIterable<string | Uint8Array>
  readonly fileName: string
  readonly mediaType: string
  /** Of a file that lies ready and does not change: what tells it from any other, and its size. */
  readonly kept?: { readonly checksum: string; readonly sizeBytes: number }
}

export type Answer<N extends CallName> = Api[N]['answers'] extends { 200: 'file' } ? Download : AnswerOf<Api[N]> | RawJson

/** A verb. One that has an `ask` is told what that learnt as `asked`; one with a `beforeFile` has the fields looked at before its file is read. */
export type Handler<N extends CallName> = ((call: Call<N>) => Promise<Answer<N>>) & {
  ask?: (call: Asking<N>) => Promise<unknown>
  beforeFile?: (call: Pick<Call<N>, 'services' | 'body' | 'now'>) => Promise<void>
}
/** All that is known before a write's transaction begins. */
export type Asking<N extends CallName> = Omit<Call<N>, 'db' | 'audit'>

/**
 * A verb that does something first, such as asking a card's bank: meanwhile no transaction is open and no connection is held. Not done when a
 * write was answered before; a refusal of `ask` is the refusal of the verb.
 */
export function asking<N extends CallName, T>(
  ask: (call: Asking<N>) => Promise<T>,
  verb: (call: Call<N>, asked: T) => Promise<Answer<N>>,
): Handler<N> {
  // What `ask` returned comes back to the verb beside it and to no other.
  const handler = (call: Call<N>) => verb(call, (call as Call<N> & { asked: T }).asked)
  return Object.assign(handler, { ask })
}
export type Handlers = { [N in CallName]: Handler<N> }
