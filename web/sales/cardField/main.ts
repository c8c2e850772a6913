import './cardField.css'
import { cardForm } from './cardForm.ts'
import { type FromCardField, readToCardField } from './cardMessages.ts'
import { simulatedToken, type TypedCard } from './cardRules.ts'
import { make } from './make.ts'
import { word } from './word.ts'

/**
 * The simulated provider's own page inside the customer's: what is typed here stays here, and the page around it gets a
 * token. It answers the page around it alone, by the exact origin, which is its own: the server lets no other frame it.
 */
function start(root: HTMLElement): void {
  const page: { origin: string; payee: string; amount: string } = { origin: '', payee: '', amount: '' }
  const tell = (message: FromCardField) => page.origin !== '' && parent.postMessage(message, page.origin)
  const form = cardForm(submit)
  const stage = make(
    'main',
    { 'aria-label': word('cardField.title') },
    form.element,
    make('p', { class: 'hint' }, word('cardField.simulated')),
  )
  root.append(stage)

  const show = (element: HTMLElement) => stage.firstElementChild?.replaceWith(element)
  function submit(): void {
    const card = form.take()
    if (card === null) return void tell({ card: 'idle' })
    form.say('')
    tell({ card: 'asking' })
    const question = strongAuthentication(card)
    show(question)
    question.querySelector('h1')?.focus()
  }
  /** The bank asks its customer (PSD2, art. 97): payee and amount stand beside the question. */
  function strongAuthentication({ number }: TypedCard): HTMLElement {
    const last4 = number.slice(-4)
    const authorise = make('button', { type: 'button', class: 'filled' }, word('cardField.authorise'))
    const refuse = make('button', { type: 'button' }, word('cardField.refuse'))
    authorise.addEventListener('click', () => {
      show(make('p', { class: 'done', role: 'status' }, word('cardField.done', { last4 })))
      tell({ card: 'token', token: simulatedToken(number, newNonce()) })
    })
    refuse.addEventListener('click', () => {
      form.say(word('cardField.refused'))
      show(form.element)
      form.focus()
      tell({ card: 'idle' })
    })
    const title = make('h1', { tabindex: '-1' }, word('cardField.confirmTitle'))
    const detail = make('p', {}, word('cardField.confirmDetail', { payee: page.payee, amount: page.amount, last4 }))
    return make('section', { class: 'bank' }, title, detail, make('div', { class: 'pair' }, refuse, authorise))
  }

  addEventListener('message', ({ source, origin, data }) => {
    const message = source === parent && source !== window && origin === location.origin ? readToCardField(data) : null
    if (message === null) return
    if (message.card === 'submit') return submit()
    if (message.card === 'reset') {
      form.clear()
      return void show(form.element)
    }
    Object.assign(page, { origin, payee: message.payee, amount: message.amount })
    tell({ card: 'ready', height: heightOf(root) })
  })
  new ResizeObserver(() => tell({ card: 'height', height: heightOf(root) })).observe(root)
}

const heightOf = (root: HTMLElement) => Math.ceil(root.getBoundingClientRect().height)
const newNonce = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const root = document.getElementById('root')
if (root) start(root)
