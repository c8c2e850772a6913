/**
 * What became of a direct debit. `unknown`: the bank never heard of it; `pending`: it will be charged; `booked`: the money is ours; `rejected`: it
 * was never charged; `returned`: it was, and the money went back.
 */
export type DebitReportState = 'unknown' | 'pending' | 'booked' | 'rejected' | 'returned'

/**
 * The bank's word on one debit, named by our end-to-end id. `amountCents`: what it charges; null where it does not say. `code`: why it was refused or
 * given back (ISO 20022), else null.
 */
export type DebitReport = { endToEndId: string; state: DebitReportState; amountCents: number | null; at: Date | null; code: string | null }

/**
 * What we need of the bank that charges shops for us. Every call may throw `ProviderUnreachable`: then nobody knows whether it was
 * heard, and it may be repeated. A bank charges an end-to-end id once, however often it is told.
 */
export type BankDebits = {
  /** The provider's own account, that debits are paid to. */
  iban: string
  /** Hands in a file of debits (pain.008.001.08), whole or not at all; the same message id is the same file. */
  send(file: { messageId: string; xml: string }): Promise<void>
  /** What is known of debits at an instant; answers may come twice, or be missing: that says nothing, least of all that the bank never heard. */
  reports(endToEndIds: readonly string[], now: Date): Promise<DebitReport[]>
}
