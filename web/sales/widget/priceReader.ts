import type { priceOf } from './readPrice.ts'

let reader: typeof priceOf | undefined

/** The reader of prices, or undefined while it is on its way; `here` is called once it is there. Without it the page stays as the shop made it. */
export function priceReader(host: string, here: () => void): typeof priceOf | undefined {
  if (!reader)
    void import(/* @vite-ignore */ `${host}/widget-price.js`).then(
      (file: { priceOf: typeof priceOf }) => {
        reader = file.priceOf
        here()
      },
      () => {},
    )
  return reader
}
