import { all, at, centsOf, dayOf, instantOf, textAt, type XmlElement } from '../bankStatement/bankXml.ts'
import { isId, type OrderGroup, type StatusFile, type StatusLine, UnreadableStatusFile } from './statusLine.ts'

type Status = 'pending' | 'executed' | 'rejected'

/** The codes of a status (ExternalPaymentTransactionStatus and the like); `PART` says that the parts differ. */
const statuses: Readonly<Record<string, Status | 'mixed'>> = {
  RCVD: 'pending',
  ACTC: 'pending',
  ACCP: 'pending',
  ACSP: 'pending',
  ACWC: 'pending',
  ACWP: 'pending',
  ACFC: 'pending',
  PATC: 'pending',
  PDNG: 'pending',
  PRES: 'pending',
  ACSC: 'executed',
  ACCC: 'executed',
  RJCT: 'rejected',
  CANC: 'rejected',
  PART: 'mixed',
}

type Level = { status: Status | 'mixed' | null; code: string | null; text: string }

/** The status of a group, block or order; what its own element does not say is as above it. */
function levelOf(element: XmlElement | undefined, name: string, above: Level): Level {
  const text = textAt(element, name)
  if (text === '') return above
  const status = statuses[text]
  if (status === undefined) throw new UnreadableStatusFile('bankFileStatus', { code: text.slice(0, 20) })
  const reason = at(element, 'StsRsnInf')
  const code = textAt(reason, 'Rsn', 'Cd') || textAt(reason, 'Rsn', 'Prtry')
  const infoLines = reason ? all(reason, 'AddtlInf').map((one) => one.text) : []
  return { status, code: codeOf(code) ?? (above.status === status ? above.code : null), text: infoLines.join(' ').trim().slice(0, 300) }
}

/** A reason of four signs; proprietary longer ones are kept in the text. */
export const codeOf = (text: string): string | null => (/^[A-Z0-9]{2,4}$/.test(text) ? text : null)

const none: Level = { status: null, code: null, text: '' }

/** A status report, pain.002 of version 3 or later: lines for the message, its blocks and each order, as far as the report speaks of them. */
export function readStatusReport(message: XmlElement): Omit<StatusFile, 'format' | 'version'> {
  const header = at(message, 'GrpHdr')
  const created = textAt(header, 'CreDtTm')
  const group = at(message, 'OrgnlGrpInfAndSts')
  const messageId = textAt(group, 'OrgnlMsgId')
  if (!group || messageId === '') throw new UnreadableStatusFile('bankFileMessage')
  const whole = levelOf(group, 'GrpSts', none)
  const common = { textReferences: [], isReturn: false, currency: 'EUR', bookedOn: dayOf(created), bookedAt: instantOf(created) }
  const lineOf = (level: Level, of: Pick<StatusLine, 'references' | 'group' | 'amountCents'>, currency = 'EUR'): StatusLine[] => {
    const { status, code, text } = level
    return status === null || status === 'mixed' ? [] : [{ ...common, ...of, currency, status, code, text }]
  }
  const groupLine = (level: Level, of: OrderGroup) => lineOf(level, { references: [], group: of, amountCents: null })

  const lines = groupLine(whole, { messageId, paymentId: '', references: [] })
  const blocks = all(message, 'OrgnlPmtInfAndSts')
  for (const block of blocks) {
    const paymentId = textAt(block, 'OrgnlPmtInfId')
    const own = levelOf(block, 'PmtInfSts', none)
    if (own.status !== null) lines.push(...groupLine(own, { messageId, paymentId, references: [] }))
    for (const transaction of all(block, 'TxInfAndSts')) {
      const level = levelOf(transaction, 'TxSts', own.status === null ? whole : own)
      const references = ['OrgnlEndToEndId', 'OrgnlInstrId'].map((name) => textAt(transaction, name)).filter(isId)
      if (references.length === 0 || level.status === null || level.status === 'mixed')
        throw new UnreadableStatusFile('bankFileEntry', { entry: references[0] ?? paymentId })
      const amount = at(transaction, 'OrgnlTxRef', 'Amt', 'InstdAmt')
      lines.push(...lineOf(level, { references, group: null, amountCents: centsOf(amount) }, amount?.attributes['Ccy']))
    }
  }
  if (lines.length === 0 && blocks.length === 0 && whole.status === null) throw new UnreadableStatusFile('bankFileMessage')
  const taken = whole.status === null ? null : whole.status !== 'rejected'
  return { messageId: textAt(header, 'MsgId'), accounts: [], original: { messageId, taken }, lines }
}
