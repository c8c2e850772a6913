import { OperationRowActions } from './OperationRowActions.tsx'
import { SelectBox } from './bulk/SelectBox.tsx'
import { SelectPageBox } from './bulk/SelectPageBox.tsx'

/** The checkbox and actions of a row. A chunk of its own, because the list is usable without them. */
export const rowTools = { Actions: OperationRowActions, Box: SelectBox, PageBox: SelectPageBox }
export type RowTools = typeof rowTools
