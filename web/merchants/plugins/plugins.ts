/** Shops' platforms (docs/domain.md#api-keys), each with what its product pages write the price in. */
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

/** The line for the head of the shop's pages. */
export const scriptLine = ({ scriptUrl }: Connection): string => `<script async src="${scriptUrl}"></script>`

/** The place of the widget: it follows the price that the page shows. */
export const containerLine = (vendor: string, platform: Platform): string =>
  `<div data-${vendor}-widget-instalments data-price="${platforms[platform]}" data-currency="EUR" data-country="ES"></div>`

/** What a strict content policy of the shop must let through; nothing inline, no style. */
export function policyLine({ scriptUrl, apiUrl }: Connection): string {
  return `script-src ${new URL(scriptUrl).origin}; connect-src ${new URL(apiUrl).origin}`
}
