import type { ReactNode } from 'react'
import { makeStore } from './store.ts'

/** One short piece of news; `lastsMs` 0 stays until closed. */
export type ShownToast = { key: string; message: ReactNode; action?: ReactNode }

export const toasts = makeStore<readonly ShownToast[]>([])

/** Bars that stand below the toasts until they are taken away, such as "Deshacer". */
export const bars = makeStore<readonly { key: string; bar: ReactNode }[]>([])

/** Shows news at the bottom; the same key replaces its earlier text. Eight seconds unless said otherwise. */
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

/** Takes one away. */
export function closeToast(key: string): void {
  toasts.set(toasts.get().filter((toast) => toast.key !== key))
}

/** Puts a bar (`UndoBar`) at the bottom, or replaces the one of that key; it outlives route changes. */
export function showBar(key: string, bar: ReactNode): void {
  bars.set([...bars.get().filter((shown) => shown.key !== key), { key, bar }])
}

/** Takes a bar away. */
export function closeBar(key: string): void {
  bars.set(bars.get().filter((shown) => shown.key !== key))
}
