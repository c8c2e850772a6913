/** What waits for the provider's staff. */
export const workKinds = [
  'application',
  'document',
  'bank_account',
  'claim',
  'decision',
  'confirmation',
  'payout_returned',
  'payout_unanswered',
  'debit_returned',
  'proof_broken',
  'message_dead',
  'webhook_off',
  'credit_unpaid',
  'dispute',
  'bank_lines',
  'card_difference',
  'certificate_ends',
] as const
export type WorkKind = (typeof workKinds)[number]

/** Hours after which each kind is late, from when it began to wait. A confirmation, a decision and a dispute are late when they expire, whatever this says. */
export const workTargetHours: Readonly<Record<WorkKind, number>> = {
  application: 24,
  document: 48,
  bank_account: 24,
  claim: 72,
  decision: 24,
  confirmation: 24,
  payout_returned: 24,
  payout_unanswered: 24,
  debit_returned: 48,
  proof_broken: 8,
  message_dead: 8,
  webhook_off: 72,
  credit_unpaid: 24,
  dispute: 24,
  bank_lines: 24,
  card_difference: 24,
  // Begins to wait that long before it expires.
  certificate_ends: 30 * 24,
}

/** Kinds that nothing else ends: a member of staff says that they are done with. */
export const closedByHand: ReadonlySet<WorkKind> = new Set<WorkKind>(['payout_returned', 'debit_returned', 'message_dead', 'webhook_off'])

/** The instant until which something should be done. */
export const workDeadline = (kind: WorkKind, since: Date): Date => new Date(since.getTime() + workTargetHours[kind] * 3_600_000)
