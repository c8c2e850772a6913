import { randomUUID } from 'node:crypto'
import type { Cents, OperationViewAnswer } from '../src/main.ts'
import { html, type Html } from './html.ts'
import { eurosText } from './money.ts'
import type { ShopOrder } from './orders.ts'
import { page, statusText } from './pages.ts'

/** The merchant’s list of orders. */
export function officePage(orders: readonly ShopOrder[]): string {
  const none = html`<p>Todavía no hay ningún pedido. <a href="/">Haz el primero</a>.</p>`
  const table = html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Pedido</th>
          <th>Estado</th>
          <th class="sum">Total</th>
        </tr>
      </thead>
      <tbody>
        ${orders.map(
          ({ number, status, totalCents }) =>
            html`<tr>
              <td><a href="/gestion/${number}">${number}</a></td>
              <td>${statusText[status]}</td>
              <td class="sum">${eurosText(totalCents)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
  return page(
    'Gestión',
    html`<h1>Pedidos</h1>
      ${orders.length === 0 ? none : table}`,
  )
}

/** One order: its current state at the provider, the available actions, and the webhooks received. */
export function officeOrderPage({ number, status, news }: ShopOrder, operation: OperationViewAnswer | null, trouble = ''): string {
  return page(
    `Pedido ${number}`,
    html`<p><a href="/gestion">Todos los pedidos</a></p>
      <h1>Pedido ${number}</h1>
      <p>${statusText[status]}</p>
      ${trouble === '' ? html`` : html`<p class="trouble" role="alert">${trouble}</p>`}${operation ? standing(operation) : html``}${operation ? verbs(number, operation) : html``}
      <h2>Avisos recibidos</h2>
      ${newsList(news)}`,
  )
}

function standing({ totalAmount, capturedAmount, refundedAmount, voidedAmount, id }: OperationViewAnswer): Html {
  const rows: [string, string][] = [
    ['Total', eurosText(totalAmount)],
    ['Capturado', eurosText(capturedAmount)],
    ['Devuelto', eurosText(refundedAmount)],
    ['Anulado', eurosText(voidedAmount)],
    ['Operación', id],
  ]
  return html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`
}

/** A form submitted by staff, and its idempotency key. `verb`: as in the form's address. */
type Pressed = { verb: OfficeVerb; cents: Cents; key: string }
export type OfficeVerb = keyof typeof verbText
const verbText = { captura: 'Capturar', devolucion: 'Devolver', cancelacion: 'Cancelar el pedido entero' } as const

/** For an unknown outcome: submitting again under the same key finds out without doing it twice. */
export function unknownOutcomePage(number: string, { verb, cents, key }: Pressed): string {
  return page(
    `Pedido ${number}`,
    html`<p><a href="/gestion">Todos los pedidos</a></p>
      <h1>Pedido ${number}</h1>
      <p class="trouble" role="alert">
        El proveedor de pagos no ha dicho cómo ha terminado, así que puede que ya esté hecho. Vuelve a intentarlo aquí: no se hará dos
        veces.
      </p>
      <dl>
        <dt>${verbText[verb]}</dt>
        <dd>${eurosText(cents)}</dd>
      </dl>
      ${formOf(number, verb, key, html`<input type="hidden" name="importe" value="${plain(cents)}" />`, html`<button>Volver a intentarlo</button>`)}`,
  )
}

const formOf = (number: string, verb: OfficeVerb, key: string, field: Html, button: Html) =>
  html`<form class="row" method="post" action="/gestion/${number}/${verb}">
    <input type="hidden" name="vez" value="${key}" />${field}${button}
  </form>`

/** Only the actions available now; each form has its own idempotency key. */
function verbs(number: string, { status, capturedAmount, remainingAmount, remainingCaptureAmount, cancelled }: OperationViewAnswer): Html {
  const form = (verb: OfficeVerb, field: Html, button: Html) => formOf(number, verb, randomUUID(), field, button)
  const asking = (verb: OfficeVerb, label: string, cents: Cents) =>
    form(
      verb,
      html`<label>${label}<br /><input type="text" name="importe" inputmode="decimal" required value="${plain(cents)}" /></label>`,
      html`<button>${verbText[verb]}</button>`,
    )
  const offered: Html[] = []
  if (remainingCaptureAmount > 0) offered.push(asking('captura', 'Importe que envías (€)', remainingCaptureAmount))
  if (status === 'ok' && remainingAmount > 0 && cancelled === null)
    offered.push(asking('devolucion', 'Importe que devuelves (€)', remainingAmount))
  if (remainingCaptureAmount > 0 && capturedAmount === 0) {
    const whole = html`<input type="hidden" name="importe" value="${plain(remainingCaptureAmount)}" />`
    offered.push(form('cancelacion', whole, html`<button class="plain">${verbText.cancelacion}</button>`))
  }
  return offered.length === 0
    ? html``
    : html`<h2>Qué puedes hacer</h2>
        ${offered}`
}

const plain = (cents: Cents) => (cents / 100).toFixed(2).replace('.', ',')

function newsList(news: ShopOrder['news']): Html {
  if (news.length === 0) return html`<p class="quiet">Ninguno todavía.</p>`
  const lines = news.map(({ message: { type, timestamp, data } }) => {
    const cents = 'amount' in data && data.amount !== null ? ` · ${eurosText(data.amount)}` : ''
    return html`<li>
      <code>${type}</code>${cents}<br /><span class="quiet"
        >${new Date(timestamp).toLocaleString('es-ES', { timeZone: 'Europe/Madrid' })}</span
      >
    </li>`
  })
  return html`<ul class="told">
    ${lines}
  </ul>`
}
