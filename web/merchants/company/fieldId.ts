/** The id of a field's control, to which errors and change requests link. `name` as in the form or on the wire. */
export const fieldId = (name: string): string =>
  `field-${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll(/[._]/g, '-')}`

/** Moves the focus to a field of the page, in a folded section too; false when it is not there. */
export function focusField(name: string): boolean {
  const control = document.getElementById(fieldId(name))
  const folded = control?.closest('section:has(> div > h2 > [data-folds][aria-expanded=false])')
  const show = () => {
    control?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
  }
  if (folded) {
    folded.querySelector<HTMLElement>('[data-folds]')?.click()
    // Once it is unfolded.
    requestAnimationFrame(show)
  } else show()
  return control !== null
}

/** The id of a form's summary of errors. */
export const summaryId = 'field-summary'

/** Moves the focus to the summary of errors; false where a form has none. */
export function focusSummary(): boolean {
  const summary = document.getElementById(summaryId)
  summary?.scrollIntoView({ block: 'center' })
  summary?.focus({ preventScroll: true })
  return summary !== null
}
