import { camtMessages } from '../bankStatement/bankCamt.ts'
import { all, at, elementsOf, localName, parseBankXml, textAt, type XmlElement } from '../bankStatement/bankXml.ts'
import { decodeFile } from '../../platform/decodeFile.ts'
import { accountOf, movementLines } from './accountMovements.ts'
import { type StatusFile, type StatusFormat, UnreadableStatusFile } from './statusLine.ts'
import { readStatusReport } from './statusReport.ts'

/** The largest file that is read, in bytes. */
export const MAX_STATUS_BYTES = 2_000_000
/** The most that a file may say. */
const MAX_STATUS_LINES = 5_000

/** The oldest version of each message whose elements are the ones that are read. */
const oldest: Readonly<Record<StatusFormat, number>> = { pain002: 3, camt052: 2, camt053: 2, camt054: 2 }

/**
 * Reads a bank's file of statuses or movements whole, of any version and with any prefix. `own`: the accounts whose movements are read; those of others in
 * the same file are left out. Throws UnreadableStatusFile.
 */
export function readStatusFile(bytes: Uint8Array, own: readonly string[]): StatusFile {
  if (bytes.length > MAX_STATUS_BYTES) throw new UnreadableStatusFile('bankFileLarge', { most: String(MAX_STATUS_BYTES / 1_000_000) })
  const decoded = decodeFile(bytes)
  if ('problem' in decoded) throw new UnreadableStatusFile(decoded.problem === 'empty' ? 'bankFileEmpty' : 'bankFileBinary')
  if (decoded.text.trim() === '') throw new UnreadableStatusFile('bankFileEmpty')
  if (!/^[\uFEFF\s]*</.test(decoded.text)) throw new UnreadableStatusFile('bankFileKind')
  const parsed = parseBankXml(decoded.text)
  if ('problem' in parsed) throw new UnreadableStatusFile(parsed.problem === 'dtd' ? 'bankFileDtd' : 'bankFileMalformed')
  const file = messageOf(parsed.root, own)
  if (file.lines.length > MAX_STATUS_LINES) throw new UnreadableStatusFile('bankFileLines', { most: String(MAX_STATUS_LINES) })
  return file
}

/** `urn:iso:std:iso:20022:tech:xsd:camt.053.001.08`, on any of the outer elements. */
function versionOf(elements: readonly XmlElement[]): number | null {
  const declared = elements
    .flatMap(({ attributes }) => Object.entries(attributes))
    .map(([, value]) => /\b(?:pain|camt)\.\d{3}\.001\.(\d\d)\b/.exec(value)?.[1])
  const version = declared.find((one) => one !== undefined)
  return version === undefined ? null : Number(version)
}

/** Whether a file's account is one of these; some banks write the number without the country. */
const isOwn = (account: string, own: readonly string[]) =>
  own.some((iban) => iban === account || (/^\d{20}$/.test(account) && iban.endsWith(account)))

function messageOf(root: XmlElement, own: readonly string[]): StatusFile {
  // A document may stand in an envelope with a header of its own.
  const outer = [root, ...elementsOf(root), ...elementsOf(root).flatMap(elementsOf)]
  const message = outer.find((one) => localName(one) === 'CstmrPmtStsRpt' || camtMessages[localName(one)] !== undefined)
  if (!message) throw new UnreadableStatusFile('bankFileKind')
  const known = camtMessages[localName(message)]
  const format = known ? (known.format as StatusFormat) : 'pain002'
  const version = versionOf([message, ...outer])
  if (version !== null && version < oldest[format]) throw new UnreadableStatusFile('bankFileVersion', { version: String(version) })
  if (!known) return { format, version, ...readStatusReport(message) }
  const accounts = all(message, known.part)
  const statements = accounts.filter((one) => isOwn(accountOf(one), own))
  const [other] = accounts
  if (other && statements.length === 0) throw new UnreadableStatusFile('bankFileAccount', { account: accountOf(other).slice(-4) || '—' })
  return {
    format,
    version,
    messageId: textAt(at(message, 'GrpHdr'), 'MsgId') || textAt(statements[0], 'Id'),
    accounts: [...new Set(statements.map(accountOf))],
    original: null,
    lines: statements.flatMap(movementLines),
  }
}
