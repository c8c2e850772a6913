import { type RefObject, use, useEffect } from 'react'
import { type ReadingProblem, ReadingWords } from './ReadingWords.ts'
import { FieldContext } from '../forms/useFieldControl.ts'

/** Marks a control whose text stands there but could not be read. */
const mark = 'data-unread'

/** Leads to the first control on the page whose text could not be read; true when there is one. For what is sent without a form's submit. */
export function leadToUnread(): boolean {
  const found = document.querySelector<HTMLElement>(`[${mark}]`)
  found?.focus()
  return found !== null
}

/**
 * Ties what a control could not read to its field and form: the sentence stands below the control once `said`, and the form is not sent
 * meanwhile, because to the form the value is empty, which may mean "no limit".
 */
export function useUnreadText(input: RefObject<HTMLInputElement | null>, problem: ReadingProblem | null, said: boolean, say: () => void) {
  const field = use(FieldContext)
  const report = field?.report
  const words = use(ReadingWords)
  const sentence = problem !== null && said ? words(problem) : null
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
      say()
      leadToUnread()
    }
    control.toggleAttribute(mark, true)
    form?.addEventListener('submit', refuse, true)
    return () => {
      control.toggleAttribute(mark, false)
      form?.removeEventListener('submit', refuse, true)
    }
  })
  return { invalid: sentence !== null, /** Where no field says it. */ alone: field === null ? sentence : null }
}
