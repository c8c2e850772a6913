import { decodeFile } from '#domain/platform/decodeFile'

/** A month of a busy shop's account is a few hundred kilobytes. */
const mostBytes = 5_000_000

/** Why a file has no text that could be a statement. */
export type BankFileProblem = 'size' | 'workbook' | 'empty' | 'strange'

/** The text of a bank's file, decoded on this computer, or why it has none. */
export async function readBankFile(file: Blob): Promise<{ text: string } | { problem: BankFileProblem }> {
  if (file.size > mostBytes) return { problem: 'size' }
  const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()))
  if ('text' in decoded) return { text: decoded.text }
  return { problem: decoded.problem === 'binary' ? 'strange' : decoded.problem }
}
