import { expect, it } from 'vitest'
import { containerLine, policyLine, scriptLine } from './plugins.ts'

const connection = { scriptUrl: 'https://js.pago.example/widget.js?public_key=pk_live_x', apiUrl: 'https://api.pago.example' }

it('fills in the merchant’s own values, without surrounding whitespace', () => {
  const lines = [scriptLine(connection), containerLine('pago', 'woocommerce'), policyLine(connection)]
  expect(lines).toEqual([
    '<script async src="https://js.pago.example/widget.js?public_key=pk_live_x"></script>',
    '<div data-pago-widget-instalments data-price=".summary .price .amount" data-currency="EUR" data-country="ES"></div>',
    'script-src https://js.pago.example; connect-src https://api.pago.example',
  ])
  for (const line of lines) expect(line).toBe(line.trim())
})
