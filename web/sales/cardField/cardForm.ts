import { askField } from './askField.ts'
import { cardProblems, groupNumber, maskExpiry, type TypedCard } from './cardRules.ts'
import { make } from './make.ts'
import { word } from './word.ts'

export type CardForm = {
  element: HTMLFormElement
  /** What was typed when it is good; else says what is wrong, takes the focus there, and gives null. */
  take: () => TypedCard | null
  /** A sentence above the fields; empty takes it away. */
  say: (text: string) => void
  focus: () => void
  clear: () => void
}

/** The three fields of a card. `onEnter`: the key that sends a form was pressed inside. */
export function cardForm(onEnter: () => void): CardForm {
  const number = askField({
    id: 'number',
    label: word('cardField.number'),
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    mask: groupNumber,
  })
  const expiry = askField({
    id: 'expiry',
    label: word('cardField.expiry'),
    placeholder: word('cardField.expiryExample'),
    autocomplete: 'cc-exp',
    mask: maskExpiry,
  })
  const code = askField({
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
    take() {
      const card = typed()
      const problems = cardProblems(card, new Date())
      for (const name of ['code', 'expiry', 'number'] as const) {
        const problem = problems[name]
        fields[name].complain(problem ? word(`cardField.${problem}`) : '')
        if (problem) fields[name].input.focus()
      }
      return Object.keys(problems).length === 0 ? card : null
    },
    say: (text) => void (notice.textContent = text),
    focus: () => number.input.focus(),
    clear() {
      for (const { input, complain } of Object.values(fields)) {
        input.value = ''
        complain('')
      }
    },
  }
}
