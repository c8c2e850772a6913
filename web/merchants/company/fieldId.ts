import { revealAndFocus } from '../../platform/ui/feedback/revealAndFocus.ts'

/** The id of a field's control, to which errors and change requests link. `name` as in the form or on the wire. */
export const fieldId = (name: string): string =>
  `field-${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll(/[._]/g, '-')}`

/** Moves the focus to a field of the page, in a folded section too; false when it is not there. */
export function focusField(name: string): boolean {
  const control = document.getElementById(fieldId(name))
  revealAndFocus(control)
  return control !== null
}

/** The id of a form's summary of errors. */
export const summaryId = 'field-summary'

/** Moves the focus to the summary of errors; false where a form has none. */
export function focusSummary(): boolean {
  const summary = document.getElementById(summaryId)
  revealAndFocus(summary)
  return summary !== null
}
