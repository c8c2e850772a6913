/** Limits in bytes for one decompressed stream and for all together, against decompression bombs. */
const limits = { array: 32_000_000, together: 256_000_000 }

let left = limits.together

// The browser's own decompression cannot be limited; without it pdf.js decompresses into the arrays that are counted here.
Reflect.deleteProperty(globalThis, 'DecompressionStream')
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(target, constructorArguments: unknown[], newTarget) {
    const [size] = constructorArguments
    if (typeof size === 'number') {
      left -= size
      if (size > limits.array || left < 0) throw new RangeError('the file decompresses to more than the limit')
    }
    return Reflect.construct(target, constructorArguments, newTarget) as Uint8Array
  },
})
