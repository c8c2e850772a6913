import { make } from './make.ts'

/** One labelled input with its error message below. */
type FormField = {
  element: HTMLElement
  input: HTMLInputElement
  /** Shows an error message; an empty text clears it. */
  setError: (text: string) => void
}

type FieldOptions = { id: string; label: string; placeholder: string; autocomplete: string; mask: (text: string) => string }

/** Makes a numeric field that applies its mask while digits are appended at the end. */
export function makeField({ id, label, placeholder, autocomplete, mask }: FieldOptions): FormField {
  const note = make('p', { id: `${id}-note`, class: 'note' })
  const input = make('input', { id, name: id, inputmode: 'numeric', autocomplete, placeholder, 'aria-describedby': `${id}-note` })
  input.required = true
  let before = ''
  input.addEventListener('input', () => {
    // Deleting applies no mask: it would put the separator back.
    if (input.value.length > before.length && input.selectionStart === input.value.length) input.value = mask(input.value)
    before = input.value
    setError('')
  })
  const setError = (text: string) => {
    note.textContent = text
    if (text === '') input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }
  return { element: make('div', { class: `field ${id}` }, make('label', { for: id }, label), input, note), input, setError }
}
