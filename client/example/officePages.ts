import { randomUUID } from 'node:crypto'
import type { OperationViewAnswer } from '../src/main.ts'
import { html, type Html } from './html.ts'
import { eurosText } from './money.ts'
import type { ShopOrder } from './orders.ts'
import { page, statusText } from './pages.ts'

/** The orders of the shop, for its people. */
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

/** One order: what the provider says of it at this moment, what can be done, and what it told by webhook. */
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

/** Only what can be done now; each form with a key of its own. */
function verbs(number: string, { status, capturedAmount, remainingAmount, remainingCaptureAmount, cancelled }: OperationViewAnswer): Html {
  const form = (verb: string, field: Html, button: Html) =>
    html`<form class="row" method="post" action="/gestion/${number}/${verb}">
      <input type="hidden" name="vez" value="${randomUUID()}" />${field}${button}
    </form>`
  const asking = (verb: string, label: string, button: string, cents: number) =>
    form(
      verb,
      html`<label>${label}<br /><input type="text" name="importe" inputmode="decimal" required value="${plain(cents)}" /></label>`,
      html`<button>${button}</button>`,
    )
  const offered: Html[] = []
  if (remainingCaptureAmount > 0) offered.push(asking('captura', 'Importe que envías (€)', 'Capturar', remainingCaptureAmount))
  if (status === 'ok' && remainingAmount > 0 && cancelled === null)
    offered.push(asking('devolucion', 'Importe que devuelves (€)', 'Devolver', remainingAmount))
  if (remainingCaptureAmount > 0 && capturedAmount === 0) {
    const whole = html`<input type="hidden" name="importe" value="${plain(remainingCaptureAmount)}" />`
    offered.push(form('cancelacion', whole, html`<button class="plain">Cancelar el pedido entero</button>`))
  }
  return offered.length === 0
    ? html``
    : html`<h2>Qué puedes hacer</h2>
        ${offered}`
}

const plain = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')

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
