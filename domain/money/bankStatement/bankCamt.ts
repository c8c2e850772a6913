import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { bankText, unreadLine, type Movement, type StatementFormat, type StatementParts } from './bankMovement.ts'
import { addDays, isLocalDate, madridDay, type LocalDate } from '../../platform/dates.ts'
import { cents, type Cents } from '../../platform/money.ts'

/** The three ISO 20022 messages with account movements: intraday report, statement, notification. */
const messages: Readonly<Record<string, { format: StatementFormat; part: string }>> = {
  BkToCstmrAcctRpt: { format: 'camt052', part: 'Rpt' },
  BkToCstmrStmt: { format: 'camt053', part: 'Stmt' },
  BkToCstmrDbtCdtNtfctn: { format: 'camt054', part: 'Ntfctn' },
}

/** Whether a text is one of these messages, with any namespace prefix. */
export const isCamt = (content: string): boolean => /<(?:[\w.-]+:)?BkToCstmr(?:AcctRpt|Stmt|DbtCdtNtfctn)[\s/>]/.test(content)

const localName = ({ name }: XmlElement) => name.slice(name.indexOf(':') + 1)
const elementsOf = (parent: XmlElement): XmlElement[] => parent.children.filter((node) => node instanceof XmlElement)
const all = (parent: XmlElement, name: string) => elementsOf(parent).filter((one) => localName(one) === name)

/** The first element at a path of element names. */
function at(parent: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = parent
  for (const name of path) found = found && elementsOf(found).find((one) => localName(one) === name)
  return found
}
const textAt = (parent: XmlElement | undefined, ...path: readonly string[]) => at(parent, ...path)?.text.trim() ?? ''

/** Parses a message of any version, ignoring namespace prefixes; null when it is not well formed. */
export function readCamt(content: string): (StatementParts & { format: StatementFormat }) | null {
  const root = rootOf(content)
  const message = root && [root, ...elementsOf(root)].find((one) => messages[localName(one)] !== undefined)
  const known = message && messages[localName(message)]
  if (!message || !known) return null
  const found: StatementParts = { movements: [], unread: [], days: [] }
  for (const account of all(message, known.part)) {
    found.days.push(...daysOf(account))
    const currency = textAt(account, 'Acct', 'Ccy')
    for (const entry of all(account, 'Ntry')) {
      const movements = movementsOf(entry, currency)
      if (movements) found.movements.push(...movements)
      else found.unread.push(unreadLine(null, entry.text))
    }
  }
  return { format: known.format, ...found }
}

function rootOf(content: string): XmlElement | null {
  try {
    return parseXml(content.replace(/[\s\u001a]+$/, '')).root
  } catch {
    return null // truncated, or nested more deeply than any bank's file
  }
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

/** A date, or the day in Madrid of an instant with a time zone. */
function dayOf(text: string): LocalDate | null {
  if (/T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) {
    const instant = new Date(text)
    return Number.isNaN(instant.getTime()) ? null : madridDay(instant)
  }
  const day = text.slice(0, 10)
  return isLocalDate(day) ? day : null
}
const dayAt = (parent: XmlElement, name: string) => dayOf(textAt(parent, name, 'Dt') || textAt(parent, name, 'DtTm'))

/** `1083.68`: with the decimals that the standard allows, but not fractions of a cent. */
function centsOf(amount: XmlElement | undefined): Cents | null {
  const [, whole, decimals = ''] = /^\+?(\d{1,13})(?:\.(\d{0,2})0*)?$/.exec(amount?.text.trim() ?? '') ?? []
  return whole === undefined ? null : cents(Number(whole + decimals.padEnd(2, '0')))
}

const sides: Readonly<Record<string, 1 | -1>> = { CRDT: 1, DBIT: -1 }
/** `INFO`, `PDNG` and `FUTR` are announcements; before version 4 the code is in `Sts` itself. */
const pendingCodes: Readonly<Record<string, boolean>> = { '': false, BOOK: false, PDNG: true, INFO: true, FUTR: true }

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

/** A transaction's amount in the account's currency, not the instructed amount in another one. */
function signedAmount(transaction: XmlElement, currency: string, entrySign: 1 | -1): Cents | null {
  const amounts = [at(transaction, 'Amt'), ...['TxAmt', 'CntrValAmt', 'InstdAmt'].map((name) => at(transaction, 'AmtDtls', name, 'Amt'))]
  const amount = centsOf(amounts.find((one) => one?.attributes['Ccy'] === currency))
  const sign = sides[textAt(transaction, 'CdtDbtInd')] ?? entrySign
  return amount === null ? null : cents(sign * amount)
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
