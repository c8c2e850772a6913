import { OperationRowActions } from './OperationRowActions.tsx'
import { SelectBox } from './bulk/SelectBox.tsx'
import { SelectPageBox } from './bulk/SelectPageBox.tsx'

/** What a row has beside its facts: its box and its verbs. In a file of their own, because the list is usable without them. */
export const rowTools = { Actions: OperationRowActions, Box: SelectBox, PageBox: SelectPageBox }
export type RowTools = typeof rowTools
