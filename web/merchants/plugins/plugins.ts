/** Shop platforms (docs/domain.md#api-keys), each with the selector of the price on its product pages. */
export const platforms = {
  html: '.precio',
  woocommerce: '.summary .price .amount',
  prestashop: '.current-price-value',
  magento: '.product-info-main .price',
  shopify: '.price-item--last, .price-item--regular',
  vtex: '.vtex-product-price-1-x-sellingPriceValue',
  palbin: '.product-price',
  logicommerce: '.productPrice',
} as const
export type Platform = keyof typeof platforms

type Connection = { scriptUrl: string; apiUrl: string }

/** The script tag for the head of the shop's pages. */
export const scriptLine = ({ scriptUrl }: Connection): string => `<script async src="${scriptUrl}"></script>`

/** The widget’s element: it follows the price on the page. */
export const containerLine = (vendor: string, platform: Platform): string =>
  `<div data-${vendor}-widget-instalments data-price="${platforms[platform]}" data-currency="EUR" data-country="ES"></div>`

/** The Content-Security-Policy sources that a shop must allow; nothing inline, no style. */
export function policyLine({ scriptUrl, apiUrl }: Connection): string {
  return `script-src ${new URL(scriptUrl).origin}; connect-src ${new URL(apiUrl).origin}`
}
