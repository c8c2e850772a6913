import { readStatement, type BankStatement } from '#domain/bankStatement'

/** A month of a busy shop's account is a few hundred kilobytes (our choice). */
export const mostBytes = 5_000_000

/** Reads a bank's file on this computer; null when it is too large or no statement that we know. Old Spanish files are not UTF-8. */
export async function readBankFile(file: Blob): Promise<BankStatement | null> {
  if (file.size > mostBytes) return null
  const bytes = await file.arrayBuffer()
  return readStatement(decoded(bytes))
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
