import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageElements } from './pageTree.ts'
import { pricedText } from './pricedText.ts'
import { priceOfAll, shopPrice } from './shopPrice.ts'

const read = (html: string) => {
  const [first] = pageElements(html)
  const { cents, doubt } = first ? shopPrice(first) : { cents: null, doubt: 'none' as const }
  return cents ?? doubt
}

describe('the text of a price', () => {
  it.each([
    ['1.234,56 €', 123_456],
    ['€1,234.56', 123_456],
    ['12.50', 1_250],
    ['12,5', 1_250],
    ['1.234', 123_400],
    ['1.234 €', 123_400],
    ['12', 1_200],
    ['1\u00a0234,00 €', 123_400],
    ['1 234 €', 123_400],
    ['1.234.567,89 €', 123_456_789],
    ["1'234.50 €", 123_450],
    ['1’299 €', 129_900],
    ['89’90 €', 8_990],
    ["89'90€", 8_990],
    ['89´9 €', 8_990],
    ['89€90', 8_990],
    ['89,- €', 8_900],
    ['89,– €', 8_900],
    ['EUR 89,90', 8_990],
    ['89,90 EUR', 8_990],
    ['89,90 euros', 8_990],
    ['0,99 €', 99],
    ['129.9000 €', 12_990],
    ['Precio: 89,90 € IVA incluido', 8_990],
    ['PVP 89,90 €*', 8_990],
    ['Sofá de 3 plazas - 899 €', 89_900],
    ['Ahora: 89,90 € (antes 120 €)', 8_990],
    ['120 € → ahorra 31 € → 120 €', 12_000],
    ['-20% 96,00 €', 9_600],
    ['20 % dto. 96,00 €', 9_600],
    ['96,00 € (-24 €)', 9_600],
    ['96 € + 4,99 € de envío', 9_600],
    ['96 €, envío 4,99 €', 9_600],
    ['24,90 € (12,45 €/kg)', 2_490],
    ['24,90 € · 2,49 € / 100 ml', 2_490],
    ['24,90 € o 3 cuotas de 8,30 €', 2_490],
    ['600 € o 50 €/mes', 60_000],
    ['100 € sin IVA · 121 € con IVA', 12_100],
    ['89,90 € 89,90 €', 8_990],
    ['desde 89,90 €', 'vague'],
    ['A partir de 89 €', 'vague'],
    ['Des de 89 €', 'vague'],
    ['hasta 120 €', 'vague'],
    ['80-120 €', 'vague'],
    ['2 x 10 €', 'vague'],
    ['2 unidades por 10 €', 'vague'],
    ['10 € x 2', 'vague'],
    ['12,45 €/kg', 'vague'],
    ['15 € al mes', 'vague'],
    ['100 € + IVA', 'vague'],
    ['-20 €', 'vague'],
    ['1,299 €', 'vague'],
    ['99 $', 'vague'],
    ['80 € - 120 €', 'several'],
    ['120 € 89,90 €', 'several'],
    ['€ 120 € 89', 'several'],
    ['42 43', 'several'],
    ['gratis', 'none'],
    ['-20%', 'none'],
    ['', 'none'],
  ] as const)('%j', (text, expected) => {
    const { cents, doubt } = pricedText(text)
    expect(cents ?? doubt).toBe(expected)
  })

  it('is read back in every Spanish notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
        const written = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', useGrouping: 'always' }).format(cents / 100)
        expect(pricedText(written).cents).toBe(cents)
      }),
    )
  })

  it('is never one of two adjacent amounts', () => {
    const euros = fc.integer({ min: 1_000, max: 900_000 })
    fc.assert(
      fc.property(euros, euros, fc.constantFrom(' ', ' – ', ' / ', ' o ', ' · '), (one, other, between) => {
        const written = [one, other].map((cents) => `${(cents / 100).toFixed(2).replace('.', ',')} €`).join(between)
        expect(pricedText(written).cents).toBe(one === other ? one : null)
      }),
    )
  })
})

const woo = (amount: string) =>
  `<span class="woocommerce-Price-amount amount"><bdi>${amount}&nbsp;<span class="woocommerce-Price-currencySymbol">&euro;</span></bdi></span>`

