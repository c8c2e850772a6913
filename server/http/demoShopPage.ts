import { describeKey } from '#domain/apiKey'
import { bigShopName } from '../db/seed/personas.ts'
import { demoPublicKey } from '../db/seed/fillKeys.ts'
import { escapeHtml } from './escapeHtml.ts'
import { text } from './messages.ts'
import { inlineHashes } from './securityHeaders.ts'

const priceCents = 89_900
const style = `:root{color-scheme:light;font:16px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:44rem;padding:2rem 1.25rem;background:#fff;color:#1c1c1c}header{border-bottom:1px solid #ccc;margin-bottom:2rem}
.price{font-size:1.75rem;font-weight:650;margin:.25rem 0}section{margin:0 0 2.5rem}label{display:inline-flex;gap:.75rem;align-items:center;min-height:44px}input{font:inherit;width:5rem;padding:.5rem;border:1px solid #777;border-radius:6px}.art{background:#efe7da;border-radius:14px;display:block;height:11rem;margin-bottom:1rem;width:100%}`
/** The shop's own code: it shows the total and knows nothing of the widget, which follows it. */
const script = `const price=${priceCents},quantity=document.getElementById('quantity'),total=document.getElementById('total');
quantity.addEventListener('input',()=>{const all=String(price*Math.max(1,Number(quantity.value)||1)).padStart(3,'0');total.textContent=all.slice(0,-2).replace(/\\B(?=(\\d{3})+$)/g,'.')+','+all.slice(-2)+' €'})`

/** Drawn without a file, so that the page loads nothing but the script. */
const sofa = `<svg class="art" viewBox="0 0 400 130" aria-hidden="true"><g fill="#8a6d4b"><rect x="110" y="40" width="180" height="50" rx="14"/><rect x="92" y="58" width="36" height="48" rx="12"/><rect x="272" y="58" width="36" height="48" rx="12"/></g>
<g fill="#a98a63"><rect x="126" y="70" width="72" height="30" rx="8"/><rect x="202" y="70" width="72" height="30" rx="8"/></g><g fill="#4a3a27"><rect x="104" y="106" width="8" height="14"/><rect x="288" y="106" width="8" height="14"/></g></svg>`

type DemoShop = { html: string; policy: string }

/**
 * A page as a shop would make it, with the real script of the widget in a product and in a cart; drawn in the demonstration only. A key that is none of
 * a shop's pages gives the page of the demo's big shop.
 */
export function demoShopPage(asked: unknown, vendor: string, bank: string): DemoShop {
  const key = typeof asked === 'string' && describeKey(asked)?.kind === 'public' ? asked : demoPublicKey(bigShopName, 'live')
  const widget = (view: string, price: string) =>
    `<div data-${vendor}-widget-instalments data-view="${view}" data-price="${price}" data-currency="EUR" data-country="ES"></div>`
  const word = (name: string) => escapeHtml(text(`demoShop.${name}`))
  const html = `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<title>${word('title')} · ${escapeHtml(bank)}</title><style>${style}</style><script async src="/widget.js?public_key=${key}"></script></head><body><header><h1>${word('title')}</h1><p>${word('about')}</p></header><main>
<section>${sofa}<h2>${word('product')}</h2><p class="price" id="price" aria-label="${word('price')}">899,00 €</p>${widget('product', '#price')}</section>
<section><h2>${word('cart')}</h2><label>${word('quantity')} <input id="quantity" type="number" min="1" max="9" value="1"></label><p>${word('total')}</p><p class="price" id="total">899,00 €</p>${widget('cart', '#total')}</section>
</main><script>${script}</script></body></html>`
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${inlineHashes(html, 'script').join(' ')}`,
    `style-src ${inlineHashes(html, 'style').join(' ')}`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return { html, policy }
}
