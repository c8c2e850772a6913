import type { BankSheet, SheetColumns } from '#domain/money/bankStatement/bankSheet'

/** Maximum number of stored mappings; the oldest is evicted first. */
const maxSaved = 20

const keyOf = (userId: string) => `bank-columns:${userId}`

function readAll(userId: string): [signature: string, columns: unknown][] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(saved) ? saved.filter((one) => Array.isArray(one) && typeof one[0] === 'string') : []
  } catch {
    return [] // storage is disabled, or the value is invalid
  }
}

/** The user's stored column mapping of sheets with the same headings; null when there is none or it does not fit. */
export function savedColumns(userId: string, { signature, width }: Pick<BankSheet, 'signature' | 'width'>): SheetColumns | null {
  const columns = readAll(userId).find(([of]) => of === signature)?.[1]
  return isColumns(columns, width) ? columns : null
}

/** Stores a column mapping by the sheet's headings; no transaction data is stored. */
export function saveColumns(userId: string, { signature }: Pick<BankSheet, 'signature'>, columns: SheetColumns): void {
  const others = readAll(userId).filter(([of]) => of !== signature)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([...others, [signature, columns]].slice(-maxSaved)))
  } catch {
    // storage is disabled: the mapping is asked for again next time
  }
}

const parts = { signed: ['date', 'amount'], split: ['date', 'debit', 'credit'], marked: ['date', 'amount', 'mark'] } as const

function isColumns(value: unknown, width: number): value is SheetColumns {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  const { kind } = value
  if (kind !== 'signed' && kind !== 'split' && kind !== 'marked') return false
  const at = new Map<string, unknown>(Object.entries(value))
  return parts[kind].every((part) => Number.isInteger(at.get(part)) && Number(at.get(part)) >= 0 && Number(at.get(part)) < width)
}
