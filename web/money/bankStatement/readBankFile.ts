import { decodeFile } from '#domain/platform/decodeFile'

/** Maximum file size in bytes; a month of a busy account is a few hundred kilobytes. */
const maxBytes = 5_000_000

/** Why a file is not a statement. */
export type BankFileProblem = 'size' | 'workbook' | 'empty' | 'strange'

/** Decodes the text of a bank's file, or returns why it cannot be read. */
export async function readBankFile(file: Blob): Promise<{ text: string } | { problem: BankFileProblem }> {
  if (file.size > maxBytes) return { problem: 'size' }
  const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()))
  if ('text' in decoded) return { text: decoded.text }
  return { problem: decoded.problem === 'binary' ? 'strange' : decoded.problem }
}
