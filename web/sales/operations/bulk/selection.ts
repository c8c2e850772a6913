import { useCallback, useMemo } from 'react'
import type { SelectedOperation } from '#contract/sales/bulkOperations'
import type { OperationRow } from '#contract/sales/operations'
import { MAX_BULK_OPERATIONS } from '#domain/sales/operations/bulkRefund'
import { permissionsOf } from '../../operationStatus/operationActions.ts'
import { factsOf } from '../../operationStatus/operationFacts.ts'
import { useMerchant } from '../../../platform/requests/useMerchant.ts'
import { keepDraft, readDraft, removeDraft } from '../../../platform/session/drafts.ts'
import { makeStore, useStore } from '../../../platform/state/store.ts'

/** The selection of one shop and mode; another shop or mode starts empty. Amounts in cents. */
type Selection = {
  scope: string
  picked: ReadonlyMap<string, SelectedOperation>
  /** Selection mode of a phone, which shows the checkboxes. */
  picking: boolean
}

const draft = 'selection'
const selection = makeStore<Selection>({ scope: '', picked: new Map(), picking: false })

/** A selected row with its capturable and refundable amounts. */
export function selectedOf(row: OperationRow, now: Date): SelectedOperation {
  const { capture, refund } = permissionsOf(factsOf(row), now)
  return {
    id: row.id,
    totalAmount: row.totalAmount,
    captureAmount: capture.allowed ? row.totalAmount - row.voidedAmount - row.capturedAmount : 0,
    refundAmount: refund.allowed ? row.capturedAmount - row.refundedAmount : 0,
  }
}

const isSelected = (value: unknown): value is SelectedOperation => {
  if (typeof value !== 'object' || value === null) return false
  const { id, ...amounts } = value as Record<string, unknown> // validated on the next line
  return typeof id === 'string' && ['totalAmount', 'captureAmount', 'refundAmount'].every((name) => Number.isSafeInteger(amounts[name]))
}

/** The selection restored from session storage. */
function readStored(): ReadonlyMap<string, SelectedOperation> {
  const read = readDraft(draft)
  return new Map((Array.isArray(read) ? read.filter(isSelected) : []).map((one) => [one.id, one]))
}

/** The sums of a selection. */
export function sumOf(picked: Iterable<SelectedOperation>): { totalAmount: number; captureAmount: number; refundAmount: number } {
  const sum = { totalAmount: 0, captureAmount: 0, refundAmount: 0 }
  for (const { totalAmount, captureAmount, refundAmount } of picked) {
    sum.totalAmount += totalAmount
    sum.captureAmount += captureAmount
    sum.refundAmount += refundAmount
  }
  return sum
}

/** The selection of the current shop and mode, across pages and filters; kept in session storage. */
export function useSelection() {
  const { merchantId, mode } = useMerchant()
  const scope = `${merchantId}:${mode}`
  const stored = useStore(selection)
  const current = useMemo(() => (stored.scope === scope ? stored : { scope, picked: readStored(), picking: false }), [stored, scope])
  const set = useCallback(
    (picked: ReadonlyMap<string, SelectedOperation>, picking: boolean) => {
      if (picked.size > 0) keepDraft(draft, [...picked.values()])
      else removeDraft(draft)
      selection.set({ scope, picked, picking })
    },
    [scope],
  )
  const { picked, picking } = current
  return {
    picked,
    picking,
    /** Whether the maximum number is selected. */
    full: picked.size >= MAX_BULK_OPERATIONS,
    /** Adds rows, up to the maximum. */
    select: (rows: readonly SelectedOperation[]) =>
      set(new Map([...picked, ...rows.map((row) => [row.id, row] as const)].slice(0, MAX_BULK_OPERATIONS)), picking),
    /** Removes rows. */
    deselect: (ids: Iterable<string>) => {
      const dropped = new Set(ids)
      set(new Map([...picked].filter(([id]) => !dropped.has(id))), picking)
    },
    clear: () => set(new Map(), false),
    startPicking: () => set(picked, true),
  }
}
