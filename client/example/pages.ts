import type { PlanSimulateAnswer } from '../src/main.ts'
import { grossCents, products, totalOf, type CartLine, type Product } from './catalogue.ts'
import { html, type Html } from './html.ts'
import { eurosText } from './money.ts'
import type { ShopOrder } from './orders.ts'

/** A whole page. `refresh`: seconds until it reloads. */
export function page(title: string, content: Html, { refresh }: { refresh?: number } = {}): string {
  const again = refresh === undefined ? html`` : html`<meta http-equiv="refresh" content="${refresh}" />`
  return html`<!doctype html>
    <html lang="es">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <link rel="icon" href="data:," />
        ${again}
        <title>${title} · Casa Arce</title>
        <link rel="stylesheet" href="/estilo.css" />
      </head>
      <body>
        <header>
          <a class="name" href="/">Casa Arce</a>
          <nav aria-label="Principal"><a href="/">Tienda</a><a href="/gestion">Gestión</a></nav>
        </header>
        <main>${content}</main>
        <footer>Una tienda de ejemplo en modo de pruebas: nadie paga nada y no se envía nada.</footer>
      </body>
    </html>`.html
}

const picture = ({ colour, drawing }: Product) =>
  html`<svg class="picture" viewBox="0 0 240 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <rect width="240" height="120" fill="${colour}" opacity=".16" />
    <path d="${drawing}" fill="${colour}" />
  </svg>`

export const homePage = (): string =>
  page(
    'Muebles hechos para durar',
    html`<h1>Muebles hechos para durar</h1>
      <p class="quiet">Elige lo que necesitas y págalo a plazos o después del envío.</p>
      <form action="/carrito">
        <ul class="goods">
          ${products.map(
            (product) =>
              html`<li class="card">
                ${picture(product)}
                <div>
                  <h2>${product.name}</h2>
                  <p class="quiet">${product.about}</p>
                  <p class="price">${eurosText(grossCents(product))}</p>
                  <label>Unidades<br /><input type="number" name="${product.id}" min="0" max="9" value="0" inputmode="numeric" /></label>
                </div>
              </li>`,
          )}
        </ul>
        <button>Ver el carrito</button>
      </form>`,
  )

/** The instalments of an amount; `plans` is null when it cannot be paid in instalments. */
function offerText(plans: PlanSimulateAnswer | null): Html {
  const longest = plans?.choices.find(({ product }) => product === 'instalments')?.instalments.at(-1)
  if (!longest) return html`<p class="trouble">Este importe no se puede pagar a plazos. Cambia las unidades y vuelve a intentarlo.</p>`
  const tae = `${(longest.annualEquivalent / 100).toFixed(2).replace('.', ',')} %`
  return html`<p>Desde <strong>${eurosText(longest.amount)}</strong> al mes en ${longest.numInstalments} cuotas (TAE ${tae}).</p>`
}

export function cartPage(cart: readonly CartLine[], plans: PlanSimulateAnswer | null, trouble = ''): string {
  if (cart.length === 0)
    return page(
      'Tu carrito',
      html`<h1>Tu carrito está vacío</h1>
        <p>Elige al menos una unidad de algo.</p>
        <p><a class="button" href="/">Volver a la tienda</a></p>`,
    )
  const hidden = cart.map(({ product, quantity }) => html`<input type="hidden" name="${product.id}" value="${quantity}" />`)
  const offered = plans?.choices.filter(({ instalments }) => instalments.length > 0) ?? []
  const choices = offered.map(
    ({ product }, at) =>
      html`<label class="choice"
        ><input type="radio" name="pago" value="${product}" ${at === 0 ? html`checked` : html``} /> ${ways[product]}</label
      >`,
  )
  const pay = plans
    ? html`<form method="post" action="/comprar">
        ${hidden}
        <div class="row">
          <label>Tu nombre<br /><input type="text" name="nombre" autocomplete="given-name" maxlength="80" /></label>
          <label>Tu móvil<br /><input type="tel" name="movil" autocomplete="tel" maxlength="20" /></label>
        </div>
        <fieldset>
          <legend>¿Cómo quieres pagar?</legend>
          ${choices}
        </fieldset>
        <button>Continuar al pago</button>
      </form>`
    : html`<p><a class="button" href="/">Cambiar las unidades</a></p>`
  return page(
    'Tu carrito',
    html`<h1>Tu carrito</h1>
      ${trouble === '' ? html`` : html`<p class="trouble" role="alert">${trouble}</p>`}${cartTable(cart)}${offerText(plans)}${pay}`,
  )
}

/** The provider's products, as customers read them. */
const ways = { instalments: 'A plazos', pay_in_4: 'En 4 pagos', pay_later: 'Después del envío' } as const

const cartTable = (cart: readonly CartLine[]): Html =>
  html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th>Artículo</th>
          <th>Unidades</th>
          <th class="sum">Total</th>
        </tr>
      </thead>
      <tbody>
        ${cart.map(
          ({ product, quantity, totalCents }) =>
            html`<tr>
              <td>${product.name}</td>
              <td>${quantity}</td>
              <td class="sum">${eurosText(totalCents)}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th colspan="2">Total con IVA</th>
          <td class="sum">${eurosText(totalOf(cart))}</td>
        </tr>
      </tfoot>
    </table>
  </div>`

/** A status, as customers and staff read it. */
export const statusText: Readonly<Record<ShopOrder['status'], string>> = {
  new: 'Esperando el pago',
  pending: 'Pago en comprobación',
  ok: 'Pagado',
  ko: 'No pagado',
}

const statusTexts: Readonly<Record<ShopOrder['status'], { title: string; about: string }>> = {
  new: {
    title: 'Esperamos la confirmación del pago',
    about: 'Esta página se actualiza sola. Si has dejado el pago a medias, puedes volver a la tienda y empezar otra vez.',
  },
  pending: { title: 'Estamos comprobando tu pago', about: 'Te guardamos los artículos mientras tanto. Esta página se actualiza sola.' },
  ok: { title: 'Gracias por tu compra', about: 'Tu pago está confirmado y preparamos el envío.' },
  ko: { title: 'El pago no se ha completado', about: 'No se te ha cobrado nada. Puedes volver a la tienda y elegir otra forma de pago.' },
}

/** The customer’s view of an order, from the provider's server. */
export function orderPage({ number, cart, status }: ShopOrder): string {
  const { title, about } = statusTexts[status]
  const waits = status === 'new' || status === 'pending'
  return page(
    title,
    html`<h1>${title}</h1>
      <p>${about}</p>
      <p class="quiet">Pedido ${number}</p>
      ${cartTable(cart)}
      <p><a href="/">Volver a la tienda</a></p>`,
    waits ? { refresh: 4 } : {},
  )
}

export const errorPage = (title: string, about: string): string =>
  page(
    title,
    html`<h1>${title}</h1>
      <p>${about}</p>
      <p><a class="button" href="/">Volver a la tienda</a></p>`,
  )
