import { bankText, unreadLine, type Movement, type StatementFormat, type StatementParts } from './bankMovement.ts'
import {
  all,
  at,
  centsOf,
  dayAt,
  dayOf,
  elementsOf,
  localName,
  parseBankXml,
  pendingCodes,
  sides,
  signedAmount,
  textAt,
  type XmlElement,
} from './bankXml.ts'
import { addDays, type LocalDate } from '../../platform/dates.ts'
import { cents } from '../../platform/money.ts'

/** The three ISO 20022 messages with account movements: intraday report, statement, notification. */
export const camtMessages: Readonly<Record<string, { format: StatementFormat; part: string }>> = {
  BkToCstmrAcctRpt: { format: 'camt052', part: 'Rpt' },
  BkToCstmrStmt: { format: 'camt053', part: 'Stmt' },
  BkToCstmrDbtCdtNtfctn: { format: 'camt054', part: 'Ntfctn' },
}

/** Whether a text is one of these messages, with any namespace prefix. */
export const isCamt = (content: string): boolean => /<(?:[\w.-]+:)?BkToCstmr(?:AcctRpt|Stmt|DbtCdtNtfctn)[\s/>]/.test(content)

/** Parses a message of any version, ignoring namespace prefixes; null when it is not well formed. */
export function readCamt(content: string): (StatementParts & { format: StatementFormat }) | null {
  const parsed = parseBankXml(content)
  const root = 'root' in parsed ? parsed.root : null
  const message = root && [root, ...elementsOf(root)].find((one) => camtMessages[localName(one)] !== undefined)
  const known = message && camtMessages[localName(message)]
  if (!message || !known) return null
  const parts: StatementParts = { movements: [], unread: [], days: [] }
  for (const account of all(message, known.part)) {
    parts.days.push(...daysOf(account))
    const currency = textAt(account, 'Acct', 'Ccy')
    for (const entry of all(account, 'Ntry')) {
      const movements = movementsOf(entry, currency)
      if (movements) parts.movements.push(...movements)
      else parts.unread.push(unreadLine(null, entry.text))
    }
  }
  return { format: known.format, ...parts }
}

/** The days that a statement declares to cover. */
function daysOf(account: XmlElement): LocalDate[] {
  const to = textAt(account, 'FrToDt', 'ToDtTm')
  const last = dayOf(to)
  const balances = all(account, 'Bal').map((balance) => dayAt(balance, 'Dt'))
  // Midnight as the end belongs to the day before.
  const ends = last && /T00:00(?::00(?:\.0+)?)?(?:Z|[+-]|$)/.test(to) ? addDays(last, -1) : last
  return [dayOf(textAt(account, 'FrToDt', 'FrDtTm')), ends, ...balances].filter((day) => day !== null)
}

/** The movements of an entry: its amount, or those of its transactions if their sum equals it. Null when it cannot be parsed. */
function movementsOf(entry: XmlElement, accountCurrency: string): Movement[] | null {
  const sign = sides[textAt(entry, 'CdtDbtInd')]
  const amount = centsOf(at(entry, 'Amt'))
  const isPending = pendingCodes[textAt(entry, 'Sts')]
  const booked = dayAt(entry, 'BookgDt')
  const on = dayAt(entry, 'ValDt') ?? booked
  if (sign === undefined || amount === null || isPending === undefined || on === null) return null
  const currency = at(entry, 'Amt')?.attributes['Ccy'] ?? (accountCurrency || 'EUR')
  const transactions = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'))
  // A debit that reverses a payment has the reversal flag or a return reason.
  const isReturn = sign === -1 && transactions.some((transaction) => at(transaction, 'RtrInf') !== undefined)
  const isReversal = isReturn || ['true', '1'].includes(textAt(entry, 'RvslInd'))
  const common = { on, bookedOn: booked ?? on, currency, isPending, isReversal }
  const entryWords = [textAt(entry, 'AddtlNtryInf')]
  const entryRefs = refsOf([textAt(entry, 'AcctSvcrRef')])
  const parts = transactions.map((transaction) => ({
    amountCents: signedAmount(transaction, currency, sign),
    text: bankText(...wordsOf(transaction)) || bankText(...entryWords),
    refs: [...entryRefs, ...refsOf(identifiers.map((name) => textAt(transaction, 'Refs', name)))],
  }))
  const sum = parts.reduce<number>((total, part) => total + (part.amountCents ?? Number.NaN), 0)
  if (parts.length > 1 && sum === sign * amount)
    return parts.map(({ amountCents, ...part }) => ({ ...common, ...part, amountCents: amountCents ?? cents(0) }))
  const text = bankText(...transactions.flatMap(wordsOf), ...entryWords)
  return [{ ...common, amountCents: cents(sign * amount), text, refs: [...entryRefs, ...parts.flatMap(({ refs }) => refs)] }]
}

const identifiers = ['EndToEndId', 'TxId', 'InstrId', 'AcctSvcrRef']
const refsOf = (refs: readonly string[]) => refs.filter((ref) => ref.length >= 4 && !/^(?:NOTPROVIDED|0+)$/i.test(ref))

/** The texts of the payer and the banks: free text first, then structured references, names and identifiers. */
function wordsOf(transaction: XmlElement): string[] {
  const remittance = at(transaction, 'RmtInf')
  const structured = remittance ? all(remittance, 'Strd') : []
  const payers = ['Dbtr', 'UltmtDbtr'].map((name) => at(transaction, 'RltdPties', name))
  return [
    ...(remittance ? all(remittance, 'Ustrd').map(({ text }) => text) : []),
    ...structured.flatMap((one) => [textAt(one, 'CdtrRefInf', 'Ref'), textAt(one, 'RfrdDocInf', 'Nb'), textAt(one, 'AddtlRmtInf')]),
    ...payers.map((payer) => textAt(payer, 'Nm') || textAt(payer, 'Pty', 'Nm')),
    ...refsOf([textAt(transaction, 'Refs', 'EndToEndId')]),
    textAt(transaction, 'AddtlTxInf'),
  ]
}
