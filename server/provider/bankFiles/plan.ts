import { type OpenReason, outcomeOf } from '#domain/money/bankStatus/judgeStatus'
import { readStatusFile } from '#domain/money/bankStatus/readStatusFile'
import { type BankOutcome, type StatusFile, type StatusLine, UnreadableStatusFile } from '#domain/money/bankStatus/statusLine'
import { cents } from '#domain/platform/money'
import { madridDay, startOfMadridDay } from '#domain/platform/dates'
import type { Services } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { withScope } from '../../platform/database/withScope.ts'
import { findOrders, type FoundOrder, readOrder, type SentOrder, sentOrders } from './orders.ts'

/** A line with the order that it is about, as it is stored. */
export type PlannedLine = Pick<StatusLine, 'code' | 'amountCents' | 'currency' | 'bookedOn' | 'text'> & {
  order: FoundOrder | null
  reference: string
  outcome: BankOutcome | null
  happenedAt: Date
  result: 'waiting' | 'noted' | 'open'
  why: OpenReason | null
}

type PlannedFile = { file: StatusFile; lines: PlannedLine[] }

/** The provider's own accounts, whose movements are read. */
const ownAccounts = ({ payments }: Pick<Services, 'payments'>): string[] => [...new Set([payments.transfers.iban, payments.debits.iban])]

/** Reads a file whole. Refuses with ProviderActionNotAllowed what cannot be read. */
export function readOrRefuse(bytes: Uint8Array, services: Pick<Services, 'payments'>): StatusFile {
  try {
    return readStatusFile(bytes, ownAccounts(services))
  } catch (error) {
    if (error instanceof UnreadableStatusFile) throw new Refusal('ProviderActionNotAllowed', { why: error.problem, values: error.values })
    throw error
  }
}

/** Finds the orders that the lines of a file are about; a line about several becomes one for each. Writes nothing. */
export async function planFile(db: Connection, file: StatusFile, now: Date): Promise<PlannedFile> {
  const ids = [
    ...new Set(
      file.lines.flatMap(({ references, textReferences, group }) => [...references, ...textReferences, ...(group?.references ?? [])]),
    ),
  ]
  const orders = await findOrders(db, ids)
  const mentioned = new Set([
    ...file.lines.flatMap(({ references }) => references.slice(0, 1)),
    ...file.lines.flatMap(({ group }) => group?.paymentId || []),
  ])
  const lines: PlannedLine[] = []
  for (const line of file.lines)
    lines.push(...(line.group ? await groupLines(db, line, { group: line.group, mentioned, now }) : [oneLine(line, orders, now)]))
  return { file, lines }
}

/** The instant of a movement of which only the day is known: noon, or now if that is earlier. */
function instantOf({ bookedAt, bookedOn }: StatusLine, now: Date): Date {
  const at = bookedAt ?? (bookedOn && bookedOn < madridDay(now) ? new Date(startOfMadridDay(bookedOn).getTime() + 12 * 3_600_000) : now)
  return at < now ? at : now
}

const common = (line: StatusLine, now: Date) => {
  const { code, amountCents, currency, bookedOn, text } = line
  return { code, amountCents, currency, bookedOn, text, happenedAt: instantOf(line, now) }
}

const matched = (line: StatusLine, order: FoundOrder, now: Date): PlannedLine => {
  const outcome = outcomeOf(order.kind, line)
  const result = outcome === 'pending' ? 'noted' : 'waiting'
  return { ...common(line, now), order, reference: order.reference, outcome, result, why: null }
}

/** A line that belongs to no order of ours: an announcement is noted, anything else is left to staff. */
function unmatched(line: StatusLine, why: OpenReason, now: Date): PlannedLine {
  const reference = line.references[0] ?? line.textReferences[0] ?? line.group?.messageId ?? ''
  const isNoted = line.status === 'pending'
  return {
    ...common(line, now),
    order: null,
    reference: reference.slice(0, 35),
    outcome: line.status,
    result: isNoted ? 'noted' : 'open',
    why: isNoted ? null : why,
  }
}

/** What anybody can write into a text matches an order only where money goes the order's own way. */
function oneLine(line: StatusLine, orders: ReadonlyMap<string, FoundOrder>, now: Date): PlannedLine {
  const named = line.references.map((id) => orders.get(id)).find((order) => order !== undefined)
  if (named) return matched(line, named, now)
  const namedOrder = line.textReferences.map((id) => orders.get(id)).find((order) => order !== undefined)
  if (namedOrder && !line.isReturn && outcomeOf(namedOrder.kind, line) === 'executed') return matched(line, namedOrder, now)
  return unmatched(line, 'unknown', now)
}

/** `mentioned`: orders and payment blocks of which the file speaks by themselves. */
type Grouped = { group: NonNullable<StatusLine['group']>; mentioned: ReadonlySet<string>; now: Date }

/** The ids of a payment block are those of its message with a number. */
const messageOf = ({ messageId, paymentId }: Grouped['group']) => (messageId === '' ? paymentId.replace(/-\d{1,4}$/, '') : messageId)

/**
 * The orders of a message, of one of its blocks, or of a batch: each as a line of its own, without those that the file speaks of by themselves. A batch
 * whose amount is not the sum of its orders is for staff.
 */
async function groupLines(db: Connection, line: StatusLine, { group, mentioned, now }: Grouped): Promise<PlannedLine[]> {
  // The bank has a file, or an announced batch: nothing follows for its orders.
  if (line.status === 'pending') return [unmatched({ ...line, references: [group.paymentId || group.messageId] }, 'message', now)]
  const all = await sentOrders(db, messageOf(group))
  const inBlock = all?.filter(({ paymentId }) => group.paymentId === '' || paymentId === group.paymentId)
  const members = group.references.length > 0 ? await listed(db, group.references) : inBlock
  if (!members || members.length === 0) return [unmatched({ ...line, references: [group.paymentId || group.messageId] }, 'message', now)]
  const sum = members.reduce((total, { amountCents }) => total + amountCents, 0)
  if (line.amountCents !== null && Math.abs(line.amountCents) !== sum) return [unmatched(line, 'amount', now)]
  const orders = await findOrders(
    db,
    members.map(({ reference }) => reference),
  )
  const sign = Math.sign(line.amountCents ?? 1)
  return members
    .filter(
      ({ reference, paymentId }) =>
        line.status === null || !(mentioned.has(reference) || (group.paymentId === '' && mentioned.has(paymentId))),
    )
    .map(({ reference, amountCents }) => {
      const own = { ...line, references: [reference], amountCents: cents(sign * amountCents) }
      const order = orders.get(reference)
      return order ? matched(own, order, now) : unmatched(own, 'unknown', now)
    })
}

/** Orders that a batch names without their amounts. Undefined: not all of them are known. */
async function listed(db: Connection, references: readonly string[]): Promise<SentOrder[] | undefined> {
  const ordersByReference = await findOrders(db, references)
  if (ordersByReference.size < new Set(references).size) return undefined
  const orders: SentOrder[] = []
  for (const order of ordersByReference.values()) {
    const { amountCents } = await withScope(db, mintScope(order.merchantId, 'live'), () => readOrder(db, order))
    orders.push({ reference: order.reference, paymentId: '', amountCents: amountCents ?? cents(0) })
  }
  return orders
}