describe('the markup of a price', () => {
  it.each([
    ['WooCommerce', `<p class="price">${woo('89,90')}</p>`, 8_990],
    [
      'WooCommerce, reduced',
      `<p class="price"><del aria-hidden="true">${woo('120,00')}</del> <span class="screen-reader-text">El precio original era: 120,00&euro;.</span><ins aria-hidden="true">${woo('89,90')}</ins><span class="screen-reader-text">El precio actual es: 89,90&euro;.</span></p>`,
      8_990,
    ],
    ['WooCommerce, variable', `<p class="price">${woo('80,00')} &ndash; ${woo('120,00')}</p>`, 'several'],
    [
      'WooCommerce, with the price without tax',
      `<p class="price">${woo('121,00')} <small class="woocommerce-price-suffix">(100,00 € sin IVA)</small></p>`,
      12_100,
    ],
    [
      'PrestaShop, reduced',
      '<div class="product-prices"><div class="product-discount"><s class="regular-price">120,00 €</s></div><div class="current-price"><span class="current-price-value" content="96">96,00 €</span> <span class="discount discount-percentage">Ahorra 20%</span></div></div>',
      9_600,
    ],
    [
      'PrestaShop, six machine-readable decimals',
      '<span class="current-price-value" itemprop="price" content="96.000000">96,00 €</span>',
      9_600,
    ],
    [
      'PrestaShop, a discount in euros',
      '<div><span content="96.00">96,00 €</span><span class="discount-amount">Ahorra 24,00 €</span></div>',
      9_600,
    ],
    [
      'Magento',
      '<span class="price-wrapper" data-price-amount="1299.9" data-price-type="finalPrice"><span class="price">1.299,90&nbsp;€</span></span>',
      129_990,
    ],
    [
      'Magento, reduced',
      '<div class="price-box"><span class="special-price"><span data-price-amount="89"><span class="price">89,00 €</span></span></span><span class="old-price"><span data-price-amount="120"><span class="price">120,00 €</span></span></span></div>',
      8_900,
    ],
    [
      'Magento, configurable',
      '<div class="price-box"><span class="normal-price"><span class="price-label">Desde</span> <span class="price">89,00 €</span></span></div>',
      'vague',
    ],
    [
      'Shopify, reduced',
      '<div class="price"><span class="visually-hidden">Precio habitual</span><s class="price-item">120,00 €</s><span class="visually-hidden">Precio de oferta</span><span class="price-item price-item--last">89,90 €</span></div>',
      8_990,
    ],
    [
      'Shopify, by weight',
      '<div class="price"><span>24,90 €</span><small class="unit-price"><span class="visually-hidden">Precio unitario</span><span>12,45 €</span><span>/</span><span>kg</span></small></div>',
      2_490,
    ],
    [
      'Shopware',
      '<p class="product-detail-price with-list-price">89,90 €* <span class="list-price"><span class="line-through list-price-price">120,00 €*</span></span></p>',
      8_990,
    ],
    ['cents in a sup', '<span class="p">89<sup>90</sup> €</span>', 8_990],
    ['cents and sign in a sup', '<span class="p">1.299<sup>90€</sup></span>', 129_990],
    ['cents after the sign', '<span class="p">89 €<sup>90</sup></span>', 8_990],
    ['cents of a class', '<span class="p"><span class="int">89</span><span class="cents">90</span><span>€</span></span>', 8_990],
    ['cents with their comma', '<span class="p">89<small>,90</small>&thinsp;€</span>'.replace('&thinsp;', '\u2009'), 8_990],
    [
      'integer and fraction of a marketplace',
      '<span class="p"><span class="offscreen">89,90 €</span><span aria-hidden="true"><span>89<span class="deci">,</span></span><span class="fraction">90</span><span>€</span></span></span>',
      8_990,
    ],
    ['only for screen readers', '<span class="p"><span class="sr-only">89,90 €</span></span>', 8_990],
    ['a note in a sup', '<span class="p">89,90 €<sup>1</sup></span>', 8_990],
    ['digits that touch', '<span class="p"><span>12</span><span>34</span> €</span>', 'several'],
    ['two prices without distinction', '<div class="p"><span>120 €</span><span>89,90 €</span></div>', 'several'],
    ['the same price twice', '<div class="p"><span class="mobile">89,90 €</span><span class="desktop">89,90 €</span></div>', 8_990],
    [
      'a struck-through price by style',
      '<div class="p"><span style="text-decoration: line-through">120 €</span> <b>89,90 €</b></div>',
      8_990,
    ],
    ['a hidden price', '<div class="p"><span hidden>120 €</span><span style="display:none">110 €</span> <b>89,90 €</b></div>', 8_990],
    [
      'a template and a script',
      '<div class="p"><template>1 €</template><script>var p = "2 €"</script><b>89,90 €</b><!-- 3 € --></div>',
      8_990,
    ],
    ['a button beside it', '<div class="p"><b>89,90 €</b><button>Paga 8 € al mes</button></div>', 8_990],
    ['a discount in a label', '<div class="p"><span class="badge">-30 €</span> <b>89,90 €</b></div>', 8_990],
    ['a pack', '<div class="p"><span>Pack 2 x</span> <b>10 €</b></div>', 'vague'],
    ['machine-readable and displayed prices that differ', '<span itemprop="price" content="120.00">89,90 €</span>', 'several'],
    ['machine-readable thousands', '<span itemprop="price" content="1.299">1.299 €</span>', 129_900],
    ['machine-readable only', '<meta itemprop="price" content="89.90">', 8_990],
    [
      'machine-readable inside',
      '<div class="p"><meta itemprop="price" content="89.90"><meta itemprop="priceCurrency" content="EUR"></div>',
      8_990,
    ],
    ['of Open Graph', '<meta property="product:price:amount" content="89.9">', 8_990],
    [
      'structured',
      '<script type="application/ld+json">{"@type":"Product","offers":{"@type":"Offer","price":"89.90","priceCurrency":"EUR"}}</script>',
      8_990,
    ],
    [
      'structured, with a list price',
      '<script type="application/ld+json">{"offers":{"price":89.9,"priceCurrency":"EUR","priceSpecification":[{"price":120,"priceType":"https://schema.org/ListPrice"}]}}</script>',
      8_990,
    ],
    [
      'structured, with a range',
      '<script type="application/ld+json">{"offers":{"lowPrice":"80","highPrice":"120","priceCurrency":"EUR"}}</script>',
      'several',
    ],
    ['structured, dollars', '<script type="application/ld+json">{"offers":{"price":"89.90","priceCurrency":"USD"}}</script>', 'none'],
    ['structured badly', '<script type="application/ld+json">{"offers":</script>', 'none'],
    ['nothing yet', '<span id="price"></span>', 'none'],
  ] as const)('%s', (_name, html, wanted) => expect(read(html)).toBe(wanted))

  it('of two sibling elements is ambiguous unless they are equal', () => {
    const all = (html: string) => priceOfAll(pageElements(html).filter(({ classes }) => classes === 'p')).cents
    expect(all('<b class="p">120 €</b><b class="p">89,90 €</b>')).toBeNull()
    expect(all('<b class="p">89,90 €</b><i class="p">89,90 €</i><b class="p"></b>')).toBe(8_990)
  })
})
