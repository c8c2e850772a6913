import { useCallback, useMemo } from 'react'
import type { SelectedOperation } from '#contract/sales/bulkOperations'
import type { OperationRow } from '#contract/sales/operations'
import { MAX_BULK_OPERATIONS } from '#domain/sales/operations/bulkRefund'
import { permissionsOf } from '../../operation/operationActions.ts'
import { factsOf } from '../../operation/operationFacts.ts'
import { useShop } from '../../../platform/requests/useShop.ts'
import { keepDraft, readDraft, removeDraft } from '../../../platform/session/drafts.ts'
import { makeStore, useStore } from '../../../platform/shared/store.ts'

/** What is ticked, of one shop and mode; another shop or mode begins with nothing. Amounts in cents. */
type Selection = {
  place: string
  picked: ReadonlyMap<string, SelectedOperation>
  /** On the phone the boxes are shown when asked for. */
  picking: boolean
}

const draft = 'selection'
const selection = makeStore<Selection>({ place: '', picked: new Map(), picking: false })

/** A row of the list as it is selected: what could be captured or given back of it now. */
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
  const { id, ...amounts } = value as Record<string, unknown> // looked at right here
  return typeof id === 'string' && ['totalAmount', 'captureAmount', 'refundAmount'].every((name) => Number.isSafeInteger(amounts[name]))
}

/** What was ticked in this tab before a reload. */
function kept(): ReadonlyMap<string, SelectedOperation> {
  const read = readDraft(draft)
  return new Map((Array.isArray(read) ? read.filter(isSelected) : []).map((one) => [one.id, one]))
}

/** What a selection adds up to. */
export function sumOf(picked: Iterable<SelectedOperation>): { totalAmount: number; captureAmount: number; refundAmount: number } {
  const sum = { totalAmount: 0, captureAmount: 0, refundAmount: 0 }
  for (const { totalAmount, captureAmount, refundAmount } of picked) {
    sum.totalAmount += totalAmount
    sum.captureAmount += captureAmount
    sum.refundAmount += refundAmount
  }
  return sum
}

/** What is selected in the present shop and mode, across pages and filters; kept in this tab. */
export function useSelection() {
  const { merchantId, mode } = useShop()
  const place = `${merchantId}:${mode}`
  const present = useStore(selection)
  const here = useMemo(() => (present.place === place ? present : { place, picked: kept(), picking: false }), [present, place])
  const set = useCallback(
    (picked: ReadonlyMap<string, SelectedOperation>, picking: boolean) => {
      if (picked.size > 0) keepDraft(draft, [...picked.values()])
      else removeDraft(draft)
      selection.set({ place, picked, picking })
    },
    [place],
  )
  const { picked, picking } = here
  return {
    picked,
    picking,
    /** Whether no further one can be ticked. */
    full: picked.size >= MAX_BULK_OPERATIONS,
    /** Adds them, as many as there is room for. */
    put: (rows: readonly SelectedOperation[]) =>
      set(new Map([...picked, ...rows.map((row) => [row.id, row] as const)].slice(0, MAX_BULK_OPERATIONS)), picking),
    /** Takes them out. */
    drop: (ids: Iterable<string>) => {
      const gone = new Set(ids)
      set(new Map([...picked].filter(([id]) => !gone.has(id))), picking)
    },
    clear: () => set(new Map(), false),
    startPicking: () => set(picked, true),
  }
}
