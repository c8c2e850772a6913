import { bankText } from '../bankStatement/bankMovement.ts'
import { all, at, centsOf, dayAt, instantOf, pendingCodes, sides, signedAmount, textAt, type XmlElement } from '../bankStatement/bankXml.ts'
import { cents, type Cents } from '../../platform/money.ts'
import { codeOf } from './statusReport.ts'
import { isId, type StatusLine, UnreadableStatusFile } from './statusLine.ts'

/** The account of a statement or notification, without blanks. */
export const accountOf = (statement: XmlElement): string =>
  (textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id')).replaceAll(/\s/g, '').toUpperCase()

type Entry = Pick<StatusLine, 'status' | 'currency' | 'bookedOn' | 'bookedAt'> & {
  sign: 1 | -1
  amountCents: Cents
  isReversal: boolean
  text: string
}

/** The movements of one account, each order of a batch by itself. Throws UnreadableStatusFile: a file is not read in part. */
export function movementLines(statement: XmlElement): StatusLine[] {
  const currency = textAt(statement, 'Acct', 'Ccy')
  return all(statement, 'Ntry').flatMap((entry, index) => {
    const read = entryOf(entry, currency)
    if (!read) throw new UnreadableStatusFile('bankFileEntry', { entry: String(index + 1) })
    return linesOf(entry, read)
  })
}

function entryOf(entry: XmlElement, accountCurrency: string): Entry | null {
  const sign = sides[textAt(entry, 'CdtDbtInd')]
  const amount = at(entry, 'Amt')
  const amountCents = centsOf(amount)
  const isPending = pendingCodes[textAt(entry, 'Sts')]
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  if (sign === undefined || amountCents === null || isPending === undefined || (bookedOn === null && !isPending)) return null
  return {
    sign,
    amountCents,
    bookedOn,
    bookedAt: instantOf(textAt(entry, 'BookgDt', 'DtTm')),
    status: isPending ? 'pending' : null,
    currency: amount?.attributes['Ccy'] ?? (accountCurrency || 'EUR'),
    isReversal: ['true', '1'].includes(textAt(entry, 'RvslInd')),
    text: textAt(entry, 'AddtlNtryInf'),
  }
}

/** An entry with its transactions; a batch without them, or without their amounts, is a group. */
function linesOf(entry: XmlElement, read: Entry): StatusLine[] {
  const { sign, amountCents: whole, status, currency, bookedOn, bookedAt } = read
  const common = { status, currency, bookedOn, bookedAt }
  const details = all(entry, 'NtryDtls')
  const transactions = details.flatMap((one) => all(one, 'TxDtls'))
  const batch = details.map((one) => at(one, 'Btch')).find((one) => one !== undefined)
  const parts = transactions.map((transaction) => partOf(transaction, read))
  const [only] = parts
  const text = bankText(...parts.map((part) => part.text), read.text)
  const groupOf = (ids: XmlElement | undefined, references: readonly string[]): StatusLine => ({
    ...common,
    references: [],
    textReferences: [],
    group: { messageId: textAt(ids, 'MsgId'), paymentId: textAt(ids, 'PmtInfId'), references },
    isReturn: parts.some(({ isReturn }) => isReturn) || read.isReversal,
    amountCents: cents(sign * whole),
    code: only?.code ?? null,
    text,
  })
  if (parts.length > 1) {
    const sum = parts.reduce((total, part) => total + (part.amountCents ?? Number.NaN), 0)
    if (sum === sign * whole) return parts.map((part) => ({ ...common, ...part }))
    return [
      groupOf(
        batch,
        parts.flatMap(({ references }) => references.slice(0, 1)),
      ),
    ]
  }
  if (only && only.references.length > 0) return [{ ...common, ...only, amountCents: only.amountCents ?? cents(sign * whole) }]
  const ids = [at(transactions[0], 'Refs'), batch].find((one) => textAt(one, 'PmtInfId') !== '' || textAt(one, 'MsgId') !== '')
  if (ids) return [groupOf(ids, [])]
  return [
    {
      ...common,
      references: [textAt(entry, 'NtryRef'), textAt(entry, 'AcctSvcrRef')].filter(isId),
      textReferences: wordsLikeIds(text),
      group: null,
      isReturn: only?.isReturn ?? read.isReversal,
      amountCents: cents(sign * whole),
      code: only?.code ?? null,
      text,
    },
  ]
}

/** One transaction of an entry. */
function partOf(
  transaction: XmlElement,
  { sign, currency, isReversal, text: entryText }: Entry,
): Omit<StatusLine, 'status' | 'currency' | 'bookedOn' | 'bookedAt'> {
  const refs = at(transaction, 'Refs')
  const back = at(transaction, 'RtrInf')
  const remittance = at(transaction, 'RmtInf')
  const words = [
    ...(remittance ? all(remittance, 'Ustrd').map((one) => one.text) : []),
    ...(remittance ? all(remittance, 'Strd').map((one) => textAt(one, 'CdtrRefInf', 'Ref')) : []),
    ...['Dbtr', 'Cdtr'].map((name) => {
      const party = at(transaction, 'RltdPties', name)
      return textAt(party, 'Nm') || textAt(party, 'Pty', 'Nm')
    }),
    textAt(transaction, 'AddtlTxInf'),
  ]
  const text = bankText(...words, ...(words.every((one) => one === '') ? [entryText] : []))
  return {
    references: ['EndToEndId', 'InstrId'].map((name) => textAt(refs, name)).filter(isId),
    textReferences: wordsLikeIds(text),
    group: null,
    isReturn: back !== undefined || isReversal,
    amountCents: signedAmount(transaction, currency, sign),
    code: codeOf(textAt(back, 'Rsn', 'Cd') || textAt(back, 'Rsn', 'Prtry')),
    text,
  }
}

/** Words of a text that look like a reference of ours, such as LIQ-2026-000123-2. */
const wordsLikeIds = (text: string): string[] =>
  [...new Set(text.toUpperCase().match(/\b[A-Z]{3}-[A-Z0-9]{4,20}(?:-[A-Z0-9]{1,12}){0,2}\b/g) ?? [])].slice(0, 5)
