import { makeField } from './makeField.ts'
import { cardProblems, groupNumber, maskExpiry, type TypedCard } from './cardRules.ts'
import { make } from './make.ts'
import { word } from './word.ts'

type CardForm = {
  element: HTMLFormElement
  /** The typed card when it is valid; otherwise shows the errors, focuses the first invalid field and returns null. */
  validate: () => TypedCard | null
  /** Shows a notice above the fields; an empty text clears it. */
  showNotice: (text: string) => void
  focus: () => void
  clear: () => void
}

/** Card number, expiry and security code. `onEnter`: the form was submitted with the Enter key. */
export function cardForm(onEnter: () => void): CardForm {
  const number = makeField({
    id: 'number',
    label: word('cardField.number'),
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    mask: groupNumber,
  })
  const expiry = makeField({
    id: 'expiry',
    label: word('cardField.expiry'),
    placeholder: word('cardField.expiryExample'),
    autocomplete: 'cc-exp',
    mask: maskExpiry,
  })
  const code = makeField({
    id: 'code',
    label: word('cardField.code'),
    placeholder: '123',
    autocomplete: 'cc-csc',
    mask: (text) => text.replace(/\D/g, '').slice(0, 4),
  })
  const fields = { number, expiry, code }
  const notice = make('p', { class: 'notice', role: 'status' })
  const send = make('button', { type: 'submit', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true' })
  const pair = make('div', { class: 'pair' }, expiry.element, code.element)
  const element = make('form', { novalidate: '' }, notice, number.element, pair, send)
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    onEnter()
  })
  const typed = (): TypedCard => ({
    number: groupNumber(number.input.value),
    expiry: maskExpiry(expiry.input.value),
    code: code.input.value.trim(),
  })
  return {
    element,
    validate() {
      const card = typed()
      const problems = cardProblems(card, new Date())
      for (const name of ['code', 'expiry', 'number'] as const) {
        const problem = problems[name]
        fields[name].setError(problem ? word(`cardField.${problem}`) : '')
        if (problem) fields[name].input.focus()
      }
      return Object.keys(problems).length === 0 ? card : null
    },
    showNotice: (text) => void (notice.textContent = text),
    focus: () => number.input.focus(),
    clear() {
      for (const { input, setError } of Object.values(fields)) {
        input.value = ''
        setError('')
      }
    },
  }
}
