/** What became of a transfer. `unknown`: the bank never heard of it; `pending`: it will be booked; `returned`: the money came back. */
export type TransferState = 'unknown' | 'pending' | 'booked' | 'returned'

/** The bank's word on one transfer, named by our end-to-end id. `code`: why it came back (ISO 20022), else null. */
export type TransferReport = { endToEndId: string; state: TransferState; at: Date | null; code: string | null }

/**
 * What we need of the bank that holds the provider's money. Every call may throw `ProviderUnreachable`: then nobody knows whether
 * it was heard, and it may be repeated. A bank pays an end-to-end id once, however often it is told.
 */
export type BankTransfers = {
  /** The provider's own account, that transfers leave from. */
  iban: string
  /** Hands in a file of transfers (pain.001.001.09), whole or not at all; the same message id is the same file. */
  send(file: { messageId: string; xml: string }): Promise<void>
  /** What is known of transfers at an instant; answers may be missing, or come twice. */
  reports(endToEndIds: readonly string[], now: Date): Promise<TransferReport[]>
}
