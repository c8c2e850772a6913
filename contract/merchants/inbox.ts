import { workKinds } from '#domain/merchants/inbox'
import { z } from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { changesShop, operators, readsShop } from '../platform/policy.ts'
import { amount, hexId, instant } from '../platform/values.ts'

/** What waits for a shop's people, read from the state of things every time. */
const path = '/v2/merchants/{merchantId}/inbox'

export const workKind = z.enum(workKinds)

const fact = {
  /** `kind:object`; one fact is one item, whoever finds it. */
  key: z.string(),
  kind: workKind,
  /** What its button opens: an operation, a checkout's operation, a checkout whose customer asks for another one, a settlement, an account or a report. */
  objectId: hexId,
  /** Whom or what it is about, as text ready to show: a customer, a settlement's number, an account without its middle, a report; of papers their type. */
  subject: z.string(),
  /** The shop's own order number, where there is one. */
  reference: z.nullable(z.string()),
  /** Money at stake; negative where the shop owes. */
  amount: z.nullable(amount),
}

export const workItem = z.strictObject({
  ...fact,
  /** Until when; null: nothing is lost by time alone. */
  deadline: z.nullable(instant),
  /** Since when it is so. */
  since: instant,
  /** Who looks after it. */
  owner: z.nullable(z.strictObject({ userId: hexId, name: z.string() })),
  /** Until when it rests for the caller. */
  snoozedUntil: z.nullable(instant),
})
export type WorkItem = z.output<typeof workItem>

export const solvedItem = z.strictObject({
  ...fact,
  at: instant,
  /** How it ended: by a person (of the panel, or behind a plugin), by the customer, by the clock. */
  way: z.enum(['person', 'customer', 'clock']),
  /** The person's first name; null where none is known. */
  by: z.nullable(z.string()),
})
export type SolvedItem = z.output<typeof solvedItem>

const inbox = z.strictObject({
  items: z.array(workItem),
  /** What ended within a day, the latest first. */
  solved: z.array(solvedItem),
  /** Colleagues who may look after items of this shop. */
  people: z.array(z.strictObject({ userId: hexId, name: z.string() })),
  /** There are more of some kind than are told. */
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

/** Says who looks after an item; null: nobody in particular. */
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

/** Lets an item rest for the caller alone; null wakes it. Refused when too little time would be left. */
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

/** Says that somebody has looked at what no change of state ends; it is solved for everybody. */
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
