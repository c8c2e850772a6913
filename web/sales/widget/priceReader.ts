import type { priceOf } from './readPrice.ts'

let reader: typeof priceOf | undefined

/** The lazily loaded price reader, or undefined while it is loading; `onLoaded` is called once it is there. When loading fails the page stays as the shop wrote it. */
export function priceReader(host: string, onLoaded: () => void): typeof priceOf | undefined {
  if (!reader)
    void import(/* @vite-ignore */ `${host}/widget-price.js`).then(
      (file: { priceOf: typeof priceOf }) => {
        reader = file.priceOf
        onLoaded()
      },
      () => {},
    )
  return reader
}
