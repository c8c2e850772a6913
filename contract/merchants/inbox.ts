import { workKinds } from '#domain/merchants/inbox'
import { z } from 'zod/mini'
import { type AnswerOf, endpoint } from '../platform/endpoint.ts'
import { changesShop, everyone, operators, personal, readsShop } from '../platform/policy.ts'
import { amount, hexId, instant } from '../platform/values.ts'

/** Open items of a shop's people, derived from current state on every read. */
const path = '/v2/merchants/{merchantId}/inbox'

export const workKind = z.enum(workKinds)

const fact = {
  /** `kind:object`; one object is one item of its kind. */
  key: z.string(),
  kind: workKind,
  /**
   * What its button opens: an operation, a checkout's operation, a checkout whose customer asks for another one, a settlement, an account
   * or a report.
   */
  objectId: hexId,
  /** Its subject as text ready to show: a customer, a settlement's number, a masked account, a report; for documents their type. */
  subject: z.string(),
  /** The shop's own order number, if any. */
  reference: z.nullable(z.string()),
  /** The amount at stake; negative when the shop owes it. */
  amount: z.nullable(amount),
}

export const workItem = z.strictObject({
  ...fact,
  /** Its deadline; null: none. */
  deadline: z.nullable(instant),
  /** Since when it is open. */
  since: instant,
  /** Who looks after it. */
  owner: z.nullable(z.strictObject({ userId: hexId, name: z.string() })),
  /** Until when it is snoozed for the caller. */
  snoozedUntil: z.nullable(instant),
})
export type WorkItem = z.output<typeof workItem>

export const solvedItem = z.strictObject({
  ...fact,
  at: instant,
  /** How it was solved: by a person (in the panel, or through a plugin), by the customer, or by time. */
  way: z.enum(['person', 'customer', 'clock']),
  /** The person's first name; null when unknown. */
  by: z.nullable(z.string()),
})
export type SolvedItem = z.output<typeof solvedItem>

const inbox = z.strictObject({
  items: z.array(workItem),
  /** Items solved within a day, latest first. */
  solved: z.array(solvedItem),
  /** Colleagues who may be assigned items of this shop. */
  people: z.array(z.strictObject({ userId: hexId, name: z.string() })),
  /** Some kind has more items than are listed. */
  more: z.boolean(),
})
export type Inbox = z.output<typeof inbox>

export const inboxList = endpoint({
  name: 'inboxList',
  method: 'GET',
  path,
  summary: 'Lo que está por hacer',
  policy: { ...readsShop, roles: operators, right: null, clock: 'shop' },
  background: true,
  answers: { 200: inbox },
  refusals: [],
})

/** Assigns an item; null: to nobody in particular. */
export const inboxAssign = endpoint({
  name: 'inboxAssign',
  method: 'POST',
  path: `${path}/assign`,
  summary: 'Decir quién se ocupa',
  policy: { ...changesShop, roles: operators, right: null, clock: 'shop' },
  body: z.strictObject({ key: z.string().check(z.maxLength(80)), userId: z.nullable(hexId) }),
  answers: { 204: null },
  refusals: ['WorkSolved'],
})

/** Snoozes an item for the caller only; null ends the snooze. Refused when too little time would be left. */
export const inboxSnooze = endpoint({
  name: 'inboxSnooze',
  method: 'POST',
  path: `${path}/snooze`,
  summary: 'Dejar para después',
  policy: { ...changesShop, roles: operators, right: null, clock: 'shop' },
  body: z.strictObject({ key: z.string().check(z.maxLength(80)), snooze: z.nullable(z.enum(['hour', 'tomorrow', 'monday'])) }),
  answers: { 204: null },
  refusals: ['WorkSolved', 'SnoozeTooLong'],
})

/** Marks an item that no change of state closes as checked; it is solved for everybody. */
export const inboxCheck = endpoint({
  name: 'inboxCheck',
  method: 'POST',
  path: `${path}/check`,
  summary: 'Dar por comprobado',
  policy: { ...changesShop, roles: operators, right: null, clock: 'shop' },
  body: z.strictObject({ key: z.string().check(z.maxLength(80)) }),
  answers: { 204: null },
  refusals: ['WorkSolved'],
})

/** Open items of the caller in every shop that they may enter, of all their accounts; of each shop the most urgent ones. */
export const inboxEverywhere = endpoint({
  name: 'inboxEverywhere',
  method: 'GET',
  path: '/v2/me/inbox',
  summary: 'Lo que está por hacer en todas mis tiendas',
  policy: { ...personal, roles: everyone, right: null },
  background: true,
  answers: {
    200: z.strictObject({
      shops: z.array(
        z.strictObject({
          account: z.strictObject({ id: hexId, name: z.string() }),
          merchant: z.strictObject({ id: hexId, name: z.string() }),
          /** How many are open, or at least so many when `more`. */
          count: z.int(),
          more: z.boolean(),
          items: z.array(z.strictObject({ ...fact, deadline: z.nullable(instant), since: instant })),
        }),
      ),
    }),
  },
  refusals: [],
})
export type InboxEverywhere = AnswerOf<typeof inboxEverywhere>
