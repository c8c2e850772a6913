import './cardField.css'
import { cardForm } from './cardForm.ts'
import { type FromCardField, readToCardField } from './cardMessages.ts'
import { simulatedToken, type TypedCard } from './cardRules.ts'
import { make } from './make.ts'
import { word } from './word.ts'

/**
 * The simulated card provider's page, embedded as an iframe in the checkout: card data stays here, and the embedding page gets a
 * token. It talks only to its parent window of the same origin; the server's `frame-ancestors` policy lets no other site embed it.
 */
function start(root: HTMLElement): void {
  const page: { origin: string; payee: string; amount: string } = { origin: '', payee: '', amount: '' }
  const post = (message: FromCardField) => page.origin !== '' && parent.postMessage(message, page.origin)
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
    const card = form.validate()
    if (card === null) return void post({ card: 'idle' })
    form.showNotice('')
    post({ card: 'asking' })
    const question = strongAuthentication(card)
    show(question)
    question.querySelector('h1')?.focus()
  }
  /** Strong customer authentication by the bank, which shows payee and amount (PSD2, art. 97). */
  function strongAuthentication({ number }: TypedCard): HTMLElement {
    const last4 = number.slice(-4)
    const authorise = make('button', { type: 'button', class: 'filled' }, word('cardField.authorise'))
    const refuse = make('button', { type: 'button' }, word('cardField.refuse'))
    authorise.addEventListener('click', () => {
      show(make('p', { class: 'done', role: 'status' }, word('cardField.done', { last4 })))
      post({ card: 'token', token: simulatedToken(number, newNonce()) })
    })
    refuse.addEventListener('click', () => {
      form.showNotice(word('cardField.refused'))
      show(form.element)
      form.focus()
      post({ card: 'idle' })
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
    post({ card: 'ready', height: heightOf(root) })
  })
  new ResizeObserver(() => post({ card: 'height', height: heightOf(root) })).observe(root)
}

const heightOf = (root: HTMLElement) => Math.ceil(root.getBoundingClientRect().height)
const newNonce = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const root = document.getElementById('root')
if (root) start(root)
