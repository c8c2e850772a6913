import type { LocalDate } from '../../platform/dates.ts'
import type { Cents } from '../../platform/money.ts'

/** The messages of ISO 20022 that are read: status report of payments; intraday report, statement and notification of an account. */
export const statusFormats = ['pain002', 'camt052', 'camt053', 'camt054'] as const
export type StatusFormat = (typeof statusFormats)[number]

/** What a bank did with one of our orders. `rejected`: it was never executed; `returned`: the money came back after it was. */
export const bankOutcomes = ['pending', 'executed', 'rejected', 'returned'] as const
export type BankOutcome = (typeof bankOutcomes)[number]

/** Several orders at once: all of a message, all of one of its payment blocks, or these; `references` is empty for the former two. */
export type OrderGroup = { messageId: string; paymentId: string; references: readonly string[] }

/** What a bank's file says of one order, of a group of them, or of one movement of the account. */
export type StatusLine = {
  /** Ids by which the bank names an order of ours. */
  references: readonly string[]
  /** Words of the remittance text that may be such an id; anybody can write them. */
  textReferences: readonly string[]
  /** Null: one order or movement. */
  group: OrderGroup | null
  /** What a status report says, or an announced movement; null: a booked movement, whose direction says it. */
  status: 'pending' | 'executed' | 'rejected' | null
  /** Whether a movement is marked as the return or reversal of an earlier one. */
  isReturn: boolean
  /** Of a movement of the account, negative: out of it. Null: not said. */
  amountCents: Cents | null
  currency: string
  bookedOn: LocalDate | null
  /** Null: only the day is known. */
  bookedAt: Date | null
  code: string | null
  text: string
}

/** A file of a bank, read whole. */
export type StatusFile = {
  format: StatusFormat
  /** Version of the message, such as 8; null: not declared. */
  version: number | null
  messageId: string
  /** Accounts whose movements are in it, without blanks; empty for a status report. */
  accounts: readonly string[]
  /** Of a status report: the message of ours that it is about, and whether the bank has taken or rejected it as a whole. */
  original: { messageId: string; taken: boolean | null } | null
  lines: readonly StatusLine[]
}

/** Why a file is not read, none of it. */
const statusProblems = [
  'bankFileEmpty',
  'bankFileLarge',
  'bankFileBinary',
  'bankFileDtd',
  'bankFileMalformed',
  'bankFileKind',
  'bankFileVersion',
  'bankFileMessage',
  'bankFileEntry',
  'bankFileStatus',
  'bankFileAccount',
  'bankFileLines',
] as const
type StatusProblem = (typeof statusProblems)[number]

/** A file that cannot be read, with the values of its sentence. */
export class UnreadableStatusFile extends Error {
  override name = 'UnreadableStatusFile'
  readonly problem: StatusProblem
  readonly values: Record<string, string>

  constructor(problem: StatusProblem, values: Record<string, string> = {}) {
    super(problem)
    this.problem = problem
    this.values = values
  }
}

/** Ids that say nothing. */
export const isId = (text: string): boolean => text.length >= 4 && text.length <= 35 && !/^(?:NOTPROVIDED|NONREF|0+)$/i.test(text)
