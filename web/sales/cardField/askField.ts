import { make } from './make.ts'

/** One field of the form: what was typed, and what is wrong with it below. */
export type AskedField = {
  element: HTMLElement
  input: HTMLInputElement
  /** Shows a problem, or none when the text is empty. */
  complain: (text: string) => void
}

type Asked = { id: string; label: string; placeholder: string; autocomplete: string; mask: (text: string) => string }

/** Makes a field of figures that writes itself in groups while one types at its end. */
export function askField({ id, label, placeholder, autocomplete, mask }: Asked): AskedField {
  const note = make('p', { id: `${id}-note`, class: 'note' })
  const input = make('input', { id, name: id, inputmode: 'numeric', autocomplete, placeholder, 'aria-describedby': `${id}-note` })
  input.required = true
  let before = ''
  input.addEventListener('input', () => {
    // Taking away is left alone: a mask would put the separator back.
    if (input.value.length > before.length && input.selectionStart === input.value.length) input.value = mask(input.value)
    before = input.value
    complain('')
  })
  const complain = (text: string) => {
    note.textContent = text
    if (text === '') input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }
  return { element: make('div', { class: `field ${id}` }, make('label', { for: id }, label), input, note), input, complain }
}
