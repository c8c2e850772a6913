import { describeKey } from '#domain/merchants/apiKey'
import { cents, formatEuros } from '#domain/platform/money'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { text } from '../calls/messages.ts'
import { inlineHashes } from './securityHeaders.ts'

/** The shop's product: price in cents without VAT, and its VAT. */
export const demoPrice = { netCents: 70_000, taxRate: 2_100, name: text('demoShop.product') }
const priceCents = (demoPrice.netCents * (10_000 + demoPrice.taxRate)) / 10_000
const priceText = formatEuros(cents(priceCents))
const style = `:root{color-scheme:light;font:100%/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:44rem;padding:2rem min(1.25rem,5vw);background:#fff;color:#1c1c1c}header{border-bottom:1px solid #ccc;margin-bottom:2rem}
.price{font-size:min(1.75rem,12vw);font-weight:650;margin:.25rem 0}section{margin:0 0 2.5rem}label{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;min-height:44px}input{font:inherit;width:5rem;padding:.5rem;border:1px solid #777;border-radius:6px}.art{background:#efe7da;border-radius:14px;display:block;height:11rem;margin-bottom:1rem;width:100%}button{background:#1f4b3f;border:0;border-radius:8px;color:#fff;cursor:pointer;font:inherit;font-weight:600;min-height:48px;padding:0 1.5rem}button:disabled{opacity:.6}button:focus-visible,a:focus-visible{outline:3px solid #8a6d4b;outline-offset:2px}#trouble{color:#a11}`
/** The shop's own script: it displays the total, which the widget observes. */
const totalScript = `const price=${priceCents},quantity=document.getElementById('quantity'),total=document.getElementById('total');
quantity.addEventListener('input',()=>{const all=String(price*Math.max(1,Number(quantity.value)||1)).padStart(3,'0');total.textContent=all.slice(0,-2).replace(/\\B(?=(\\d{3})+$)/g,'.')+','+all.slice(-2)+' €'});`
/** The buy button requests an order from the shop's server, and opens its checkout with our script. */
const buyScript = (vendor: string) => `
const buy=document.getElementById('buy'),trouble=document.getElementById('trouble');
buy.addEventListener('click',async()=>{buy.disabled=true;trouble.textContent='';
try{const answer=await fetch('/demo-shop/order',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({quantity:quantity.value})}),said=await answer.json();
if(answer.ok)(window['${vendor}']=window['${vendor}']||[]).push(api=>api.checkout(said.id));else trouble.textContent=said.error.message}
catch{trouble.textContent=trouble.dataset.words}finally{buy.disabled=false}})`

/** An inline image, so that the page loads nothing but the script. */
const sofa = `<svg class="art" viewBox="0 0 400 130" aria-hidden="true"><g fill="#8a6d4b"><rect x="110" y="40" width="180" height="50" rx="14"/><rect x="92" y="58" width="36" height="48" rx="12"/><rect x="272" y="58" width="36" height="48" rx="12"/></g>
<g fill="#a98a63"><rect x="126" y="70" width="72" height="30" rx="8"/><rect x="202" y="70" width="72" height="30" rx="8"/></g><g fill="#4a3a27"><rect x="104" y="106" width="8" height="14"/><rect x="288" y="106" width="8" height="14"/></g></svg>`

export type DemoPage = { html: string; policy: string }

/**
 * A page like a shop's, with the real widget script in a product and a cart; in the demonstration only. For an unknown key it is the page of the shop
 * whose key is `own`.
 */
export function demoShopPage({
  publicKey,
  own,
  vendor,
  bank,
}: {
  publicKey: unknown
  own: string
  vendor: string
  bank: string
}): DemoPage {
  const key = typeof publicKey === 'string' && describeKey(publicKey)?.kind === 'public' ? publicKey : own
  // Another shop's page is only a preview: orders can only be created for this one.
  const sells = key === own
  const widget = (view: string, price: string) =>
    `<div data-${vendor}-widget-instalments data-view="${view}" data-price="${price}" data-currency="EUR" data-country="ES"></div>`
  const html = `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<title>${word('title')} · ${escapeHtml(bank)}</title><style>${style}</style><script async src="/widget.js?public_key=${key}"></script></head><body><header><h1>${word('title')}</h1><p>${word('about')}</p></header><main>
<section>${sofa}<h2>${word('product')}</h2><p class="price" id="price" aria-label="${word('price')}">${priceText}</p>${widget('product', '#price')}</section>
<section><h2>${word('cart')}</h2><label>${word('quantity')} <input id="quantity" type="number" min="1" max="9" value="1"></label><p>${word('total')}</p><p class="price" id="total">${priceText}</p>${widget('cart', '#total')}${sells ? buyButton() : ''}</section>
</main><script>${totalScript}${sells ? buyScript(vendor) : ''}</script></body></html>`
  return { html, policy: policyOf(html) }
}

const buyButton = () =>
  `<p><button id="buy" type="button">${word('buy')}</button></p><p id="trouble" role="alert" data-words="${word('trouble')}"></p>`

/** The page to which the shop redirects its customer after the purchase. */
export function demoThanksPage(bank: string): DemoPage {
  const html = `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<title>${word('thanks')} · ${escapeHtml(bank)}</title><style>${style}</style></head><body><header><h1>${word('title')}</h1></header><main><h2>${word('thanks')}</h2><p>${word('thanksAbout')}</p>
<p><a href="/demo-shop">${word('again')}</a></p></main></body></html>`
  return { html, policy: policyOf(html) }
}

const word = (name: string) => escapeHtml(text(`demoShop.${name}`))

/** The strictest CSP that a shop can have: our script, the page's inline parts, and calls to its own server. */
function policyOf(html: string): string {
  return [
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
}
