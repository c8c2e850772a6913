import { scriptAddress } from '../api/scriptAddress.ts'

let loading: Promise<void> | undefined

/** Loads the script that shops put into their pages into this one, once (specification §1). Rejects when it cannot be had. */
export function loadWidgetScript(address: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptAddress(address)
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loading = undefined
      reject(new Error('the script of the widget could not be loaded'))
    })
    document.head.append(script)
  })
  return loading
}
