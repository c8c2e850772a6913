/** What one unpacked piece of a file may take, and all of them together, in bytes: a file made to fill the memory is given up. */
const most = { array: 32_000_000, together: 256_000_000 }

let left = most.together

// The browser's own decompression counts nothing; without it pdf.js unpacks into the arrays that are counted here.
Reflect.deleteProperty(globalThis, 'DecompressionStream')
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(target, given: unknown[], made) {
    const [size] = given
    if (typeof size === 'number') {
      left -= size
      if (size > most.array || left < 0) throw new RangeError('the file unpacks to more than is read')
    }
    return Reflect.construct(target, given, made) as Uint8Array
  },
})
