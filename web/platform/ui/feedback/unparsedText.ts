import { type RefObject, use, useEffect } from 'react'
import { type ReadingProblem, ParseErrorMessage } from './ParseErrorMessage.ts'
import { FieldContext } from '../forms/useFieldControl.ts'
import { revealAndFocus } from './revealAndFocus.ts'

/** Marks a control whose text could not be parsed. */
const mark = 'data-unread'

/** Focuses the first control on the page whose text could not be parsed; true when there is one. For actions without a form’s submit. */
export function focusUnparsed(): boolean {
  const control = document.querySelector<HTMLElement>(`[${mark}]`)
  revealAndFocus(control)
  return control !== null
}

/**
 * Connects a control’s parse error to its field and form: the message is shown below the control once `isShown`, and the form cannot be submitted
 * meanwhile, because its value is null, which may mean "no limit".
 */
export function useUnparsedText(
  input: RefObject<HTMLInputElement | null>,
  problem: ReadingProblem | null,
  isShown: boolean,
  onRefused: () => void,
) {
  const field = use(FieldContext)
  const report = field?.report
  const words = use(ParseErrorMessage)
  const sentence = problem !== null && isShown ? words(problem) : null
  const unread = problem !== null
  useEffect(() => {
    report?.(sentence)
    return () => report?.(null)
  }, [report, sentence])
  useEffect(() => {
    const control = input.current
    if (!unread || control === null) return
    const { form } = control
    const refuse = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      onRefused()
      focusUnparsed()
    }
    control.toggleAttribute(mark, true)
    form?.addEventListener('submit', refuse, true)
    return () => {
      control.toggleAttribute(mark, false)
      form?.removeEventListener('submit', refuse, true)
    }
  })
  return { invalid: sentence !== null, /** Where there is no field to show it. */ alone: field === null ? sentence : null }
}
