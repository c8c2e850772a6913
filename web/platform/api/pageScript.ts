import { scriptAddress } from './scriptAddress.ts'

const loading = new Map<string, Promise<HTMLScriptElement>>()

/** Loads a script into this page, once per address. Rejects when it cannot be loaded; the next call retries. */
export function loadScript(address: string): Promise<HTMLScriptElement> {
  const known = loading.get(address)
  if (known) return known
  const promise = new Promise<HTMLScriptElement>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptAddress(address)
    script.addEventListener('load', () => resolve(script))
    script.addEventListener('error', () => {
      script.remove()
      loading.delete(address)
      reject(new Error('a script could not be loaded'))
    })
    document.head.append(script)
  })
  loading.set(address, promise)
  return promise
}

/** Removes a script element from this page; its side effects remain. */
export function removeScript(address: string): void {
  const known = loading.get(address)
  loading.delete(address)
  void known?.then((script) => script.remove()).catch(() => {}) // it was not loaded
}
