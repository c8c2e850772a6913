import type { DecisionAnswer } from '#contract/sales/decisionEngine'

/**
 * Status of a direct debit. `unknown`: the bank never received it; `pending`: it will be charged; `booked`: it was charged; `rejected`: it was never
 * charged; `returned`: it was charged and refunded.
 */
export type DebitReportState = 'unknown' | 'pending' | 'booked' | 'rejected' | 'returned'

/**
 * The bank's report on one debit, by our end-to-end id. `amountCents`: the charged amount, null if not reported. `code`: the reason of a rejection or
 * return (ISO 20022), else null.
 */
export type DebitReport = { endToEndId: string; state: DebitReportState; amountCents: number | null; at: Date | null; code: string | null }

/** Whether the bank said that it has a file, or it was handed over and the bank will say so later. */
export type FileTaken = 'accepted' | 'handed_over'

/**
 * The bank that executes our direct debits. Every call may throw `ProviderUnreachable`: then its outcome is unknown, and it may be repeated. A bank
 * charges an end-to-end id once, however often it is sent.
 */
export type BankDebits = {
  /** The provider's account that receives the debits. */
  iban: string
  /** As of transfers. */
  handsOver: 'folder' | 'person' | null
  /** Sends a file of debits (pain.008.001.08), accepted as a whole or not at all; the same message id is the same file. */
  send(file: { messageId: string; xml: string }): Promise<FileTaken>
  /** The status of debits at an instant. Reports may be duplicated or missing; a missing one does not mean `unknown`. */
  reports(endToEndIds: readonly string[], now: Date): Promise<DebitReport[]>
}

/** Status of a transfer. `unknown`: the bank never received it; `pending`: it will be booked; `returned`: the money came back. */
type TransferState = 'unknown' | 'pending' | 'booked' | 'returned'

/** The bank's report on one transfer, by our end-to-end id. `code`: the reason of a return (ISO 20022), else null. */
export type TransferReport = { endToEndId: string; state: TransferState; at: Date | null; code: string | null }

/**
 * The bank that executes our transfers. Every call may throw `ProviderUnreachable`: then its outcome is unknown, and it may be repeated. A bank pays an
 * end-to-end id once, however often it is sent.
 */
export type BankTransfers = {
  /** The provider's account that pays the transfers. */
  iban: string
  /** How files are handed over where the bank cannot be asked: into a folder, or by a person. Null: the bank answers by itself. */
  handsOver: 'folder' | 'person' | null
  /** Sends a file of transfers (pain.001.001.09), accepted as a whole or not at all; the same message id is the same file. */
  send(file: { messageId: string; xml: string }): Promise<FileTaken>
  /** The status of transfers at an instant; reports may be missing or duplicated. */
  reports(endToEndIds: readonly string[], now: Date): Promise<TransferReport[]>
}

/** Why an external engine gave no answer that counts. */
type EngineProblem = 'unreachable' | 'timed_out' | 'status' | 'signature' | 'malformed' | 'circuit_open'

/** The engine did not answer, or not in a way that counts: a retry with the same id may find out. */
export class EngineFailure extends Error {
  override name = 'EngineFailure'
  readonly problem: EngineProblem

  constructor(problem: EngineProblem, options?: ErrorOptions) {
    super(`the decision engine gave no answer: ${problem}`, options)
    this.problem = problem
  }
}

/**
 * Decides on credit instead of the rules (docs/decision.md). Idempotent by the id of the request. Must not be called with a lock held. Throws
 * `EngineFailure`.
 */
export type DecisionEngine = {
  /** False for a while after several failures in a row: nobody is made to wait for it. */
  isAvailable(): boolean
  /** `body`: the request as JSON (`contract/sales/decisionEngine.ts`), the same at every attempt. */
  ask(request: { id: string; body: string }): Promise<DecisionAnswer>
}

/** The partner did not answer in time: the outcome is unknown, and a retry with the same id finds out. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}
