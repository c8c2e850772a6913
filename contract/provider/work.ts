import { z } from 'zod/mini'
import { staffRoles } from '#domain/provider/staff'
import { workKinds } from '#domain/provider/workTargets'
import { products } from '#domain/sales/operations/states'
import { amount, hexId, instant } from '../platform/values.ts'
import { paperType } from '../merchants/documents.ts'
import { consoleCall } from './consoleCall.ts'

/** The provider's queue: all that waits for its staff. */
const workKind = z.enum(workKinds)

const workItem = z.strictObject({
  kind: workKind,
  /** What waits: the shop's id of an application, the account's of its documents, else the id of the thing itself. */
  id: hexId,
  accountId: z.nullable(hexId),
  merchantId: z.nullable(hexId),
  /** The company's name, else the shop's; empty for what belongs to no merchant. */
  merchantName: z.string(),
  facts: z.strictObject({
    /** Documents to review, and people with a share. */
    documents: z.optional(z.int()),
    owners: z.optional(z.int()),
    shop: z.optional(z.string()),
    papers: z.optional(z.array(paperType)),
    /** Masked. */
    iban: z.optional(z.string()),
    reference: z.optional(z.string()),
    amount: z.optional(amount),
    product: z.optional(z.enum(products)),
    /** The bank's reason, or why a webhook was turned off. */
    code: z.optional(z.nullable(z.string())),
    /** What a confirmation is about: the name of the call, and who requested it. */
    action: z.optional(z.string()),
    requestedBy: z.optional(z.string()),
    /** Violations that a proof of the books found. */
    count: z.optional(z.int()),
    /** Of a card dispute: whether the shop has answered. */
    answered: z.optional(z.boolean()),
    /** The kind of a message, or the host of a webhook. */
    what: z.optional(z.string()),
    error: z.optional(z.nullable(z.string())),
  }),
  since: instant,
  deadline: instant,
  owner: z.nullable(z.strictObject({ id: hexId, name: z.string(), isMe: z.boolean() })),
})
export type WorkItem = z.output<typeof workItem>

/** What waits, the earliest deadline first, at most 200; counts of all that wait by kind. */
export const consoleWork = consoleCall({
  name: 'consoleWork',
  method: 'GET',
  path: '/console/v1/work-queue',
  summary: 'Ver la bandeja',
  policy: { roles: staffRoles, secondPerson: 'never' },
  query: z.strictObject({ kind: z.optional(workKind), mine: z.optional(z.enum(['yes'])) }),
  answers: {
    200: z.strictObject({
      items: z.array(workItem),
      counts: z.array(z.strictObject({ kind: workKind, count: z.int() })),
      mine: z.int(),
      /** Of all: how many are due today in Madrid or late, and since when the oldest waits. */
      dueToday: z.int(),
      oldest: z.nullable(instant),
    }),
  },
  refusals: [],
})

const target = z.strictObject({ kind: workKind, id: hexId })

/** Takes an item: everybody sees who has it. Somebody else's is taken over. */
export const consoleWorkTake = consoleCall({
  name: 'consoleWorkTake',
  method: 'POST',
  path: '/console/v1/work-queue/take',
  summary: 'Llevar un asunto de la bandeja',
  policy: { roles: staffRoles, secondPerson: 'never' },
  body: target,
  answers: { 204: null },
  refusals: [],
})

/** Gives an item back, whoever has it. */
export const consoleWorkGiveBack = consoleCall({
  name: 'consoleWorkGiveBack',
  method: 'POST',
  path: '/console/v1/work-queue/give-back',
  summary: 'Devolver un asunto a la bandeja',
  policy: { roles: staffRoles, secondPerson: 'never' },
  body: target,
  answers: { 204: null },
  refusals: [],
})

/** Takes an item off the queue that nothing else ends (`closedByHand`). */
export const consoleWorkClose = consoleCall({
  name: 'consoleWorkClose',
  method: 'POST',
  path: '/console/v1/work-queue/close',
  summary: 'Dar por hecho un asunto de la bandeja',
  policy: { roles: ['reviewer', 'finance', 'risk', 'admin'], secondPerson: 'never' },
  body: z.strictObject({ kind: z.enum(['payout_returned', 'debit_returned', 'message_dead', 'webhook_off']), id: hexId }),
  answers: { 204: null },
  refusals: [],
})
