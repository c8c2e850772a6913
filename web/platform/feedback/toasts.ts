import type { ReactNode } from 'react'
import { makeStore } from '../state/store.ts'

/** A toast; `lastsMs` 0 stays until closed. */
type ShownToast = { key: string; message: ReactNode; action?: ReactNode }

export const toasts = makeStore<readonly ShownToast[]>([])

/** Bars shown below the toasts until they are closed, such as "Deshacer". */
export const bars = makeStore<readonly { key: string; bar: ReactNode }[]>([])

/** Shows a toast; the same key replaces the earlier one. Eight seconds unless `lastsMs` is given. */
export function showToast(
  message: ReactNode,
  {
    key = crypto.getRandomValues(new Uint32Array(1)).join(),
    action,
    lastsMs = 8_000,
  }: { key?: string; action?: ReactNode; lastsMs?: number } = {},
): void {
  toasts.set([...toasts.get().filter((toast) => toast.key !== key), { key, message, action }])
  if (lastsMs > 0) setTimeout(() => closeToast(key), lastsMs)
}

/** Closes a toast. */
export function closeToast(key: string): void {
  toasts.set(toasts.get().filter((toast) => toast.key !== key))
}

/** Shows a bar (`UndoBar`), or replaces the one with that key; it survives navigation. */
export function showBar(key: string, bar: ReactNode): void {
  bars.set([...bars.get().filter((shown) => shown.key !== key), { key, bar }])
}

/** Closes a bar. */
export function closeBar(key: string): void {
  bars.set(bars.get().filter((shown) => shown.key !== key))
}
